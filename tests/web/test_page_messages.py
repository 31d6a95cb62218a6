"""What pages say is checked before anything is done."""

from pathlib import Path

import pytest

from web.consoles import opened


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"ids":1}',
        b'{"ids":[1]}',
        b'{"ids":["x"],"more":1}',
        b"\xff",
        b"[" * 60_000,
        b'{"ids":["\\ud800"]}',
    ],
)
async def test_what_is_not_understood_does_nothing(tmp_path: Path, body: bytes) -> None:
    async with opened(tmp_path) as console:
        console.ask("true")
        [ticket] = await console.waiting()
        answer = await console.send("POST", "/api/deny", body, origin=console.base, content_type="application/json")
        assert answer.status in (400, 409)
        assert await console.waiting() == [ticket]


@pytest.mark.parametrize(
    "query",
    [
        "since=x",
        "since=nan",
        "until=inf",
        "until=1e300",
        "exit=x",
        "before=99999999999999999999",
        "exit=9223372036854775808",
    ],
)
async def test_a_search_for_what_cannot_be_is_refused(tmp_path: Path, query: str) -> None:
    async with opened(tmp_path) as console:
        assert (await console.get(f"/api/record?{query}")).status == 400
