"""What a validator is asked about says what the command's words say."""

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.host.runok_command_subject import flags_and_args, subject_of, takes_value
from wicket.wire import runok
from wicket.wire.runok.messages import Subject, ValidateCommand


def nobody_knows(program: str, flag: str) -> bool | None:
    return None


# Programs of which nothing is known.
BY_RULE = {
    "-X POST --silent": ({"X": "POST", "silent": ""}, ()),
    "--request=POST": ({"request": "POST"}, ()),
    "--request POST a b": ({"request": "POST"}, ("a", "b")),
    "-v -X POST": ({"v": "", "X": "POST"}, ()),
    "-o=json --data=a=b": ({"o": "json", "data": "a=b"}, ()),
    "-abc=v x": ({"abc=v": "x"}, ()),
    "-xzf a.tar b": ({"xzf": "a.tar"}, ("b",)),
    "-XPOST": ({"XPOST": ""}, ()),
    "-name '*.py' -print": ({"name": "*.py", "print": ""}, ()),
    "a -f - b": ({"f": ""}, ("a", "-", "b")),
    "-f x -- -g --h y": ({"f": "x"}, ("-g", "--h", "y")),
    "--": ({}, ()),
    "--x --": ({"x": ""}, ()),
    "-X GET -X POST": ({"X": "POST"}, ()),
    "-X ''": ({"X": ""}, ()),
    "--x=": ({"x": ""}, ()),
    "--=v -=v --- ''": ({}, ("--=v", "-=v", "---", "")),
    "": ({}, ()),
}

# Programs of which their flags are known.
BY_KNOWLEDGE = {
    "curl -X POST --silent": ({"X": "POST", "silent": ""}, ()),
    "curl --silent https://x": ({"silent": ""}, ("https://x",)),
    "curl -sX POST https://x": ({"s": "", "X": "POST"}, ("https://x",)),
    "curl -XPOST -sSLo out https://x": ({"X": "POST", "s": "", "S": "", "L": "", "o": "out"}, ("https://x",)),
    "curl -X -d https://x": ({"X": "-d"}, ("https://x",)),
    "curl -X=POST": ({"X": "=POST"}, ()),
    "curl --request": ({"request": ""}, ()),
    "/usr/bin/curl -sX": ({"s": "", "X": ""}, ()),
    "rm -rf /": ({"r": "", "f": ""}, ("/",)),
    "git -C /repo push --force origin": ({"C": "/repo", "force": ""}, ("push", "origin")),
    "git commit -m text": ({"m": "text"}, ("commit",)),
}


@pytest.mark.rule("R-H8")
@pytest.mark.parametrize(("words", "expected"), BY_RULE.items(), ids=lambda value: str(value))
def test_flags_of_a_program_that_nobody_knows(words: str, expected: tuple[dict[str, str], tuple[str, ...]]) -> None:
    assert flags_and_args("frobnicate", shlex.split(words), nobody_knows) == expected


@pytest.mark.rule("R-H8")
@pytest.mark.rule("R-H9")
@pytest.mark.parametrize(("line", "expected"), BY_KNOWLEDGE.items(), ids=lambda value: str(value))
def test_flags_of_a_program_that_is_known(line: str, expected: tuple[dict[str, str], tuple[str, ...]]) -> None:
    program, *words = shlex.split(line)
    subject = subject_of(program, words, cwd="/")
    assert (subject.flags, subject.args) == expected


def test_flags_as_long_as_words_are_known_as_they_stand() -> None:
    def find(program: str, flag: str) -> bool | None:
        return {"-name": True, "-print": False}.get(flag)

    assert flags_and_args("find", [".", "-name", "-x", "-print", "y"], find) == (
        {"name": "-x", "print": ""},
        (".", "y"),
    )


