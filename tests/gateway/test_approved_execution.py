"""Approved admitted requests run: ours at once, root's one after the other, and all of them end when told to."""

import asyncio
import os
from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.gateways import bench, request
from host.processes import BOUND_S, eventually
from wicket.gateway.approved_execution import Runner
from wicket.gateway.errors import GatewayError
from wicket.gateway.executable_identity import resolve
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.sudo_password_questions import no_password


def look() -> None:
    """Nothing has changed in the last moment."""


async def test_a_request_runs_with_the_defaults_of_this_user(tmp_path: Path) -> None:
    asked = admitted("env", privileged=False, programs=(resolve("env", DEFAULT_PATH, "/"),), env=(("LANG", "C"),))
    async with asyncio.timeout(BOUND_S):
        outcome = await Runner(None, 10.0, "/agent").run(asked, no_password, look)
    names = sorted(line.partition(b"=")[0] for line in outcome.stdout.splitlines())
    assert names == [b"HOME", b"LANG", b"LOGNAME", b"PATH", b"USER"]


async def test_a_user_without_an_account_has_defaults_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54321)  # as in a container
    runner = Runner(None, 10.0, "/agent")
    monkeypatch.undo()
    asked = admitted("env", privileged=False, programs=(resolve("env", DEFAULT_PATH, "/"),))
    async with asyncio.timeout(BOUND_S):
        outcome = await runner.run(asked, no_password, look)
    lines = sorted(outcome.stdout.splitlines())
    assert lines == [b"HOME=/", b"LOGNAME=uid 54321", f"PATH={DEFAULT_PATH}".encode(), b"USER=uid 54321"]


async def test_what_is_objected_to_in_the_last_moment_does_not_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"

    def objection() -> None:
        raise GatewayError("too late")

    for privileged in (False, True):
        asked = admitted(f"touch {proof}", privileged=privileged, programs=(resolve("touch", DEFAULT_PATH, "/"),))
        with pytest.raises(GatewayError, match="too late"):
            await Runner(None, 10.0, "").run(asked, no_password, objection)
    assert not proof.exists()


async def test_all_that_runs_is_ended_together() -> None:
    runner = Runner(None, 60.0, "")
    asked = admitted("sleep 60", privileged=False, programs=(resolve("sleep", DEFAULT_PATH, "/"),))
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        running = [group.create_task(runner.run(asked, no_password, look)) for _ in range(3)]
        await eventually(lambda: len(runner.running) == 3)
        runner.stop("enough")
    assert [task.result().failure for task in running] == ["enough"] * 3


@pytest.mark.rule("P-D31")
async def test_who_leaves_right_after_the_approval_gets_nothing_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path) as opened:
        visit = opened.gateway.admit(request(f"touch {proof}"), os.geteuid(), os.getpid())
        assert isinstance(visit, RequesterSession)
        async with asyncio.TaskGroup() as group:
            group.create_task(opened.gateway.serve(visit))
            await opened.until_waiting()
            opened.gateway.approve(opened.gateway.pending()[0].ticket, by="me", door="test")
            visit.leave()
        [result] = await opened.entries("result")
        assert result.fields["failure"] == "the requester left before it could run"
    assert not proof.exists()


async def test_a_folder_that_was_swapped_while_a_person_was_thinking_is_not_entered(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    elsewhere.mkdir()

    def swap() -> None:
        folder.rename(tmp_path / "away")
        folder.symlink_to(elsewhere)

    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        for meddle in (folder.rmdir, swap):
            folder.mkdir()
            asked = group.create_task(opened.ask(request("touch proof", cwd=str(folder))))
            await opened.until_waiting()
            cwd = opened.gateway.pending()[0].admitted.cwd
            meddle()
            opened.gateway.approve(opened.gateway.pending()[0].ticket, by="me", door="test")
            said = f"the folder {cwd} is gone or another since it was looked up; ask again"
            assert ((await asked).status, (await asked).message) == ("error", said)
        assert [entry.fields["exit_codes"] for entry in await opened.entries("result")] == [[], []]
    assert [path.name for path in elsewhere.iterdir()] == []
