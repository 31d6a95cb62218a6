"""What a process that judges may say, and what becomes of one that says anything else."""

import dataclasses
import os
import sys
from pathlib import Path

import pytest

from gateway.test_judge_pool import find, there
from host.processes import BOUND_S, eventually
from wicket.gateway.judge_pool import Judges, Patience

POLICY = """
rules:
- allow: ls *
- deny: rm *
  message: nothing is removed here
  fix_suggestion: move it
"""

LASTING = Patience(deadline_s=BOUND_S)  # longer than anything in a test takes


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy"
    file.write_text(POLICY)
    return file


TALKING = """
import os, sys, time
sys.path[:] = sys.argv[2:]
from wicket.gateway.serialized_verdict import Finding
from wicket.gateway.judge_messages import Messages, message

def say(call, said, **more):
    return message({"call": call, "said": said, **more})

def found(call, decision="allow", **more):
    return say(call, "found", finding=Finding(decision).spelled(), **more)

os.write(1, say(0, "ready"))
messages = Messages()
while data := os.read(0, 1 << 20):
    for told, _ in messages.receive(data):
        call = told["call"]
        loaded = say(call, "loaded", default="ask")
        exec(sys.argv[1])
"""


def talking(code: str) -> list[str]:
    """Give the command line of a process that answers a call as this code says."""
    return [sys.executable, "-I", "-c", TALKING, code, *(path for path in sys.path if os.path.isabs(path))]


BROKEN = "it is not understood: "


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("os.write(1, loaded + found(call + 1))", BROKEN),
        ("os.write(1, loaded + found(0))", BROKEN),
        ("os.write(1, loaded + found(None))", BROKEN),
        ("os.write(1, message({'said': 'found', 'finding': Finding('allow').spelled()}))", BROKEN),
        ("os.write(1, found(call) + found(call))", BROKEN),
        ("os.write(1, found(call) + loaded)", BROKEN),
        ("os.write(1, loaded + loaded + found(call))", BROKEN),
        ("os.write(1, found(call) + bytes([255] * 8))", BROKEN),
    ],
)
async def test_what_was_not_asked_is_never_believed(policy: Path, code: str, said: str) -> None:
    async with Judges(program=talking(code), patience=LASTING) as judges:
        for _ in range(2):
            seen = await find(judges, "ls x", policy)
            assert (seen.decision, said in seen.reason) == ("ask", True), seen
            assert judges.pids == ()


@pytest.mark.parametrize(("field", "value"), [("decision", "sure"), ("policy", "mine")])
async def test_a_finding_that_does_not_exist_is_asked_about(policy: Path, field: str, value: str) -> None:
    spelled = f"{{**Finding('allow').spelled(), {field!r}: {value!r}}}"
    code = f"os.write(1, loaded + say(call, 'found', finding={spelled}))"
    async with Judges(program=talking(code), patience=LASTING) as judges:
        seen = await find(judges, "ls x", policy)
    assert (seen.decision, seen.policy, "no finding: " in seen.reason) == ("ask", "unknown", True), seen


async def test_what_speaks_while_it_has_nothing_to_do_is_killed(policy: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    # Its second answer comes when the first one has been taken, and is meant for the next text.
    late = f"os.write(1, found(call, 'deny')); open({str(gate)!r}).read(); os.write(1, found(call + 1))"
    async with Judges(program=talking(late), patience=LASTING) as judges:
        assert (await find(judges, "ls x", policy)).decision == "deny"
        [pid] = judges.pids
        gate.write_text("now")
        await eventually(lambda: not there(pid))
        assert judges.pids == ()
        assert judges._idle == []


@pytest.mark.parametrize("size", ["(4 << 20) + 1, 0", "2, (6 << 20) + 1"])
async def test_a_message_without_a_sensible_end_is_not_waited_for(policy: Path, size: str) -> None:
    code = f"import struct; os.write(1, loaded + struct.pack('!II', {size}))"
    async with Judges(program=talking(code), patience=LASTING) as judges:
        seen = await find(judges, "ls x", policy)
    assert (seen.decision, "a message without end" in seen.reason) == ("ask", True), seen


async def test_a_process_that_says_that_it_leaves_is_not_asked_again(policy: Path) -> None:
    async with Judges(program=talking("os.write(1, loaded + found(call, last=True))"), patience=LASTING) as judges:
        for _ in range(2):
            assert (await find(judges, "ls x", policy)).decision == "allow"
            assert judges._idle == []


async def test_a_policy_that_is_still_being_loaded_has_more_time(policy: Path) -> None:
    patience = Patience(deadline_s=0.5, load_s=BOUND_S)
    late = "time.sleep(1.5); os.write(1, loaded + found(call))"
    async with Judges(program=talking(late), patience=patience) as judges:
        assert (await find(judges, "ls x", policy)).decision == "allow"
    endless = "os.write(1, loaded); time.sleep(3600)"
    async with Judges(program=talking(endless), patience=patience) as judges:
        assert (await find(judges, "ls x", policy)).reason.endswith("it was not judged within 0.5 s")
    never = dataclasses.replace(patience, load_s=0.5)
    async with Judges(program=talking("time.sleep(3600)"), patience=never) as judges:
        assert (await find(judges, "ls x", policy)).decision == "ask"
