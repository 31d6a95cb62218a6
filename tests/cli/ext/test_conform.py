"""`wicket ext conform`."""

import json
import sys
from pathlib import Path

from machine import Machine
from sdk.running import EVERYTHING, write

FAULTY = Path(__file__).parent.parent.parent / "kit" / "faulty"


def test_one_file_meets_the_statements_of_all_protocols(machine: Machine) -> None:
    write(machine.project, EVERYTHING)
    found = machine.run("ext", "conform", "ext.py")
    header, *rows = found.out.splitlines()
    assert header.split() == ["statement", "outcome", "what"]
    assert [row.split()[1] for row in rows if row.split()[1] != "passed"] == ["skipped"] * 3
    assert {row.split("-")[0] for row in rows} == {"R", "G", "Z"}
    assert found.code == 0
    passed = sum(row.split()[1] == "passed" for row in rows)
    assert found.err == f"ext: {passed} passed, 0 failed, 3 skipped\n"


def test_a_fault_is_shown_and_told_by_the_exit_code(machine: Machine) -> None:
    command = [sys.executable, "-S", str(FAULTY / "r_s11.py")]
    found = machine.run("ext", "conform", "--protocol", "runok", "--json", "--", *command)
    outcomes = json.loads(found.out)
    assert found.code == 1
    assert [outcome for outcome in outcomes if outcome["outcome"] == "failed"] == [
        {
            "id": "R-S11",
            "protocol": "runok",
            "outcome": "failed",
            "statement": "Without `params.command` the answer is error -32600 with message "
            "`Invalid request: missing required field 'command'`.",
            "reason": "the error for a question without `command` does not name "
            "Invalid request: missing required field 'command': what shall I look at?",
        }
    ]


def test_what_speaks_nothing_is_said(machine: Machine) -> None:
    silent = machine.run("ext", "conform", "--", "/bin/true", "x")
    assert (silent.code, silent.out) == (1, "")
    assert silent.err.startswith("wicket: true answers neither `validateCommand` nor `initialize`")
    assert machine.run("ext", "conform", "--", "/no/such/program", "x").code == 2
    assert machine.run("ext", "conform", "--patience", "nan", "x").err == (
        "wicket: --patience is a number of seconds, like 5\n"
    )


def test_a_person_at_a_terminal_sees_how_far_it_is(machine: Machine) -> None:
    command = [sys.executable, "-S", str(FAULTY / "honest_runok.py")]
    code, shown = machine.run_at_terminal("", "ext", "conform", "-p", "runok", "--", *command)
    assert code == 0
    assert "\rR-S1    \rR-S2    " in shown
