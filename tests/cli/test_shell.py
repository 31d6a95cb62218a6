"""`wicket shell`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from machine import WAIT_S, Machine, Outcome


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_every_command_is_shown_under_what_runs_it(machine: Machine) -> None:
    assert machine.run("shell", "sudo sh -c 'rm -rf x' && echo $HOME > out") == Outcome(
        0,
        "sudo sh -c rm -rf x\n  sh -c rm -rf x   (by sudo)\n    rm -rf x   (by sudo, sh -c)\necho … >out\n",
        "",
    )


def test_what_is_refused_is_told_with_its_place(machine: Machine) -> None:
    outcome = machine.run("shell", "ls; if")
    assert (outcome.code, outcome.out.splitlines()[0], outcome.out.splitlines()[-1][:15], outcome.err) == (
        1,
        "ls",
        "refused: line 1",
        "",
    )


def test_nothing_is_nothing(machine: Machine) -> None:
    assert machine.run("shell", "# a remark") == Outcome(0, "(nothing)\n", "")
    assert machine.run("shell") == Outcome(0, "(nothing)\n", "")


def test_control_characters_do_not_reach_the_terminal(machine: Machine) -> None:
    assert "\x1b" not in machine.run("shell", "echo $'\\e[31m' '\x1b]0;x'").out


def test_a_program_gets_all_that_is_known(machine: Machine) -> None:
    outcome = machine.run("shell", "--json", "A=1 git log $x | cat > out")
    shown = json.loads(outcome.out)
    assert (outcome.code, shown["refusal"], [command["name"] for command in shown["commands"]]) == (
        0,
        None,
        ["git", "cat"],
    )
    git, cat = shown["commands"]
    assert git["words"][:2] == [{"text": "git"}, {"text": "log"}]
    assert (git["words"][2]["text"], git["words"][2]["many"]) == (None, True)
    assert git["assignments"] == [{"name": "A", "value": {"text": "1"}, "append": False}]
    assert (git["pipe"], cat["pipe"]) == ({"stdin": False, "stdout": True}, {"stdin": True, "stdout": False})
    assert cat["redirects"] == [
        {
            "operator": ">",
            "descriptor": 1,
            "target": {"text": "out"},
            "kind": "output",
            "writes": True,
            "reads": False,
        }
    ]
    refused = machine.run("shell", "--json", "(")
    assert (refused.code, json.loads(refused.out)["refusal"]["line"]) == (1, 1)


def test_a_script_is_read_from_standard_input(machine: Machine) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "shell", "-"],
        env=machine.environ,
        input=b"ls\nrm x \xff\n",
        capture_output=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, [b"ls", b"rm x '\\udcff'"])
