"""From nothing to a request that a person approves in a browser: every step that the README promises, as a script."""

import asyncio
from pathlib import Path

import pytest

from e2e.demo_gate import gate
from host.processes import BOUND_S
from web.browsers import browser, watched

pytestmark = pytest.mark.timeout(120)


async def shell(line: str) -> tuple[int, str]:
    """Do what a person does in another terminal."""
    process = await asyncio.create_subprocess_shell(
        line, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(BOUND_S):
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_a_request_is_approved_in_the_browser(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with gate(tmp_path) as opened, browser() as chromium:
        allowed, asked, denied = opened.proposed
        assert (await shell(allowed))[0] == 0
        assert (await shell(denied))[0] == 77
        seen = await watched(chromium, opened.link)
        await seen.page.wait_for_selector("text=Nothing is waiting.")
        launcher = allowed.partition(" ")[0]
        await seen.page.wait_for_selector(f".example:has-text('{launcher} run -- ')")
        async with asyncio.TaskGroup() as group:
            request = group.create_task(shell(asked.partition("   #")[0].rpartition(" ")[0] + f" {proof}"))
            await seen.page.wait_for_selector(f".sheet .stages >> text=touch {proof}")
            await seen.armed()
            await seen.page.click("button:has-text('Approve a')")
        assert request.result() == (0, "")
        assert proof.exists()
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])
        assert await opened.stop() == 0
        assert opened.left_behind() == []
