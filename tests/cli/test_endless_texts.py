"""`wicket serve`, while a text is judged that never comes to an end: nobody else notices."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gateway.endless_judges import start
from machine import WAIT_S, Machine
from served_gateway import Served, serving
from wicket.gateway.process_table import descendants, living
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.response_statuses import SHUTTING_DOWN

LONG_S = 600.0
SHORT_S = 1.0

TOO_MUCH = f"it is too much to follow: it was not judged within {SHORT_S:g} s"


@pytest.fixture
def policy(machine: Machine) -> Path:
    folder = machine.root / ".config" / "wicket"
    folder.mkdir(parents=True)
    file = folder / "wicket.yml"
    file.write_text("rules: [{allow: echo *}]")
    return file


def until(condition: Callable[[], object]) -> None:
    """Wait for what nobody tells."""
    deadline = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def entries(served: Served) -> list[dict[str, Any]]:
    reader = Ledger(served.record)
    try:
        return [{"kind": entry.kind, **entry.fields} for entry in reader.entries()]
    finally:
        reader.close()


def decided(served: Served, word: str) -> dict[str, Any]:
    """Give the record of a decision, once it is there."""
    found: list[dict[str, Any]] = []

    def look() -> bool:
        found[:] = [each for each in entries(served) if each["kind"] == "decision" and word in each["pipeline"][0]]
        return bool(found)

    until(look)
    return found[0]


def judges(served: Served) -> list[int]:
    """Find the processes that judge."""
    found = []
    for pid in descendants(served.process.pid):
        try:
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"endless_judges import process" in line:
            found.append(pid)
    return found


def is_busy(pid: int) -> bool:
    """Whether a process computes, and does not wait for anything."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return stat[0] == "R" and int(stat[11]) > 20  # ticks of its own


def busy(served: Served) -> list[int]:
    """Wait until a process is busy with a text, and give those that are."""
    found: list[int] = []

    def look() -> bool:
        found[:] = [pid for pid in judges(served) if is_busy(pid)]
        return bool(found)

    until(look)
    return found


@pytest.mark.usefixtures("policy")
def test_others_are_answered_meanwhile(machine: Machine) -> None:
    with serving(machine, start=start(LONG_S)) as served:
        endless = [served.ask("echo endless") for _ in range(3)]
        busy(served)
        assert served.ask(action="ping").answer()["message"] == "pong"
        assert served.ask("echo fine").answer()["status"] == "ok"
        assert served.pending(0) == []  # none of them was given up
        # Whoever leaves has withdrawn, and its process goes on to serve nobody.
        for each in endless:
            each.leave()
        until(lambda: not any(is_busy(pid) for pid in judges(served)))
        said = decided(served, "endless")
        assert (said["decision"], said["judged"], said["judged_because"]) == ("withdrawn", "", "not judged")


def test_what_is_given_up_is_asked_about_and_recorded(machine: Machine, policy: Path) -> None:
    with serving(machine, start=start(SHORT_S)) as served:
        asked = served.ask("echo endless")
        [waiting] = served.pending()
        assert waiting["why"] == TOO_MUCH
        assert machine.run("deny", "--all", WICKET_APPROVER_TOKEN=served.token()).code == 0
        assert asked.answer()["status"] == "denied"
        said = decided(served, "endless")
        assert (said["judged"], said["judged_because"], said["decision"]) == ("ask", TOO_MUCH, "denied")
        # What changes in the policy is noticed; where the default is to deny, nobody is asked.
        policy.write_text("defaults: {action: deny}\nrules: [{allow: echo *}]")
        answer = served.ask("echo endless again").answer()
        assert (answer["status"], answer["message"]) == ("denied", TOO_MUCH)
        said = decided(served, "again")
        assert (said["judged"], said["decision"], said["by"]) == ("deny", "denied", "policy")
        assert served.ask("echo fine").answer()["status"] == "ok"


@pytest.mark.usefixtures("policy")
def test_a_process_that_is_killed_is_replaced(machine: Machine) -> None:
    with serving(machine, start=start(LONG_S)) as served:
        served.ask("echo endless")
        for pid in busy(served):
            os.kill(pid, signal.SIGKILL)
        [waiting] = served.pending()
        assert "killed by SIGKILL" in waiting["why"]
        assert served.ask("echo fine").answer()["status"] == "ok"


@pytest.mark.usefixtures("policy")
def test_sigterm_is_answered_at_once_and_nothing_is_left(machine: Machine) -> None:
    with serving(machine, start=start(LONG_S)) as served:
        asked = [served.ask("echo endless") for _ in range(3)]
        busy(served)
        ours = descendants(served.process.pid)
        began = time.monotonic()
        assert served.stop() == 0
        took = time.monotonic() - began
        assert [each.answer()["message"] for each in asked] == [SHUTTING_DOWN] * 3
        assert living(ours) == []
        assert took < WAIT_S / 4
        assert decided(served, "endless")["decision"] == "closed"


@pytest.mark.usefixtures("policy")
def test_a_gateway_that_is_killed_leaves_no_process_either(machine: Machine) -> None:
    with serving(machine, start=start(LONG_S)) as served:
        served.ask("echo endless")
        busy(served)
        ours = descendants(served.process.pid)
        served.process.kill()
        until(lambda: not living(ours))


def test_the_past_is_judged_anew_to_its_end(machine: Machine, policy: Path) -> None:
    with serving(machine, start=start(SHORT_S)) as served:
        assert served.ask("echo fine").answer()["status"] == "ok"
        asked = served.ask("echo endless")
        served.pending()
        asked.leave()
        decided(served, "endless")
    command = ["audit", "recheck", "--config", str(policy), "--json"]
    line = [*start(SHORT_S), *command]
    done = subprocess.run([sys.executable, *line], env=machine.environ, capture_output=True, timeout=WAIT_S, check=True)
    assert json.loads(done.stdout) == {"judged": 2, "changed": 0, "cleaned": 0, "changes": []}
