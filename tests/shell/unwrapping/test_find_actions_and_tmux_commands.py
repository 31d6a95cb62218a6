"""Tests of `find_actions_and_tmux_commands`."""

import pytest

from shell.reading import argvs, opaque
from wicket.shell.read import read

# ── what find runs and writes ─────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("find . -exec rm {} +", ["rm", ".…"]),
        ("find . -exec rm x{} \\;", ["rm", "x.…"]),
        ("find . -name x -execdir rm -f {} ';' -print", ["rm", "-f", "./…"]),
        ("find . -ok rm {} \\;", ["rm", ".…"]),
    ],
)
def test_what_it_runs_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_words_that_are_not_known_may_be_anything() -> None:
    assert opaque("find . $(x)") == ["find is given words that are not known: the output of x"]


def test_what_it_writes_is_remembered() -> None:
    assert opaque("find . -fprint s; sh s")
    assert opaque("find . -print; sh s") == []


# ── what is typed into a pane is read as a shell there reads it ───────────────


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("tmux send-keys -t a 'make test' Enter", ["make test"]),
        ("tmux send-keys -t a 'make test' C-m", ["make test"]),
        ("tmux send-keys -t a 'make test' enter", ["make test"]),
        ("tmux send -t a 'rm -r' 'f x' Enter ls Enter", ["rm -rf x", "ls"]),
        ("tmux send-keys -t a 'rm x' C-c ls Enter", ["ls"]),
        ("tmux send-keys -t a 'a; rm x' KPEnter", ["a", "rm x"]),
        ("tmux send-keys -t a C-c", []),
    ],
)
def test_lines_that_are_ended_are_run(text: str, run: list[str]) -> None:
    script = read(text)
    assert [" ".join(map(str, one.words)) for one in script.commands if one.by is not None] == run
    assert script.commands[0].opaque == ()


@pytest.mark.parametrize(
    "text",
    [
        "tmux send-keys -t a 'rm -rf '",
        "tmux send-keys -t a ls Enter rm",
        "tmux send-keys -t a Up Enter",
        "tmux send-keys -t a up Enter",
        "tmux send-keys -t a rm Space x Enter",
        "tmux send-keys -t a rm M-x Enter",
        "tmux send-keys -t a rm F5 Enter",
        "tmux send-keys -t a ^P Enter",
        'tmux send-keys -t a "$x" Enter',
        "tmux send-keys -X copy-pipe 'rm x'",
        "tmux send-keys -H 6c 73 0d",
        "tmux send-keys -l -t a 'ls' Enter",
        "tmux send-keys -t a ':!rm x' Enter",
        "tmux send-keys -t a '\\! rm x' Enter",
        "tmux send-keys -t a 'rm x' C-l Enter",
        "tmux send-keys -t a 'rm x' C-d Enter",
        "tmux send-keys -t a 'echo x' Enter '^echo^rm' Enter",
        "tmux send-keys -t a 'true; !rm' Enter",
        "tmux send-keys -t a 'r\\' Enter",
    ],
)
def test_what_else_may_be_typed_is_not_understood(text: str) -> None:
    assert read(text).commands[0].opaque
