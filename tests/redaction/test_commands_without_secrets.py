"""What is called plain is what the whole redaction would leave as it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from secret_kinds import KINDS
from wicket.redaction import commands_without_secrets
from wicket.redaction.clean import Cleaner
from wicket.redaction.commands_without_secrets import is_plain_command, is_plain_path

WORDS = st.text("abcdehmnrstwx0123456789./_-", min_size=1, max_size=26) | st.sampled_from(
    [
        "-m",
        "-p",
        "-k",
        "-a",
        "-c",
        "-x",
        "-h",
        "--oneline",
        "src/app.py",
        "hunter2",
        "letmein",
        "-u",
        "ada",
        "-lc",
        "--check",
        "a1b2c3",
        "...",
    ]
)
COMMANDS = st.lists(
    st.tuples(st.sampled_from(sorted(commands_without_secrets._PROGRAMS)), st.lists(WORDS, max_size=4)),
    min_size=1,
    max_size=3,
)


def unchanged(text: str) -> bool:
    cleaner = Cleaner()
    words = cleaner.finished([cleaner.pipeline([["bash", "-c", text]]), cleaner.text(text)])
    return not cleaner.found and words == [[["bash", "-c", text]], text]


@settings(max_examples=3000, deadline=None)
@given(COMMANDS, st.sampled_from([" && ", " | ", " ; ", " || "]))
def test_a_plain_command_is_what_the_cleaner_leaves(commands: list[tuple[str, list[str]]], between: str) -> None:
    text = between.join(" ".join([program, *words]) for program, words in commands)
    if is_plain_command(text):
        assert unchanged(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=6))
def test_a_plain_path_is_what_the_cleaner_leaves(parts: list[str]) -> None:
    path = "/" + "/".join(parts)
    if is_plain_path(path):
        cleaner = Cleaner()
        assert cleaner.finished(cleaner.text(path)) == path


@pytest.mark.parametrize(
    "text", ["git status", "ls -la src | head", "npm test && git add .", "cd /work/app && pytest -q tests/test_x.py"]
)
def test_what_agents_run_all_day_is_plain(text: str) -> None:
    assert is_plain_command(text)


@pytest.mark.parametrize(
    "text",
    [
        "curl x",
        "git clone https://ada:hunter2@host/x",
        "echo hunter2 | sudo -S ls",
        "X=1 ls",
        "git commit -m 'x'",
        "ls $HOME",
        "ls " + "x" * 400,
        "",
        "git config user.password x",
        "echo AKIAIOSFODNN7EXAMPLE",
        "echo 123456789",
    ],
)
def test_all_else_is_looked_at(text: str) -> None:
    assert not is_plain_command(text)


def test_no_known_secret_is_plain() -> None:
    assert [kind.name for kind in KINDS if is_plain_command(kind.text)] == []