@pytest.mark.rule("R-H9")
def test_a_subject_is_the_whole_of_what_is_known(tmp_path: Path) -> None:
    line = "cd x && AWS_PROFILE=prod /usr/bin/curl -X POST https://api.example.com | tee log"
    assert subject_of(
        "/usr/bin/curl",
        ["-X", "POST", "https://api.example.com"],
        text=line,
        cwd=str(tmp_path / "x" / ".." / "y"),
        env={"HOME": "/home/user", "AWS_PROFILE": "dev"},
        assignments={"AWS_PROFILE": "prod"},
    ) == Subject(
        command="curl",
        flags={"X": "POST"},
        args=("https://api.example.com",),
        raw_command_line=line,
        env={"HOME": "/home/user", "AWS_PROFILE": "prod"},
        cwd=str(tmp_path / "y"),
    )


@pytest.mark.rule("R-H9")
def test_a_directory_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert subject_of("ls", [], cwd="sub").cwd == str(tmp_path / "sub")


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1))
def test_where_there_is_no_text_one_is_made_that_reads_as_these_words(words: list[str]) -> None:
    assert shlex.split(subject_of(words[0], words[1:], cwd="/").raw_command_line) == words


@pytest.mark.parametrize(("program", "command"), [("./x/", "x"), ("/", "/"), ("", "")])
def test_a_command_is_a_base_name_where_there_is_one(program: str, command: str) -> None:
    assert subject_of(program, [], cwd="/").command == command


# ── environment ──────────────────────────────────────────────────────────────

OUTER = {
    "AWS_PROFILE": "prod",
    "AWS_REGION": "eu-central-1",
    "KUBE_CONTEXT": "staging",
    "GITHUB_TOKEN": "ghp_x",
    "DB_PASSWORD": "hunter2",
    "WICKET_APPROVER_TOKEN": "never",
}


@pytest.mark.rule("R-H10")
@pytest.mark.rule("R-H30")
def test_secrets_are_left_out_and_profiles_regions_and_contexts_are_not() -> None:
    assert subject_of("ls", [], cwd="/", env=OUTER).env == {
        "AWS_PROFILE": "prod",
        "AWS_REGION": "eu-central-1",
        "KUBE_CONTEXT": "staging",
    }


@pytest.mark.rule("R-H10")
@pytest.mark.rule("R-H30")
def test_the_commands_own_assignments_come_on_top_whatever_they_look_like() -> None:
    """A reader of shell finds them before the command, in `export` and after `env` alike."""
    assignments = {"AWS_PROFILE": "dev", "NEW_TOKEN": "x"}
    env = subject_of("ls", [], cwd="/", env={"AWS_PROFILE": "prod"}, assignments=assignments).env
    assert env == {"AWS_PROFILE": "dev", "NEW_TOKEN": "x"}


@pytest.mark.rule("R-H10")
def test_a_type_may_name_what_it_wants_to_see() -> None:
    names = ["AWS_REGION", "GITHUB_TOKEN", "WICKET_APPROVER_TOKEN", "ABSENT"]
    env = subject_of("ls", [], cwd="/", env=OUTER, assignments={"X": "1"}, names=names).env
    assert env == {"AWS_REGION": "eu-central-1", "GITHUB_TOKEN": "ghp_x", "X": "1"}


def test_a_variable_that_is_no_utf_8_does_not_keep_the_question_from_being_asked() -> None:
    odd = b"caf\xe9".decode(errors="surrogateescape")
    subject = subject_of("ls", [], cwd="/", env={"PLACE": odd, "SIGN": "é"})
    assert subject.env == {"PLACE": "caf?", "SIGN": "é"}
    assert runok.host().send(ValidateCommand(params=subject))


@pytest.mark.rule("R-H8")
@pytest.mark.parametrize(
    ("program", "flag", "known"),
    [
        ("curl", "-X", True),
        ("curl", "--request", True),
        ("curl", "-s", False),
        ("curl", "--silent", False),
        ("curl", "-sX", None),
        ("wget", "--post-data", True),
        ("rm", "-r", False),
        ("git", "-C", True),
        ("git", "--force", False),
        ("git", "-m", None),
        ("frobnicate", "-X", None),
    ],
)
def test_what_is_known_of_a_flag(program: str, flag: str, known: bool | None) -> None:
    assert takes_value(program, flag) is known
