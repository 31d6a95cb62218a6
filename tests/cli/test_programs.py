"""`wicket programs`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wicket.cli.programs import programs
from wicket.shell.catalogue.entries import names


def run(*words: str) -> Result:
    return CliRunner().invoke(programs, words)


def test_the_families_are_listed() -> None:
    done = run()
    assert done.exit_code == 0
    listed = {line.partition(": ")[0]: line.partition(": ")[2].split() for line in done.stdout.splitlines()}
    assert "tar" in listed["archives"]
    assert sorted(name for some in listed.values() for name in some) == sorted(names())
    assert json.loads(run("--json").stdout) == listed


def test_a_program_is_shown_with_its_file() -> None:
    lines = run("/usr/bin/gtar").stdout.splitlines()
    assert lines[0] == "tar (wicket's catalogue, archives.toml)"
    assert "  tar: it goes through folders and reads what is in them" in lines
    assert "  special: tar: tar" in lines
    assert [line for line in lines if line.startswith("  usage    tar ")] != []


def test_a_program_for_a_program() -> None:
    data = json.loads(run("gunzip", "--json").stdout)
    assert (data["name"], data["family"], data["operands"]) == ("gunzip", "archives", {"gunzip": "packed"})
    assert data["traits"]["gunzip"] == ["packs-input", "unpacks", "writes-operands"]


def test_nothing_is_known_of_a_stranger() -> None:
    done = run("frobnicate\x1b")
    assert done.exit_code == 1
    assert str(done.exception) == "nothing is known of frobnicate; what it does with its words is asked about"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("about = 'x'\n[a]\nusage = 'READ'\n", 0, ""),
        ("about = 'x'\n[a]\nusge = 'READ'\n", 1, "ours.toml:3:1: `usge` of `a` is no field; an entry may have "),
    ],
)
def test_a_file_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: int, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text(text)
    done = run("check", "ours.toml")
    assert (done.exit_code, done.stdout[: len(said)] if said else done.stdout) == (code, said)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run("check", str(tmp_path / "none.toml"))
    assert str(done.exception) == f"{tmp_path}/none.toml cannot be read: No such file or directory"


def test_two_names_are_one_too_many() -> None:
    done = run("tar", "zip")
    assert done.exit_code == 2
    assert "give the name of one program" in done.stderr
