"""What a command prints that is one plain token."""

import pytest

from shell.reading import commands
from wicket.shell.bare import kind, names_commit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wc -l < f", "number"),
        ("cat f | wc -l", "number"),
        ("wc -l f", ""),  # it prints the name as well
        ("wc < f", ""),
        ("wc -l < f 2>&1", ""),
        ("wc -l < f 2> /dev/null", "number"),
        ("wc -l < f > g", ""),
        ("nproc", "number"),
        ("nproc --all", "number"),
        ("nproc --help", ""),
        ("grep -c x f", "number"),
        ("grep -ci x < f", "number"),
        ("grep -cl x f", ""),
        ("grep -c x f g", ""),
        ("grep -rc x f", ""),
        ("grep -c", ""),
        ("grep x f", ""),
        ("date +%s", "number"),
        ("date -u +%Y%m%d", "number"),
        ("date +%F", "bare"),
        ("date +%Y-%m-%d_x", "bare"),
        ("date +x%Y", ""),
        ("date +-f", ""),
        ("date +%Y/../x", ""),
        ("date +%T", ""),
        ("date", ""),
        ("date -d x +%F", ""),
        ("stat -c %s f", "number"),
        ("stat -c %n f", ""),
        ("stat f", ""),
        ("id -u", "number"),
        ("id", ""),
        ("getconf _NPROCESSORS_ONLN", "number"),
        ("getconf PATH", ""),
        ("tput cols", "number"),
        ("tput setaf 1", ""),
        ("umask", "number"),
        ("umask -S", ""),
        ("git rev-parse HEAD", "bare"),
        ("git rev-parse --short HEAD~2", "bare"),
        ("git rev-parse --short=8 HEAD^", "bare"),
        ("git rev-parse --verify -q main", "bare"),
        ("git rev-parse main", ""),  # what is no commit, it prints as it stands there
        ("git rev-parse --force", ""),
        ("git rev-parse --verify HEAD:.env", ""),
        ("git rev-parse --verify ^HEAD", ""),
        ("git rev-parse HEAD HEAD", ""),
        ("git rev-parse --abbrev-ref HEAD", ""),  # a name, which may begin with anything
        ('git rev-parse "$x"', ""),
        ("git merge-base main HEAD", "bare"),
        ("git merge-base --fork-point main HEAD", "bare"),
        ("git merge-base --all main HEAD", ""),
        ("git merge-base main", ""),
        ("git rev-list --count HEAD", "number"),
        ("git rev-list --count --left-right a...b", ""),
        ("git rev-list -1 HEAD", "bare"),
        ("git rev-list -1 --objects HEAD", ""),
        ("git rev-list -1", ""),
        ("git branch --show-current", ""),
        ("git describe --tags", ""),
        ("git -C d rev-parse HEAD", ""),
        ("git", ""),
        ("git() { echo -f; }; git rev-parse HEAD", ""),
        ("hx", ""),
    ],
)
def test_what_a_command_prints(text: str, expected: str) -> None:
    last = [command for command in commands(text) if command.name != "echo"][-1]
    assert kind(last) == expected


@pytest.mark.parametrize(("text", "expected"), [("HEAD", True), ("HEAD~2^1", True), ("HEADER", False), ("x", False)])
def test_head_and_what_was_before_it(text: str, expected: bool) -> None:
    assert names_commit(text) is expected
