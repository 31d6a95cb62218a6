"""Pages that do not keep up, and pages that hear nothing for long."""

import asyncio
from pathlib import Path

import pytest

from bounds import BOUND_S
from web.test_live_feed import Page, ask, fed
from wicket.web import page_broadcast as feeds


async def test_a_page_that_does_not_keep_up_starts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "BACKLOG", 1)
    monkeypatch.setattr(feeds, "PACE_S", 0.0)
    async with fed(tmp_path) as (made, feed, tasks):
        page, quick = Page(feed), Page(feed)
        await page.hear()
        await quick.hear()
        for number in range(4):
            ask(made, tasks, f"echo {number}")
            await quick.until(number + 1)
        await page.until(4)
        assert "whole" in page.kinds[1:]
        assert page.rows == quick.rows
        await page.leave()
        await quick.leave()


async def test_silence_is_broken_and_a_closed_feed_lets_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "HEARTBEAT_S", 0.01)
    async with fed(tmp_path) as (_, feed, _tasks):
        messages = feed.messages()
        assert (await anext(messages)).startswith(b"event: whole\n")
        assert await anext(messages) == b":\n\n"
        feed.close()
        async with asyncio.timeout(BOUND_S):
            assert [message async for message in messages] in ([], [b":\n\n"])
