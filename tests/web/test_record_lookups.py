"""Reading the record for the page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gateway.gateways import Bench, bench, denies, request
from web.consoles import MANY
from wicket.gateway.record_search import Search
from wicket.web import record_lookups
from wicket.web.record_lookups import PAGE_ITEMS, Reading


@asynccontextmanager
async def written(folder: Path, count: int) -> AsyncIterator[tuple[Bench, Reading]]:
    async with bench(folder, settings={"limits": MANY}) as made:
        denies(made.gateway)
        for number in range(count):
            await made.ask(request(f"echo {number}", session="even" if number % 2 == 0 else "odd"))
        reading = Reading(made.ledger.path)
        try:
            yield made, reading
        finally:
            reading.close()


async def test_the_newest_come_first_and_a_page_at_a_time(tmp_path: Path) -> None:
    async with written(tmp_path, PAGE_ITEMS + 5) as (_, reading):
        first = await reading.page(Search())
        assert [item.line for item in first.items] == [f"echo {n}" for n in range(PAGE_ITEMS + 4, 4, -1)]
        assert first.before is not None
        rest = await reading.page(Search(), first.before)
        assert [item.line for item in rest.items] == [f"echo {n}" for n in range(4, -1, -1)]
        assert rest.before is None


async def test_words_and_filters_find(tmp_path: Path) -> None:
    async with written(tmp_path, 6) as (_, reading):
        assert [item.line for item in (await reading.page(Search(text="3"))).items] == ["echo 3"]
        assert len((await reading.page(Search(session="odd"))).items) == 3
        assert (await reading.page(Search(decision="approved"))).items == ()
        assert (await reading.page(Search(text='"(*'))).items == ()


async def test_a_search_that_takes_long_goes_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_lookups, "SEARCH_S", -1.0)
    async with written(tmp_path, 3) as (_, reading):
        found, before = [], None
        for _ in range(3):
            page = await reading.page(Search(), before)
            found += [item.line for item in page.items]
            before = page.before
        assert found == ["echo 2", "echo 1", "echo 0"]


async def test_a_request_is_found_by_its_ticket(tmp_path: Path) -> None:
    async with written(tmp_path, 2) as (made, reading):
        [first, _] = await made.entries("asked")
        assert await reading.request_of(first.fields["ticket"]) == first.request
        assert await reading.request_of("nobody") is None
        assert [chapter.title for chapter in await reading.story(first.request)] == ["A person was asked", "Denied"]
        assert await reading.story("nothing") == ()
