"""`programs` of a policy file."""

from pathlib import Path

import pytest

from wicket import policy_files
from wicket.policy.errors import PolicyError

POLICY = """\
programs:
  option_groups:
    common: -q|--quiet
  mytool:
    usage: '@common -o|--output=WRITE READ...'
    aliases: mt
    examples:
      mytool -o out.txt in.txt: writes out.txt, reads in.txt
  ourdeploy:
    usage:
      ourdeploy: SUB
      ourdeploy run: -e=VALUE COMMAND...
    harmless:
      ourdeploy: status list
    complete: true
"""


def problems(text: str) -> list[str]:
    with pytest.raises(PolicyError) as error:
        policy_files.loads(text, name="wicket.yml")
    return [f"{problem.origin}: {problem.message}" for problem in error.value.problems]


def test_entries_are_compiled_as_those_of_the_catalogue_are() -> None:
    loaded = policy_files.loads(POLICY, name="wicket.yml")
    assert loaded.config.programs == {
        "mytool": (
            {"usage": {"mytool": "-q|--quiet -o|--output=WRITE READ..."}, "aliases": ("mt",), "file": "wicket.yml"}
            | {"line": 4},
        ),
        "ourdeploy": (
            {
                "usage": {"ourdeploy": "SUB", "ourdeploy run": "-e=VALUE COMMAND..."},
                "harmless": {"ourdeploy": "status list"},
                "file": "wicket.yml",
                "line": 9,
                "complete": True,
            },
        ),
    }
    assert loaded.compiled()["programs"] == loaded.config.programs
    assert [(one.command, one.said, one.origin.line) for one in loaded.config.program_examples] == [
        ("mytool -o out.txt in.txt", "writes out.txt, reads in.txt", 8)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("programs: 1", "wicket.yml:1: `programs` must be a mapping, and is a number"),
        ("programs:\n  x: READ", "wicket.yml:2: the program `x` must be a mapping, and is a text"),
        (
            "programs:\n  x:\n    usage: RAED",
            "wicket.yml:3: the kind `RAED` is not known; did you mean `READ`?",
        ),
        ("programs:\n  x:\n    usage: {x: SUB, x a: RAED}", "wicket.yml:3: the kind `RAED` is not known"),
        (
            "programs:\n  x:\n    loads: y",
            "wicket.yml:2: `x` has no usage line of its own: say how it reads its command line",
        ),
        (
            "programs:\n  option_groups:\n    a: '@b'\n  x: {usage: READ}",
            "wicket.yml:3: there is no group `b`; name it under option_groups",
        ),
        ("programs:\n  option_groups: 1\n  x: {usage: READ}", "wicket.yml:2: `option_groups` must be a mapping"),
        ("programs:\n  ./x: {usage: READ}", "wicket.yml:2: `./x` is a path: teach a program by its name"),
        ("programs:\n  'x y': {usage: READ}", "wicket.yml:2: `x y` is no name of a program"),
        ("programs:\n  '-x': {usage: READ}", "wicket.yml:2: `-x` is no name of a program"),
        ("programs:\n  rm: {usage: READ}", "wicket.yml:2: wicket knows `rm` already: `wicket programs rm` says what"),
        ("programs:\n  gtar: {usage: READ}", "wicket.yml:2: wicket knows `gtar` already"),
        ("programs:\n  git-push: {usage: READ}", "wicket.yml:2: wicket knows `git-push` already"),
        ("programs:\n  bash: {usage: READ}", "wicket.yml:2: `bash` is a shell or an interpreter"),
        ("programs:\n  python3.13: {usage: READ}", "wicket.yml:2: `python3.13` is a shell or an interpreter"),
        ("programs:\n  x:\n    usage: READ\n    aliases: y sh", "wicket.yml:4: `sh` is a shell or an interpreter"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    assert problems(text)[0].startswith(said)


def test_of_a_name_that_is_none_nothing_else_is_said() -> None:
    assert problems("programs:\n  my tool: {usage: {my tool: SUB}, usge: 1}") == [
        "wicket.yml:2: `my tool` is no name of a program"
    ]


def test_a_flag_that_seems_to_take_a_value_is_warned_of() -> None:
    loaded = policy_files.loads("programs:\n  x:\n    usage: -o WRITE READ...\n", name="wicket.yml")
    (warning,) = loaded.warnings
    assert str(warning).startswith("wicket.yml:3: `-o` is a flag here, and WRITE an operand; write `-o=WRITE` if ")
    assert warning.about == "-o"


def test_what_is_too_much_to_read_is_not_read() -> None:
    groups = "".join(f"    g{number}: '@g{number + 1} @g{number + 1}'\n" for number in range(60))
    text = f"programs:\n  option_groups:\n{groups}    g60: -a\n  x: {{usage: '@g0'}}\n"
    assert problems(text) == ["wicket.yml:64: `programs` is more than 100,000 words, which is too much to read"]


def test_only_a_persons_own_file_calls_an_entry_complete(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    (home / ".config" / "wicket").mkdir(parents=True)
    (project / ".git").mkdir(parents=True)
    entry = "programs:\n  x:\n    usage: READ\n    complete: true\n"
    environ = {"HOME": str(home), "WICKET_HOME": str(tmp_path / "state")}
    own = home / ".config" / "wicket" / "wicket.yml"
    own.write_text(entry)
    assert policy_files.discover(project, environ).config.programs["x"][0]["complete"] is True
    (project / "wicket.yml").write_text(entry)
    said = [f"{one.message}" for one in policy_files.discover(project, environ).warnings]
    assert "only a person's own file may call an entry complete, and this one about `x` is in another" in said
    # What nobody trusts teaches nothing, and that is said.
    (project / "wicket.yml").write_text("programs:\n  y:\n    usage: READ\n")
    found = policy_files.discover(project, environ)
    assert list(found.config.programs) == ["x"]
    assert [one.message for one in found.warnings] == [
        "the file is not trusted, so these are ignored: `programs` about y"
    ]


def test_two_files_about_one_program_add_up(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text("programs:\n  x: {usage: -a=READ}\n")
    (tmp_path / "wicket.yml").write_text("extends: ./base.yml\nprograms:\n  x: {usage: -b=WRITE}\n")
    entries = policy_files.load(tmp_path / "wicket.yml").config.programs["x"]
    assert [entry["usage"] for entry in entries] == [{"x": "-a=READ"}, {"x": "-b=WRITE"}]


def test_of_a_policy_that_does_not_load_no_entry_is_complete() -> None:
    with pytest.raises(PolicyError) as error:
        policy_files.loads(POLICY + "rules: 1\n", name="wicket.yml")
    assert error.value.remaining is not None
    remaining = error.value.remaining()["programs"]
    assert sorted(remaining) == ["mytool", "ourdeploy"]
    assert "complete" not in remaining["ourdeploy"][0]
