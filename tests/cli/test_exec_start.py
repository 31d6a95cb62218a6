"""`wicket exec` starts without what all verbs need, and leaves to the verb what it does not understand."""

import subprocess
import sys

import pytest

from machine import WAIT_S, Machine
from wicket.cli.exec_start import Told, understood
from wicket.sandbox.drivers import why_not_bubblewrap

# Says on standard error whether the command lines of all verbs were loaded.
# It may end without what Python does at an end.
STARTED = """
import os, sys
from wicket.__main__ import main
ends = os._exit
def end(code):
    print("click" in sys.modules, file=sys.stderr, flush=True)
    ends(code)
os._exit = end
try:
    main()
finally:
    print("click" in sys.modules, file=sys.stderr)
"""


# Says on standard error what was imported.
COUNTED = """
import os, sys
from wicket.__main__ import main
ends = os._exit
def end(code):
    print(*sys.modules, file=sys.stderr, flush=True)
    ends(code)
os._exit = end
main()
"""

# What takes long to be imported, and what it brings along.
# fmt: off
SLOW = {
    "asyncio", "click", "ctypes", "dataclasses", "enum", "hashlib", "inspect", "json", "locale", "logging", "msgspec",
    "pathlib", "random", "re", "resource", "secrets", "shutil", "signal", "socket", "subprocess", "tempfile", "termios",
    "typing", "unicodedata", "yaml",
}
# fmt: on

# Modules of wicket: 197 when this was written.
MOST_MODULES = 205

CONTAINING = "extends: ['wicket:sandbox-work']\nrules: [{allow: 'true *', sandbox: work}]\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["ls -l"], (["ls -l"], None, None, None, False)),
        (["--", "ls", "-l"], (["ls", "-l"], None, None, None, False)),
        (["ls", "--config", "x", "--"], (["ls", "--config", "x", "--"], None, None, None, False)),
        (["--config", "a", "--sandbox=b=c", "--ticket", "d", "--verbose", "ls"], (["ls"], "a", "b=c", "d", True)),
        (["--config", "a", "--config=b", "--", "--config"], (["--config"], "b", None, None, False)),
        (["--", ""], ([""], None, None, None, False)),
        ([""], ([""], None, None, None, False)),
    ],
)
def test_what_is_written_as_the_help_says(words: list[str], told: Told) -> None:
    assert understood(words) == told


@pytest.mark.parametrize(
    "words",
    [
        *([], ["--"], ["--config"], ["--config", "a"], ["--config", "", "ls"], ["--config=", "ls"], ["-h"], ["-"]),
        *(["--help"], ["--verbose=1", "ls"], ["--conf", "a", "ls"], ["--config", "--verbose", "ls"], ["-v", "ls"]),
    ],
)
def test_what_is_left_to_the_verb(words: list[str]) -> None:
    assert understood(words) is None


@pytest.mark.parametrize(
    ("words", "code", "is_loaded"),
    [
        (["--", "true", "x"], 0, False),
        (["exit 3"], 3, False),
        (["git push"], 3, True),  # something is said
        (["--help"], 0, True),
        (["--nonsense", "true"], 2, True),
    ],
)
def test_a_command_that_runs_needs_no_other_verb(
    machine: Machine, words: list[str], code: int, is_loaded: bool
) -> None:
    policy = machine.root / "policy.yml"
    policy.write_text("rules: [{allow: 'true *'}, {allow: 'exit *'}, {deny: 'git push'}]", encoding="utf-8")
    started = [sys.executable, "-c", STARTED, "exec", "--config", str(policy), *words]
    done = subprocess.run(
        started,
        cwd=machine.project,
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, done.stderr.splitlines()[-1]) == (code, str(is_loaded))


def test_a_shell_that_completes_a_line_is_answered_by_the_verb(machine: Machine) -> None:
    asked = {"_WICKET_COMPLETE": "bash_complete", "COMP_WORDS": "wicket exec --san", "COMP_CWORD": "2"}
    assert machine.run("exec", "true", **asked).out == "plain,--sandbox\n"


def test_a_contained_command_waits_for_few_imports(machine: Machine) -> None:
    """What is imported is half of its start. Python itself imports some of what is slow where packages say so."""
    if why := why_not_bubblewrap():
        pytest.skip(why)
    policy = machine.root / "policy.yml"
    policy.write_text(CONTAINING, encoding="utf-8")
    started = [COUNTED, "exec", "--config", str(policy), "--", "true", "x"]
    bare, _, counted = (  # the first time, the policy is compiled and the sandbox tried
        subprocess.run(
            [sys.executable, "-c", *words],
            cwd=machine.project,
            env=machine.environ,
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=True,
        )
        for words in (
            ["import sys; print(*sys.modules, file=sys.stderr)"],
            started,
            started,
        )
    )
    modules = set(counted.stderr.split()) - set(bare.stderr.split())
    assert "wicket.sandbox.bubblewrap" in modules
    assert modules & SLOW == set()
    assert len([name for name in modules if name.partition(".")[0] == "wicket"]) <= MOST_MODULES
