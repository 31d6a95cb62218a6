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
    assert [line for line in lines if line.startswith("  usage: tar ")] != []


def test_a_program_for_a_program() -> None:
    data = json.loads(run("gunzip", "--json").stdout)
    assert (data["name"], data["family"], data["operands"]) == ("gunzip", "archives", {"gunzip": "packed"})
    assert data["traits"]["gunzip"] == ["packs-input", "unpacks", "writes-operands"]


def test_of_a_stranger_an_entry_is_begun() -> None:
    done = run("frobnicate")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "wicket: nothing is known of frobnicate, so its words may be commands and files",
        "`programs` in wicket.yml says what they are; see docs/programs.md:",
        "programs:",
        "  frobnicate:",
        "    usage: '-v|--verbose -o|--output=WRITE READ...'",
    ]
    # What cannot be taught is not offered.
    assert run("frobnicate\x1b").stderr == (
        "wicket: nothing is known of frobnicate, so its words may be commands and files\n"
    )


@pytest.mark.parametrize(("name", "meant"), [("rsnyc", "rsync"), ("Kubectl", "kubectl"), ("gitt", "git")])
def test_a_name_that_is_nearly_known_is_guessed(name: str, meant: str) -> None:
    assert run(name).stderr.splitlines()[0].endswith(f"; did you mean `{meant}`?")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["python3"], "python (wicket's catalogue, python.toml)"),
        (["python3.12"], "python (wicket's catalogue, python.toml)"),
        (["git-push"], "git push (wicket's catalogue, git.toml)"),
        (["kubectl", "exec"], "kubectl exec (wicket's catalogue, kubernetes.toml)"),
        (["kubectl", "delete"], "kubectl delete (wicket's catalogue, kubernetes.toml)"),
    ],
)
def test_names_are_those_by_which_commands_are_judged(words: list[str], shown: str) -> None:
    assert run(*words).stdout.splitlines()[0] == shown


def test_one_command_of_a_program_is_shown_alone() -> None:
    lines = run("kubectl", "exec").stdout.splitlines()
    assert lines[1] == "  runs: operands of `exec`"
    assert [line for line in lines if line.startswith("  usage: ")] == [lines[3]]
    assert "  runs none of its words" in run("kubectl", "delete").stdout.splitlines()
    done = run("kubectl", "frob")
    assert (done.exit_code, str(done.exception)) == (
        1,
        "nothing is known of kubectl frob; `wicket programs kubectl` shows what is known of it",
    )


def test_lines_are_short_and_options_that_many_lines_share_are_shown_once() -> None:
    text = run("kubectl").stdout
    assert max(map(len, text.splitlines())) <= 114
    assert text.count("--insecure-skip-tls-verify") == 1
    assert text.count("  usage: kubectl create job @shared ") == 1
    assert "\n  runs none of its words: kubectl annotate | " in text
    assert "; READ is a path that is read; " in " ".join(text.split())


def test_what_a_policy_teaches_is_shown_with_its_file(tmp_path: Path) -> None:
    policy = tmp_path / "wicket.yml"
    policy.write_text(
        "programs:\n  mytool:\n    usage: {mytool: SUB, mytool run: COMMAND...}\n    aliases: mt\n    loads: .mtrc\n"
        "    harmless: {mytool: status}\n    uploads: {mytool push: all}\n    traits: enters-folders\n"
    )
    shown = [
        f"mytool ({policy}:2)",
        "  runs: operands of `run`",
        "  usage: mytool SUB",
        "  usage: mytool run COMMAND...",
        "  where COMMAND is a program and its arguments; SUB is a subcommand",
        "  runs none of its words: mytool status",
        "  uploads what lies in folders: mytool push: all",
        "  loads files of these names by itself: .mtrc",
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
        ("about = 'x'\n[a]\nusge = 'READ'\n", 1, "ours.toml:3:1: `usge` of `a` is no field; did you mean `usage`?"),
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


def test_programs_of_a_policy_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wicket.yml").write_text("rules: 1\nprograms:\n  ab: {usage: -o=WRIET READ}\n")
    done = run("check", "wicket.yml")
    said = "wicket.yml:3:15: the kind `WRIET` is not known; did you mean `WRITE`?\n"
    assert (done.exit_code, done.stdout) == (1, said)


def test_check_needs_a_file() -> None:
    done = run("check")
    assert done.exit_code == 2
    assert "check needs the name of a FILE" in done.stderr


def test_what_a_file_that_nobody_trusts_teaches_is_said_where_that_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    Path("wicket.yml").write_text("programs:\n  mytool: {usage: READ}\n")
    assert run("rsync").stderr == ""
    assert "wicket.yml: not trusted yet, so wicket ignores its `programs` about mytool; " in run("mytool").stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run("check", str(tmp_path / "none.toml"))
    assert str(done.exception) == f"{tmp_path}/none.toml cannot be read: No such file or directory"
