"""Texts are judged in processes of their own: one that never ends costs its own verdict, and nobody else's."""

import asyncio
import dataclasses
import json
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gateway.endless_judges import PROGRAM
from host.processes import BOUND_S, descriptors, eventually, zombies
from wicket.doors.hook_messages import REFUSED, message, question
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_pool import Judges, Patience
from wicket.gateway.serialized_verdict import Finding, found
from wicket.loaded_policy import Policy

POLICY = """
rules:
- allow: ls *
- deny: rm *
  message: nothing is removed here
  fix_suggestion: move it
"""

LASTING = Patience(deadline_s=BOUND_S)  # longer than anything in a test takes
SHORT = Patience(deadline_s=3.0)
# One process and no spare one: on a busy machine, any text may seem to be a slow one.
ONE = Patience(quick=1, slow=0, quick_s=BOUND_S, deadline_s=BOUND_S)


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy"
    file.write_text(POLICY)
    return file


def job(text: str, policy: Path, **options: Any) -> Job:
    return Job(text, "/", {"PATH": "/usr/bin:/bin"}, str(policy), **options)


def write(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o755)


def there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def find(judges: Judges, text: str, policy: Path, whose: object = None) -> Finding:
    async with asyncio.timeout(BOUND_S):
        return await judges.find(job(text, policy), whose)


@pytest.mark.parametrize("text", ["ls -l | ls", "ls; rm -rf x", "frob $(cat x)", "if", "ls \udcff", ""])
async def test_a_finding_is_what_the_policy_says(policy: Path, text: str) -> None:
    async with Judges() as judges:
        seen = await judges.find(job(text, policy, explaining=True))
    verdict = Policy.load(policy).check(text, "/", {"PATH": "/usr/bin:/bin"}, explaining=True)
    assert seen == found(verdict, explaining=True)


async def test_a_text_without_end_is_given_up_and_asked_about(policy: Path) -> None:
    async with Judges(program=PROGRAM, patience=SHORT) as judges:
        seen = await find(judges, "ls endless", policy)
        assert (seen.decision, seen.reason) == ("ask", "it is too much to follow: it was not judged within 3 s")
        write(policy, "defaults: {action: deny}\nrules: [{allow: ls *}]")
        assert (await find(judges, "ls endless", policy)).decision == "deny"
        assert (await find(judges, "ls x", policy)).decision == "allow"


async def test_others_do_not_wait_for_texts_without_end(policy: Path) -> None:
    async with Judges(program=PROGRAM, patience=LASTING) as judges, asyncio.TaskGroup() as group:
        endless = [group.create_task(judges.find(job("ls endless", policy), "one")) for _ in range(8)]
        for _ in range(3):
            assert (await find(judges, "ls x", policy, "another")).decision == "allow"
        assert not any(each.done() for each in endless)
        assert len(judges.pids) <= LASTING.quick + LASTING.slow
        for each in endless:
            each.cancel()
        # Nor does anybody whose text was given up keep a place.
        assert (await find(judges, "ls x", policy, "one")).decision == "allow"


async def test_one_place_is_shared_in_turns(policy: Path) -> None:
    patience = Patience(quick=1, slow=1, quick_s=1.0, deadline_s=BOUND_S, waiting_s=BOUND_S)
    async with Judges(program=PROGRAM, patience=patience) as judges, asyncio.TaskGroup() as group:
        # One after the other, they would take longer than `find` waits.
        many = [group.create_task(judges.find(job("ls endless", policy), "one")) for _ in range(2 * int(BOUND_S))]
        await eventually(lambda: judges.pids)
        assert (await find(judges, "ls x", policy, "another")).decision == "allow"
        for each in many:
            each.cancel()


async def test_who_waits_too_long_for_a_place_is_told(policy: Path) -> None:
    patience = Patience(slow=1, deadline_s=BOUND_S, waiting_s=0.2)
    async with Judges(program=PROGRAM, patience=patience) as judges, asyncio.TaskGroup() as group:
        first = group.create_task(judges.find(job("ls endless", policy)))
        await eventually(lambda: judges._slow.full)
        second = await find(judges, "ls endless", policy)
        assert second.decision == "ask"
        assert second.reason.endswith(", and others are being judged for longer")
        first.cancel()


async def test_a_verdict_that_nobody_wants_any_more_ends_its_process(policy: Path) -> None:
    before = zombies()
    async with Judges(program=PROGRAM, patience=ONE) as judges:
        await find(judges, "ls x", policy)
        [pid] = judges.pids
        asked = asyncio.get_running_loop().create_task(judges.find(job("ls endless", policy)))
        await eventually(lambda: not judges._idle)
        asked.cancel()
        await eventually(lambda: not there(pid))
        assert pid not in judges.pids
        assert (await find(judges, "ls x", policy)).decision == "allow"
    assert zombies() <= before


