"""What goes wrong around sudo, with a program in its place: no root is needed for that."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from gateway.test_sudo_helper_process import SUDO
from host.processes import BOUND_S, descriptors, eventually, zombies
from wicket.gateway import sudo_execution as module
from wicket.gateway.errors import GatewayError
from wicket.gateway.executable_identity import resolve
from wicket.gateway.pipeline_execution import Outcome, StageNotStarted
from wicket.gateway.process_table import living, members
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.sudo_execution import PrivilegedRun
from wicket.gateway.sudo_password_questions import PasswordDoor, no_password


def stand_in(folder: Path, text: str = SUDO) -> Path:
    program = folder / "sudo"
    program.write_text(text)
    program.chmod(0o755)
    return program


def prepared(folder: Path, *pipeline: tuple[str, ...], password: PasswordDoor = no_password) -> PrivilegedRun:
    programs = [resolve(stage[0], DEFAULT_PATH, "/") for stage in pipeline]
    sudo = resolve(str(folder / "sudo"), "", "/")
    return PrivilegedRun(pipeline, programs, sudo=sudo, cwd="/", env=[("LANG", "C")], password=password)


async def run(run: PrivilegedRun, timeout_s: float = BOUND_S) -> Outcome:
    async with asyncio.timeout(2 * BOUND_S):
        return await run.run(timeout_s)


def log(folder: Path) -> list[str]:
    return (folder / "sudo.log").read_text().splitlines()


async def test_the_words_of_sudo_are_these(tmp_path: Path) -> None:
    stand_in(tmp_path)
    asked: list[str] = []

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray:
            asked.append(question)
            return bytearray(b"open")

        def over(self) -> None:
            asked.append("over")

    outcome = await run(prepared(tmp_path, ("echo", "a b"), ("cat",), password=Door()))
    assert (outcome.stdout, outcome.failure) == (b"a b\n", "")
    assert asked == ["password for %p: ", "over"]
    said = log(tmp_path)
    assert said[:2] == ["-n -v", "-v -p password for %p: "]
    assert sorted(said[2:4]) == ["-n LANG=C -- /usr/bin/cat", "-n LANG=C -- /usr/bin/echo a b"]
    assert said[4:] == ["-k"]


async def test_without_a_password_the_rules_decide(tmp_path: Path) -> None:
    stand_in(tmp_path)
    outcome = await run(prepared(tmp_path, ("echo", "hi")))
    assert (outcome.stdout, outcome.failure) == (b"hi\n", "")
    assert log(tmp_path)[-1] == "-k"


async def test_who_writes_to_nobody_gets_the_usual_signal(tmp_path: Path) -> None:
    stand_in(tmp_path)
    outcome = await run(prepared(tmp_path, ("yes",), ("head", "-n", "1")))
    assert [(stage.exit_code, stage.signal) for stage in outcome.stages] == [(141, 13), (0, 0)]


async def test_a_wrong_password_runs_nothing(tmp_path: Path) -> None:
    stand_in(tmp_path)

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray:
            return bytearray(b"wrong")

    outcome = await run(prepared(tmp_path, ("echo", "hi"), password=Door()))
    assert (outcome.stages, outcome.failure) == ((), "sudo did not accept the password")
    assert log(tmp_path) == ["-n -v", "-v -p password for %p: ", "-k"]


async def test_a_stop_ends_it_and_sudo_forgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TERM_GRACE_S", BOUND_S)  # on a busy machine, it would be hung up before it ends
    stand_in(tmp_path)
    privileged = prepared(tmp_path, ("sleep", "60"))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(run(privileged))
        await eventually(lambda: privileged._helper._group)
        privileged.stop("the gateway is shutting down")
    outcome = running.result()
    assert (outcome.failure, [stage.signal for stage in outcome.stages]) == (
        "the gateway is shutting down",
        [signal.SIGTERM],
    )
    assert log(tmp_path)[-1] == "-k"


async def test_what_ignores_being_asked_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TERM_GRACE_S", 0.1)
    monkeypatch.setattr(module, "HANG_UP_GRACE_S", 0.1)
    stand_in(tmp_path)
    script = "trap '' TERM HUP QUIT INT; echo here; while :; do sleep 0.05; done"
    outcome = await run(prepared(tmp_path, ("sh", "-c", script)), timeout_s=0.5)
    assert (outcome.failure, outcome.stdout, outcome.left) == ("command timed out after 0.5s", b"here\n", ())
    assert "-k" in log(tmp_path)


async def test_a_session_that_is_killed_is_said_to_be_lost(tmp_path: Path) -> None:
    stand_in(tmp_path)
    privileged = prepared(tmp_path, ("sleep", "60"))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(run(privileged))
        await eventually(lambda: privileged._helper._group)
        session = privileged._helper.pid
        os.kill(session, signal.SIGKILL)
    assert running.result().failure == module.LOST
    await eventually(lambda: not living(members(session)))


async def test_a_silent_sudo_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.3)
    stand_in(tmp_path, '#!/bin/sh\n[ "$1" = -k ] || exec sleep 60\n')
    assert (await run(prepared(tmp_path, ("true",)))).failure == module.SILENT


async def test_a_sudo_that_has_changed_is_not_run(tmp_path: Path) -> None:
    stand_in(tmp_path)
    privileged = prepared(tmp_path, ("true",))
    stand_in(tmp_path, SUDO + "\n")
    with pytest.raises(StageNotStarted, match="sudo has changed since it was looked up"):
        await run(privileged)


async def test_cancelled_it_leaves_the_rest_to_the_helper(tmp_path: Path) -> None:
    stand_in(tmp_path)
    before = descriptors()
    privileged = prepared(tmp_path, ("sleep", "60"))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(privileged.run(60))
        await eventually(lambda: privileged._helper._group)
        running.cancel()
    await eventually(lambda: privileged._helper.gone)
    assert log(tmp_path)[-1] == "-k"
    assert zombies() == set()
    await eventually(lambda: descriptors() <= before)


async def test_a_person_who_does_not_answer_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path)
    monkeypatch.setattr(module, "PASSWORD_S", 0.1)

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray | None:
            await asyncio.Event().wait()
            return None

    outcome = await run(prepared(tmp_path, ("echo", "hi"), password=Door()))
    assert (outcome.stdout, outcome.failure) == (b"hi\n", "")  # a rule let it pass


async def test_a_stop_ends_the_waiting_for_a_password(tmp_path: Path) -> None:
    stand_in(tmp_path)

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray | None:
            privileged.stop("enough")
            await asyncio.Event().wait()
            return None

    privileged = prepared(tmp_path, ("echo", "hi"), password=Door())
    outcome = await run(privileged)
    assert (outcome.stages, outcome.failure) == ((), "enough")
    assert log(tmp_path)[-1] == "-k"


async def test_what_is_objected_to_after_the_password_does_not_run(tmp_path: Path) -> None:
    stand_in(tmp_path)

    class Door(PasswordDoor):
        async def ask(self, question: str) -> bytearray:
            return bytearray(b"open")

    def gone() -> None:
        raise GatewayError("the requester left")

    privileged = prepared(tmp_path, ("echo", "hi"), password=Door())
    privileged._look = gone
    with pytest.raises(GatewayError, match="the requester left"):
        await run(privileged)
    assert log(tmp_path) == ["-n -v", "-v -p password for %p: ", "-k"]
