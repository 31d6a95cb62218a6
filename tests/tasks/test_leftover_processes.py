"""Daemons of tasks end with their task, and those of a run that was killed with its clean-up."""

import errno
import os
import subprocess
import sys
from typing import Any

import pytest

from host.processes import end_marked as end_all
from host.processes import eventually, marked
from tasks.daemons import sleeping
from tasks.evals import Lab, script
from wicket.tasks.eval_run import Onlooker
from wicket.tasks.leftover_processes import end_marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

# Twice: a session of its own, and a second fork in it; and a daemon that has children.
DAEMON = "(setsid sleep 600 >/dev/null 2>&1 &); setsid sh -c 'sleep 600 & sleep 600' >/dev/null 2>&1 &"


def mark(name: str) -> tuple[str, str]:
    return "WICKET_TEST_MARK", f"{os.getpid()}-{name}"


@pytest.mark.parametrize("who", ["setup", "agent", "verify", "cleanup", "an extension"])
async def test_a_daemon_ends_with_the_task_or_the_run(lab: Lab, who: str) -> None:
    name, value = mark(f"daemon-{who}")
    lab.agent(DAEMON if who == "agent" else "true")
    phases: dict[str, Any] = {
        phase: [script(DAEMON if who == phase else "true")] for phase in ("setup", "verify", "cleanup")
    }
    if who == "an extension":
        program = lab.extension()
        started = f"__import__('subprocess').run(['sh', '-c', {DAEMON!r}])"
        program.write_text(
            program.read_text().replace('        say(method="log"', f'        {started}\n        say(method="log"')
        )
        phases["setup"] = [{"probe.echo": {}}]
    lab.task(requires=[{"extension": "probe"}] if who == "an extension" else [], **phases)
    try:
        result = await lab.one(env={name: value})
        assert result["status"] == "passed"
        assert not marked(f"{name}={value}")
    finally:
        end_all(f"{name}={value}")


async def test_a_daemon_of_set_up_lives_as_long_as_its_task(lab: Lab) -> None:
    name, value = mark("lives")
    alive = script('kill -0 "$(cat pid)"')
    setup = [script("setsid sleep 600 >/dev/null 2>&1 & echo $! > pid")]
    lab.task("a", setup=setup, verify=[alive], cleanup=[alive])
    lab.task("b", verify=[script('! kill -0 "$(cat pid)"')])
    try:
        first, second = await lab.run(env={name: value})
        assert (first["status"], first["cleanupFailed"], second["status"]) == ("passed", False, "passed")
    finally:
        end_all(f"{name}={value}")


# They have lost the mark, as servers do that write over their environment: nothing but the process tree tells.
BARE = "(setsid env -i PATH=$PATH sleep {} >/dev/null 2>&1 &); setsid env -i $(command -v sleep) {} >/dev/null 2>&1 &"


@pytest.mark.parametrize("who", ["setup", "agent", "verify", "cleanup", "an extension"])
async def test_one_without_a_mark_ends_too(lab: Lab, who: str, seconds: str) -> None:
    bare = BARE.format(seconds, seconds)
    lab.agent(bare if who == "agent" else "true")
    phases: dict[str, Any] = {
        phase: [script(bare if who == phase else "true")] for phase in ("setup", "verify", "cleanup")
    }
    if who == "an extension":
        program = lab.extension()
        started = f"__import__('subprocess').run(['sh', '-c', {bare!r}])"
        program.write_text(
            program.read_text().replace('        say(method="log"', f'        {started}\n        say(method="log"')
        )
        phases["setup"] = [{"probe.echo": {}}]
    lab.task(requires=[{"extension": "probe"}] if who == "an extension" else [], **phases)
    assert (await lab.one())["status"] == "passed"
    assert sleeping(seconds) == []


async def test_one_without_a_mark_lives_as_long_as_tasks_that_may_have_started_it(lab: Lab, seconds: str) -> None:
    bare = f"setsid env -i /bin/sh -c 'echo $$ > pid; exec sleep {seconds}' >/dev/null 2>&1 &"
    started = script(f"({bare}); until test -s pid; do sleep 0.05; done")
    alive = script('sleep 1; kill -0 "$(cat pid)"')
    lab.task("long", metadata={"parallel": True}, setup=[started], verify=[alive], cleanup=[alive])
    for name in "abc":
        lab.task(name, metadata={"parallel": True}, verify=[script("sleep 0.4")])
    results = await lab.run(parallel=2)
    assert [(one["status"], one["cleanupFailed"]) for one in results] == [("passed", False)] * 4
    assert sleeping(seconds) == []


async def test_a_mark_finds_them_when_nobody_is_their_parent() -> None:
    name, value = mark("found")
    process = subprocess.Popen(["sleep", "600"], env={name: value}, start_new_session=True)  # noqa: ASYNC220
    await eventually(lambda: bool(marked(f"{name}={value}")))
    assert end_marked(f"{name}={value}x") == 0
    assert end_marked(f"{name}={value}") >= 1
    assert process.wait() == -9


async def test_one_that_cannot_be_ended_is_told_of(lab: Lab, seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The step waits until it is `sleep`: what it was before may be ended.
    started = f"setsid env -i $(command -v sleep) {seconds} >/dev/null 2>&1 &"
    lab.task(setup=[script(f"{started} until grep -qs sleep /proc/$!/comm; do :; done")])
    kill = os.kill

    def refuse(pid: int, number: int) -> None:
        if pid in sleeping(seconds):
            raise PermissionError(errno.EPERM, "Operation not permitted")
        kill(pid, number)

    told: list[str] = []

    class Reader(Onlooker):
        def report(self, sentence: str) -> None:
            told.append(sentence)

    with monkeypatch.context() as patch:
        patch.setattr(os, "kill", refuse)
        run = lab.make_run(Reader())
        await run.run(lab.folder / "out.json")
    [said] = told  # once, though it was met at the end of the task and of the run
    assert said.endswith(" is left running: it cannot be ended (Operation not permitted)")