async def test_a_process_that_is_killed_allows_nothing_and_is_replaced(policy: Path) -> None:
    async with Judges(program=PROGRAM, patience=ONE) as judges, asyncio.TaskGroup() as group:
        await find(judges, "ls x", policy)
        [pid] = judges.pids
        asked = group.create_task(find(judges, "ls endless", policy))
        await eventually(lambda: not judges._idle)
        os.kill(pid, signal.SIGKILL)
        seen = await asked
        assert (seen.decision, "killed by SIGKILL" in seen.reason) == ("ask", True)
        assert (await find(judges, "ls x", policy)).decision == "allow"
        for idle in judges.pids:  # those that have nothing to do as well
            os.kill(idle, signal.SIGKILL)
        await eventually(lambda: not judges.pids)
        assert (await find(judges, "ls x", policy)).decision == "allow"


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (["/not/there"], "cannot be started: "),
        (["true"], "has ended (exit code 0)"),
        ([sys.executable, "-c", "raise SystemExit('no wicket here')"], "(exit code 1: no wicket here)"),
        (["sleep", "20"], "it is not ready after 0.3 s"),
        (["sh", "-c", "printf 12345678; sleep 20"], "it is not understood: "),
        (["sh", "-c", r"printf '\\0\\0\\0\\2\\0\\0\\0\\0{}'; sleep 20"], "it is not understood: "),
    ],
)
async def test_a_process_that_cannot_judge_allows_nothing(policy: Path, program: list[str], said: str) -> None:
    async with Judges(program=program, patience=Patience(start_s=0.3)) as judges:
        seen = await find(judges, "ls x", policy)
    assert (seen.decision, said in seen.reason) == ("ask", True), seen


async def test_a_process_is_replaced_after_many_texts(policy: Path) -> None:
    async with Judges(program=PROGRAM, patience=dataclasses.replace(ONE, texts=2)) as judges:
        pids = list[set[int]]()
        for _ in range(2):
            assert (await find(judges, "ls x", policy)).decision == "allow"
            pids.append(set(judges.pids))
        assert pids[0].isdisjoint(judges.pids)
        assert (await find(judges, "ls x", policy)).decision == "allow"


async def test_memory_has_a_bound(policy: Path) -> None:
    async with Judges(program=PROGRAM, patience=LASTING) as judges:
        seen = await find(judges, "ls hungry", policy)
        assert (seen.decision, "MemoryError" in seen.reason) == ("ask", True)
        assert (await find(judges, "ls x", policy)).decision == "allow"


async def test_what_changes_in_the_policy_is_noticed(policy: Path) -> None:
    async with Judges() as judges:
        assert (await find(judges, "ls x", policy)).decision == "allow"
        write(policy, "rules: [{deny: ls *}]")
        assert (await find(judges, "ls x", policy)).decision == "deny"
        write(policy, "rules: 1")
        seen = await find(judges, "ls x", policy)
        assert (seen.policy, seen.decision) == ("broken", "ask")
        assert seen.problems[0].startswith(f"{policy}:1: ")


ANSWERS = """#!/bin/sh
cat >/dev/null
printf '{"jsonrpc":"2.0","id":1,"result":{"status":"%s","message":"%s"}}' "$1" "$2"
"""


@pytest.mark.parametrize(
    ("answer", "decision", "reason"),
    [("allow", "allow", "every command in it is allowed"), ("deny", "deny", "not you"), ("ask", "ask", "not you")],
)
async def test_validators_have_their_say(policy: Path, tmp_path: Path, answer: str, decision: str, reason: str) -> None:
    write(tmp_path / "guard", ANSWERS)
    kind = f"{{executor: './guard {answer} \"not you\"', commands: ['frob *']}}"
    write(policy, f"types: {{Guard: {kind}}}\n")
    async with Judges() as judges:
        seen = await find(judges, "frob it", policy)
        assert (seen.decision, seen.reason) == (decision, reason)
        assert seen.commands[0]["validators"] == [["Guard", answer, "not you"]]
        assert (await find(judges, "other", policy)).commands[0]["validators"] == []


