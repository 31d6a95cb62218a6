"""A program that goes on reading what is typed is asked about, whatever allows it."""

import pytest

from wicket.doors.programs_that_read_typed_input import object_to_open_input
from wicket.loaded_policy import Policy
from wicket.policy.decision import ASK

POLICY = Policy.loads("defaults: {action: allow}\n")


def reads_on(command: str) -> bool:
    verdict = POLICY.check(command, "/")
    object_to_open_input(verdict)
    return verdict.decision is ASK and "goes on reading" in verdict.reason


@pytest.mark.rule("D-32")
@pytest.mark.parametrize(
    "command",
    [
        "bash",
        "/bin/sh -i",
        "bash -o pipefail",
        "bash -s x",
        "env bash",
        "nice python3",
        "python3 -i x.py",
        "python3 -",
        "python3.12 -q",
        "python3 -W error",
        "node",
        "node -r ./x",
        "ssh host",
        "ssh -p 22 me@host",
        "psql",
        "psql -d db -U me",
        "mysql db",
        "sqlite3 x.db",
        "irb",
        "ls; bash",
        "bash <&0",
        "su me",
        "php -a",
        "ssh host bash",
        "pwsh -ExecutionPolicy Bypass",
        "pwsh -NoExit -File x.ps1",
        "tsx -r ./x",
    ],
)
def test_what_leaves_a_program_reading_is_asked_about(command: str) -> None:
    assert reads_on(command)


@pytest.mark.rule("D-32")
@pytest.mark.parametrize(
    "command",
    [
        "bash x.sh",
        "bash -c 'ls'",
        "bash -lc 'ls'",
        "python3 -m pytest -i",
        "python3 -c 'print(1)'",
        "python3 x.py -i",
        "python3 --version",
        "echo 1 | python3",
        "python3 <<'E'\nprint(1)\nE",
        "bash < /dev/null",
        "node x.js",
        "node -e 1",
        "ssh host ls",
        "psql -c 'select 1'",
        "mysql --execute='select 1'",
        "sqlite3 x.db 'select 1'",
        "git status",
        "ruby -e 1",
        "php -l x.php",
        "node --test x.js",
        "ssh host bash -s <<'E'\nls\nE",
        "cat",
        "pwsh -File ./x.ps1",
        "npx tsx --test test/*.ts",
    ],
)
def test_what_brings_its_text_is_not(command: str) -> None:
    assert not reads_on(command)
