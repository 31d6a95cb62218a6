"""What open pages are told while something changes."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gateway.gateways import Bench, bench, request
from host.processes import BOUND_S
from web.consoles import MANY
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_session import RequesterSession
from wicket.web import page_broadcast as feeds
from wicket.web.live_feed import Feed


class Page:
    """A page that listens, and the line as it would show it."""

    def __init__(self, feed: Feed) -> None:
        self._messages = feed.messages()
        self.rows: dict[str, Any] = {}
        self.dropped: dict[str, list[str]] = {}
        self.kinds: list[str] = []

    async def hear(self) -> dict[str, Any]:
        while (message := await anext(self._messages)) == b":\n\n":
            self.kinds.append("heartbeat")
        kind, data = message.decode().strip().split("\n")
        said: dict[str, Any] = json.loads(data.removeprefix("data: "))
        self.kinds.append(kind.removeprefix("event: "))
        if "rows" in said:
            self.rows = {row["id"]: row for row in said["rows"]}
        self.rows |= {row["id"]: row for row in said.get("add", [])}
        for id, expires in said.get("alter", []):
            self.rows[id]["expires"] = expires
        for id, *how in said.get("drop", []):
            del self.rows[id]
            self.dropped[id] = how
        return said

    async def until(self, count: int) -> None:
        async with asyncio.timeout(BOUND_S):
            while len(self.rows) != count:
                await self.hear()

    async def leave(self) -> None:
        await self._messages.aclose()  # type: ignore[attr-defined]


@asynccontextmanager
async def fed(folder: Path) -> AsyncIterator[tuple[Bench, Feed, asyncio.TaskGroup]]:
    async with bench(folder, settings={"limits": MANY}) as made, asyncio.TaskGroup() as tasks:
        feed = Feed(made.gateway)
        try:
            yield made, feed, tasks
        finally:
            feed.close()
            made.gateway.close()


def ask(made: Bench, tasks: asyncio.TaskGroup, text: str) -> None:
    visit = made.gateway.admit(request(text), os.geteuid(), os.getpid())
    assert isinstance(visit, RequesterSession)
    tasks.create_task(made.gateway.serve(visit))


async def test_pages_that_come_early_and_late_see_the_same(tmp_path: Path) -> None:
    async with fed(tmp_path) as (made, feed, tasks):
        early = Page(feed)
        await early.hear()
        for number in range(5):
            ask(made, tasks, f"echo {number}")
        await made.until_waiting(5)
        late = Page(feed)
        await late.hear()
        await early.until(5)
        assert (early.rows, late.kinds) == (late.rows, ["whole"])
        first = made.gateway.pending()[0].ticket
        made.gateway.deny(first, by="me", door="test", because="no")
        await early.until(4)
        await late.until(4)
        assert early.dropped[first][:2] == late.dropped[first][:2] == ["denied", "denied by me at the test: no"]
        await early.leave()
        await late.leave()


async def test_much_at_once_is_few_messages(tmp_path: Path) -> None:
    async with fed(tmp_path) as (made, feed, tasks):
        page = Page(feed)
        await page.hear()
        for number in range(300):
            ask(made, tasks, f"echo {number}")
        await page.until(300)
        assert len(page.kinds) <= 20
        made.gateway.deny_all(by="me", door="test")
        await page.until(0)
        await page.leave()


async def test_when_the_clock_is_set_deadlines_are_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fed(tmp_path) as (made, feed, tasks):
        page = Page(feed)
        await page.hear()
        ask(made, tasks, "echo x")
        await page.until(1)
        [row] = page.rows.values()
        before = row["expires"]
        monkeypatch.setattr(feeds, "time", SimpleNamespace(time=lambda: time.time() + 540))
        ask(made, tasks, "echo y")
        await page.until(2)
        assert row["expires"] - before == pytest.approx(540, abs=2)
        await page.leave()


async def test_grants_are_told_when_made_used_and_revoked(tmp_path: Path) -> None:
    async with fed(tmp_path) as (made, feed, tasks):
        page = Page(feed)
        await page.hear()
        ask(made, tasks, "ls /tmp/x")
        await page.until(1)
        ticket = next(iter(page.rows))
        grant = made.gateway.grant(ticket, by="me", times=2, seconds=60)
        told: list[list[int]] = []
        async with asyncio.timeout(BOUND_S):
            while not told:
                said = await page.hear()
                told += [[one["left"] for one in said["grants"]]] if "grants" in said else []
            assert made.gateway.revoke(grant.id, by="me")
            while len(told) < 2:
                said = await page.hear()
                told += [[one["left"] for one in said["grants"]]] if "grants" in said else []
        assert told == [[2], []]
        await page.leave()


async def test_what_nobody_was_asked_about_is_news_of_the_record_once_it_is_there(tmp_path: Path) -> None:
    async def refuse(admitted: AdmittedRequest) -> Judgement:
        return Judgement("deny", "never")

    async with bench(tmp_path, judge=refuse) as made:
        feed = Feed(made.gateway)
        page = Page(feed)
        await page.hear()
        await made.ask(request("true"))
        async with asyncio.timeout(BOUND_S):
            said = await page.hear()
        assert said["recorded"] is True
        assert await made.decisions() == ["denied"]
        await page.leave()
        feed.close()


async def test_what_is_wrong_with_the_gateway_is_told_to_every_page(tmp_path: Path) -> None:
    async with fed(tmp_path) as (made, feed, _):
        early = Page(feed)
        assert (await early.hear())["warnings"] == []
        made.gateway.warn("the record is\x1b[2J not whole")
        said = ["the record is\\u001b[2J not whole"]
        assert (await early.hear())["warnings"] == said
        late = Page(feed)
        assert (await late.hear())["warnings"] == said
        await early.leave()
        await late.leave()