async def test_not_without_end_many_wait_for_validators(policy: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    write(tmp_path / "guard", ANSWERS.replace("cat >/dev/null", f"cat {gate} >/dev/null"))
    write(policy, "types: {Guard: {executor: './guard allow', commands: ['frob *'], timeout: 60s}}")
    async with Judges(patience=Patience(validating=1)) as judges, asyncio.TaskGroup() as group:
        first = group.create_task(find(judges, "frob it", policy))
        await eventually(lambda: judges._validating)
        second = await find(judges, "frob it", policy)
        assert (second.decision, second.reason) == ("ask", "too many texts wait for their validators")
        await asyncio.to_thread(gate.write_text, "now")
        assert (await first).decision == "allow"
        assert not judges._validating


async def test_a_validator_may_take_longer_than_judging(policy: Path, tmp_path: Path) -> None:
    write(tmp_path / "guard", ANSWERS.replace("cat >/dev/null", "cat >/dev/null; sleep 4.5"))
    write(policy, "types: {Guard: {executor: './guard allow', commands: ['frob *'], timeout: 20s}}")
    async with Judges(patience=Patience(deadline_s=4.0)) as judges:
        assert (await find(judges, "frob it", policy)).decision == "allow"


async def test_who_waits_for_a_process_starts_none_after_the_end(policy: Path) -> None:
    judges = Judges(program=PROGRAM, patience=LASTING)
    async with asyncio.TaskGroup() as group:
        judges._keep_spare()
        asked = group.create_task(find(judges, "ls x", policy))
        await asyncio.sleep(0)
        await judges.close()
        assert (await asked).reason == "the gateway is stopping"
    assert judges.pids == ()
    assert not judges._guarded


async def test_nothing_is_left(policy: Path) -> None:
    before = descriptors(), zombies()
    judges = Judges(program=PROGRAM, patience=LASTING)
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(find(judges, "ls endless", policy)) for _ in range(3)]
        await eventually(lambda: judges._slow.full)
        pids = judges.pids
        await judges.close()
        assert {(await each).decision for each in asked} == {"ask"}
    assert not [pid for pid in pids if there(pid)]
    assert judges.pids == ()
    assert (await find(judges, "ls x", policy)).reason == "the gateway is stopping"
    assert (descriptors(), zombies()) == before


def asked(text: str) -> bytes:
    told = json.dumps({"tool": "shell", "command": text, "cwd": "/"}).encode()
    return question("0", ["--agent", "generic"], "/", {b"HOME": b"/nowhere"}, told)


async def test_a_hook_is_answered_at_once_if_a_process_is_idle() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=LASTING) as judges:
        told: asyncio.Future[tuple[bytes, Any]] = asyncio.get_running_loop().create_future()

        def then(answer: bytes, record: Any) -> None:
            told.set_result((answer, record["decision"]))

        assert judges.hook_at_once(asked("ls"), lambda: "me", then) is None  # there is none yet
        answer, record = await judges.hook(asked("ls"))
        while judges.hook_at_once(asked("ls"), lambda: "me", then) is None:
            await judges.hook(asked("ls"))
        assert await told == (answer, record["decision"])
        assert not judges._quick.full


async def test_a_hook_that_takes_long_goes_on_and_can_be_cancelled() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=LASTING) as judges:
        whose = asyncio.Event()
        await judges.hook(asked("ls"))
        await eventually(lambda: judges._idle != [])
        call = judges.hook_at_once(asked("endless"), whose.set, print)
        assert call is not None
        assert call._worker is not None
        busy = call._worker.pid
        await whose.wait()
        call.cancel()
        await eventually(lambda: not there(busy))
        await eventually(lambda: judges._quick._taken == 0 and judges._slow._taken == 0)


async def test_hooks_that_come_at_once_wait_in_turns_without_a_task() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=ONE) as judges:
        await judges.hook(asked("ls"))
        tasks, order, done = asyncio.all_tasks(), list[str](), asyncio.Event()

        def then(whose: str, _answer: bytes, _record: Any) -> None:
            order.append(whose)
            if len(order) == 5:
                done.set()

        for whose in "aaaba":
            judges.hook_at_once(asked("ls"), partial(str, whose), partial(then, whose))
        assert asyncio.all_tasks() == tasks
        await done.wait()
        assert (order, judges._quick._taken) == (["a", "a", "b", "a", "a"], 0)


async def test_a_hook_takes_the_process_that_is_done_first_and_another_is_started() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=LASTING) as judges:
        await judges.hook(asked("ls"))
        await eventually(lambda: judges._idle != [])
        (first,) = judges._idle
        done = [asyncio.get_running_loop().create_future() for _ in range(2)]
        calls = [judges.hook_at_once(asked("ls"), str, lambda *_, each=each: each.set_result(None)) for each in done]
        assert list(judges._without) == calls[1:]
        assert judges._spare is not None
        await asyncio.wait(done)
        assert {call and call._worker for call in calls} <= {first, *judges._idle}
        assert (list(judges._without), judges._quick._taken) == ([], 0)


async def test_a_hook_that_leaves_while_it_waits_takes_no_place() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=LASTING) as judges:
        await judges.hook(asked("ls"))
        await eventually(lambda: judges._idle != [])
        calls = [
            judges.hook_at_once(asked("ls"), str, print) for _ in range(3)
        ]  # judged, without a process, in the line
        for call in calls:
            assert call is not None
            call.cancel()
        assert list(judges._without) == []
        await eventually(lambda: judges._quick._taken == 0)


async def test_hooks_that_wait_are_told_when_the_gateway_stops() -> None:
    async with asyncio.timeout(BOUND_S), Judges(program=PROGRAM, patience=LASTING) as judges:
        await judges.hook(asked("ls"))
        answers: asyncio.Queue[bytes] = asyncio.Queue()
        for _ in range(5):
            judges.hook_at_once(asked("endless"), str, lambda answer, _record: answers.put_nowait(answer))
        await judges.close()
        assert {(await answers.get())[4:8] for _ in range(5)} == {message(REFUSED, b"")[4:8]}
        await eventually(lambda: judges._quick._taken == 0)
