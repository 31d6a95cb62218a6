"""One request and its answer, within its time."""

import asyncio
import socket

import pytest

from bounds import SOON_S
from tasks.web_server import serving
from wicket.tasks.http_exchange import HttpFailure, exchange


async def test_what_is_sent_and_what_comes_back() -> None:
    with serving() as served:
        served.says("/x?y=1", 201, {"a": 1})
        answer = await exchange("POST", f"{served.url}/x?y=1", headers={"X-A": "b"}, body=b"data")
        assert (answer.status, answer.text) == (201, '{"a": 1}')
        [(method, path, headers, body)] = served.asked
        assert (method, path, headers["x-a"], body) == ("POST", "/x?y=1", "b", b"data")


async def test_a_server_that_is_silent_is_not_waited_for() -> None:
    with serving() as served:
        begun = asyncio.get_running_loop().time()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await exchange("GET", f"{served.url}/hang")
        assert asyncio.get_running_loop().time() - begun < SOON_S


@pytest.mark.parametrize("url", ["ftp://x/", "http://", "nonsense", "http://127.0.0.1:99999/"])
async def test_what_is_no_address_is_told(url: str) -> None:
    with pytest.raises(HttpFailure, match="is no address"):
        await exchange("GET", url)


async def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(HttpFailure, match=f"GET http://127.0.0.1:{port}/: .*refused"):
        await exchange("GET", f"http://127.0.0.1:{port}/")
