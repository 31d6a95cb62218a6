"""The world as it is on this machine."""

import os
from pathlib import Path

import pytest

from wicket.policy.machine_view import World
from wicket.policy_files.real_machine import MAX_PATH, forget, system


def test_links_are_followed_as_the_system_does(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "l").symlink_to("a/b")
    (tmp_path / "loop").symlink_to("loop")
    here = system(str(tmp_path), {})
    for name in ("a", "l", "l/x", "l/..", "l/../x", "none/x", "loop", "l/.", "a/../l"):
        assert here.realpath(f"{tmp_path}/{name}") == os.path.realpath(f"{tmp_path}/{name}"), name


def test_a_path_that_no_system_takes_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "l").symlink_to("/etc")
    here = system(str(tmp_path), {})
    assert here.realpath(f"{tmp_path}/l/" + "../" * 70 + "etc") == "/etc"
    long = f"{tmp_path}/l" + "/a" * MAX_PATH
    assert here.realpath(long) == long


def test_programs_are_found_on_the_path_it_is_given(tmp_path: Path) -> None:
    program = tmp_path / "tool"
    program.write_text("")
    (tmp_path / "folder").mkdir()
    environ = {"PATH": f"/nowhere:{tmp_path}"}
    assert system("/", environ).which("tool") is None
    program.chmod(0o755)
    here = system("/", environ)
    found = [here.which(name) for name in ("tool", "folder", "none", "", "a/b", "x\0y")]
    assert found == [str(program), None, None, None, None, None]


def test_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("")
    here = system(str(tmp_path), {})
    assert [here.kind(path) for path in (f"{tmp_path}/f", str(tmp_path), f"{tmp_path}/x", "\0")] == [
        "file",
        "folder",
        "",
        "",
    ]
    assert (here.names(str(tmp_path)), here.names(f"{tmp_path}/x"), here.names("\0")) == (("f",), None, None)


def test_the_links_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("")
    (tmp_path / "l").symlink_to("f")
    here = system(str(tmp_path), {})
    assert [list(here.links(path)) for path in (str(tmp_path), f"{tmp_path}/x", "\0")] == [["l"], [], []]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("work/wicket.yml", True),
        ("work/.claude/settings.json", True),
        ("home/.config/wicket", True),
        ("home/.claude/settings.json", True),
        ("home/state", True),
        ("given.yml", True),
        ("real.yml", True),
        ("wicket.yml", True),
        ("other/wicket.yml", False),
        ("work/README.md", False),
    ],
)
def test_what_is_protected(tmp_path: Path, path: str, expected: bool) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "wicket.yml").write_text("")  # above the folder, and there
    (tmp_path / "real.yml").write_text("")
    (tmp_path / "given.yml").symlink_to("real.yml")
    environ = {"HOME": f"{tmp_path}/home", "WICKET_HOME": f"{tmp_path}/home/state"}
    here = system(str(tmp_path / "work"), environ, [(f"{tmp_path}/given.yml", "digest")])
    parts = tuple(f"{tmp_path}/{path}".strip("/").split("/"))
    assert (parts in here.protected) is expected
    assert (parts in here.secret) is (path == "home/state")  # the rest may be looked at


@pytest.mark.rule("D-24")
def test_settings_that_a_variable_moves_are_protected() -> None:
    here = system("/x", {"HOME": "/home/ada", "CLAUDE_CONFIG_DIR": "/srv/claude"})
    assert {("srv", "claude", "settings.json"), ("home", "ada", ".claude", "settings.json")} <= here.protected
    assert ("srv", "claude", "settings.json") not in system("/x", {"HOME": "/home/ada"}).protected


@pytest.mark.rule("D-9", "D-24")
def test_settings_of_the_whole_machine_are_protected() -> None:
    assert {("etc", name) for name in ("claude-code", "codex", "gemini-cli", "github-copilot", "qwen-code")} <= system(
        "/x", {}
    ).protected
    assert ("etc", "wicket") in system("/x", {}).protected


def test_a_file_that_is_called_like_many_is_protected_if_it_is_there(tmp_path: Path) -> None:
    parts = tuple(f"{tmp_path}/opencode.json".strip("/").split("/"))
    assert parts not in system(str(tmp_path), {}).protected
    forget()
    (tmp_path / "opencode.json").write_text("{}")
    assert parts in system(str(tmp_path), {}).protected
    assert parts in system(str(tmp_path / "sub"), {}).protected


def test_without_a_home_there_is_less_to_protect() -> None:
    here = system("/x", {})
    assert ("x", "wicket.yml") in here.protected
    assert {path[:1] for path in here.protected} == {("x",), ("etc",)}  # the whole machine's are there all the same


def test_an_index_is_read_once_for_a_verdict(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    here = system(str(tmp_path), {})
    assert here.index(str(tmp_path)) == (str(tmp_path), b"DIRC\0\0\0\2")
    (tmp_path / ".git" / "index").write_bytes(b"x")
    assert here.index(str(tmp_path)) == (str(tmp_path), b"DIRC\0\0\0\2")
    assert system(str(tmp_path), {}).index(str(tmp_path)) == (str(tmp_path), b"x")


def test_many_names_are_followed_at_once_as_each_by_itself(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "there").mkdir(parents=True)
    (home / "there" / "a").touch()
    (home / "there" / "l").symlink_to(home)
    (home / "away").symlink_to(tmp_path)
    (home / "broken").symlink_to("/nowhere")
    deep = f"{home}" + "/d" * 70
    names = [*"abcdefghijklmnop", "away"]
    folders = {
        str(home): ["there", "away", "broken", "missing"],
        f"{home}/there": names,
        f"{home}/away": ["home", "x"],
        f"{home}/missing": names,
        f"{home}/missing/deeper": names,
        deep: ["x"],
        "": ["etc", "not-there"],
    }
    here = system("/", {"HOME": str(home)})
    every = [f"{folder}/{name}" for folder, found in folders.items() for name in found]
    expected = [path for path in every if os.path.realpath(path) != path]
    assert here.moved(folders) == expected
    assert f"{home}/there/l" in expected
    assert World("/", {}, realpath=os.path.realpath).moved(folders) == expected
