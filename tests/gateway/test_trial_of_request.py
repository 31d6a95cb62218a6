"""What waits can be tried: it is shown what would change, nothing changes, and the request waits on."""

import asyncio
from pathlib import Path

import pytest

from bounds import BOUND_S
from gateway.admitted_requests import admitted
from gateway.gateways import bench, request
from oracle.sandbox import available
from wicket.gateway.errors import GatewayError, NotWaiting
from wicket.gateway.trial_of_request import can_be_tried, try_request


@pytest.mark.parametrize(
    ("text", "more", "can"),
    [
        ("touch a", {"privileged": False}, True),
        ("touch a", {"privileged": True}, False),
        ("Write /a", {"privileged": False, "hook": True}, False),
        ("bash -c ls", {"privileged": False, "hook": True}, True),
    ],
)
def test_what_can_be_tried(text: str, more: dict[str, bool], can: bool) -> None:
    assert can_be_tried(admitted(text, **more)) is can


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")
async def test_it_is_shown_and_waits_on(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "old").write_text("1\n")
    async with asyncio.timeout(BOUND_S), bench(tmp_path) as opened, asyncio.TaskGroup() as tasks:
        tasks.create_task(opened.ask(request("rm old", cwd=str(project), privileged=False)))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        lines = await try_request(opened.gateway, waiting.ticket, tmp_path / "home", by="me", door="test")
        assert lines == ("ended with exit code 0", "- old (2 bytes)", "1 deleted")
        assert ((project / "old").read_text(), len(opened.gateway.pending())) == ("1\n", 1)
        opened.gateway.deny_all(by="me", door="test")
        await opened.written()
        (entry,) = await opened.entries("tried")
        assert (entry.request, entry.fields["by"], entry.fields["door"]) == (waiting.ticket, "me", "test")


async def test_who_no_longer_waits_is_not_tried(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        with pytest.raises(NotWaiting):
            await try_request(opened.gateway, "none", tmp_path, by="me", door="test")


async def test_what_runs_as_root_is_not_tried(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as tasks:
        tasks.create_task(opened.ask(request("touch a", privileged=True)))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        with pytest.raises(GatewayError, match="cannot be tried"):
            await try_request(opened.gateway, waiting.ticket, tmp_path, by="me", door="test")
        opened.gateway.deny_all(by="me", door="test")
