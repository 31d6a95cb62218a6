"""`wicket pause` takes a time and a reason at a terminal, is recorded, and can be ended."""

import json
import time

import pytest

from machine import Machine
from wicket.doors import pause
from wicket.gateway.spooled_verdicts import note_of

TOO_LITTLE = [["10m"], ["10m", "--reason", " "], ["25h", "--reason", "x"], ["0s", "--reason", "x"]]


@pytest.mark.rule("D-15")
def test_a_pause_is_asked_about_recorded_and_ended(machine: Machine) -> None:
    code, shown = machine.run_at_terminal("y", "pause", "10m", "--reason", "a release")
    assert (code, "Pause the guard? [y/N] " in shown) == (0, True)
    assert machine.run("pause").out.endswith("(a release), and the agent's own rules decide\n")
    assert machine.run("pause", "--end").err == "the guard is on again\n"
    assert machine.run("pause").out == "wicket is not paused\n"
    spool = [json.loads(line) for line in (machine.home / "hooks.spool").read_text().splitlines()]
    notes = [note for line in spool if (note := note_of(line, 7)) is not None]
    assert [(note.kind, note.body["because"], note.body["uid"]) for note in notes] == [
        ("paused", "a release", 7),
        ("resumed", "a release", 7),
    ]
    listed = json.loads(machine.run("audit", "--json").out)
    assert [(each["decision"], each["because"]) for each in listed] == [
        ("paused", "a release"),
        ("resumed", "a release"),
    ]
    table = machine.run("audit", "release").out
    assert "the guard is off until " in table
    assert "the guard is on again: ended by hand" in table
    (only,) = json.loads(machine.run("audit", "--decision", "resumed", "--json").out)
    assert only["decision"] == "resumed"
    for options in (["--cwd", "/"], ["--session", "x"], ["--exit", "0"], ["--decision", "denied"], ["another"]):
        assert machine.run("audit", *options).err == "nothing found\n"


@pytest.mark.rule("D-15")
def test_the_record_says_when_a_pause_ended_though_nothing_ran_then(machine: Machine) -> None:
    now = time.time()
    for since, reason in ((now - 900, "a release"), (now - 700, "another")):
        pause.start(str(machine.home), pause.Pause(since, since + 100, reason))
    listed = json.loads(machine.run("audit", "--json").out)
    assert [(each["decision"], each["because"], each.get("how"), round(each["at"] - now)) for each in listed] == [
        ("paused", "a release", "", round(listed[0]["at"] - now)),
        ("resumed", "a release", "its time was over", -800),
        ("paused", "another", "", round(listed[2]["at"] - now)),
        ("resumed", "another", "its time was over", -600),
    ]
    assert json.loads(machine.run("audit", "--json").out) == listed
    assert not (machine.home / "pause.json").exists()


@pytest.mark.rule("D-15")
def test_no_agent_pauses(machine: Machine) -> None:
    done = machine.run("pause", "10m", "--reason", "x")
    assert (done.code, "there is no terminal to ask on" in done.err) == (1, True)
    assert not (machine.home / "pause.json").exists()


@pytest.mark.parametrize("words", TOO_LITTLE)
def test_a_pause_has_a_reason_and_an_end(machine: Machine, words: list[str]) -> None:
    assert machine.run("pause", *words).code == 2
