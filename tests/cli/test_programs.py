"""`wicket programs`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wicket.cli.programs import programs
from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.compiled_catalogue import names


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
    assert str(done.exception) == (
        "nothing is known of frobnicate; what it does with its words is asked about, "
        "and `programs` in your own wicket.yml teaches it"
    )


def test_what_a_policy_teaches_is_shown_with_its_file(tmp_path: Path) -> None:
    policy = tmp_path / "wicket.yml"
    policy.write_text(
        "programs:\n  mytool:\n    usage: {mytool: SUB, mytool run: COMMAND...}\n    aliases: mt\n    loads: .mtrc\n"
        "    harmless: {mytool: status}\n    uploads: {mytool push: all}\n    traits: enters-folders\n"
    )
    shown = [
        f"mytool ({policy}:2)",
        "  usage    mytool SUB",
        "  usage    mytool run COMMAND...",
        "  harmless mytool status",
        "  uploads  mytool push: all",
        "  loads    .mtrc",
        "  mytool: it goes through folders and reads what is in them",
        "  not complete: its words may be commands and files as well",
    ]
    for name in ("mytool", "mt", "/opt/mytool"):
        assert run("--config", str(policy), name).stdout.splitlines() == shown
    assert run("--config", str(policy)).stdout.splitlines()[-1] == f"{policy}: mytool mt"
    data = json.loads(run("--config", str(policy), "--json", "mt").stdout)
    assert (data["taught"][0]["file"], data["taught"][0]["line"]) == (str(policy), 2)
    assert data["taught"][0]["usage"] == {"mytool": "SUB", "mytool run": "COMMAND..."}


def test_of_a_policy_that_does_not_load_what_is_wrong_is_said(tmp_path: Path) -> None:
    policy = tmp_path / "wicket.yml"
    policy.write_text("programs:\n  rm: {usage: READ}\n  mytool: {usage: READ}\n")
    done = run("--config", str(policy), "mytool")
    assert done.stdout.splitlines()[0] == f"mytool ({policy}:3)"
    assert f"{policy}:2: wicket knows `rm` already" in done.stderr


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("about = 'x'\n[ab]\nusage = 'READ'\n[ab.examples]\n'ab c' = 'reads c'\n", 0, ""),
        (
            "about = 'x'\n[ab]\nusage = 'READ'\n[ab.examples]\n'ab c' = 'nothing'\n",
            1,
            "ours.toml:5:1: `ab c` is read as: reads c\n",
        ),
        # Of another entry than the catalogue has, and of one that needs code, examples are not run here.
        ("about = 'x'\n[sort]\nusage = 'READ'\n[sort.examples]\n'sort c' = 'nothing'\n", 0, ""),
        ("about = 'x'\n[ab]\nspecial = 'tar'\nusage = 'READ'\n[ab.examples]\n'ab c' = 'nothing'\n", 0, ""),
        ("about = 'x'\n[a]\nusge = 'READ'\n", 1, "ours.toml:3:1: `usge` of `a` is no field; an entry may have "),
    ],
)
def test_a_file_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: int, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text(text)
    done = run("check", "ours.toml")
    assert (done.exit_code, done.stdout[: len(said)] if said else done.stdout) == (code, said)


def test_the_catalogue_is_right() -> None:
    done = run("check", *map(str, sorted(Path(compiled_catalogue.__file__).parent.glob("*.toml"))))
    assert (done.exit_code, done.stdout) == (0, "")


def test_a_policy_is_no_file_of_programs() -> None:
    done = run("check", "wicket.yml")
    assert str(done.exception) == "wicket.yml is a policy; `wicket test --config wicket.yml` checks that"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run("check", str(tmp_path / "none.toml"))
    assert str(done.exception) == f"{tmp_path}/none.toml cannot be read: No such file or directory"


def test_two_names_are_one_too_many() -> None:
    done = run("tar", "zip")
    assert done.exit_code == 2
    assert "give the name of one program" in done.stderr
