"""One notice to one address: what is sent, and what is said if it cannot be."""

import asyncio

import pytest

from wicket.gateway.webhook_sending import LINE_CHARS, cut, header, is_web_address, post


@pytest.mark.parametrize(("status", "trouble"), [("200 OK", ""), ("204 No Content", ""), ("500 No", "it answered 500")])
async def test_a_post_says_how_it_went(status: str, trouble: str) -> None:
    got: list[bytes] = []

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        got.append(await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(2))
        writer.write(f"HTTP/1.1 {status}\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(receive, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        said = await post(f"http://127.0.0.1:{port}/topic?x=1", {"Title": "t"}, b"hi", "application/json")
    assert said == trouble
    assert got == [
        f"POST /topic?x=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: 2\r\n"
        "Content-Type: application/json\r\nTitle: t\r\n\r\nhi".encode()
    ]


async def test_who_does_not_answer_is_trouble() -> None:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        assert await post(f"http://127.0.0.1:{port}/", {}, b"") == "it answered 0"
    assert "127.0.0.1" in await post(f"http://127.0.0.1:{port}/", {}, b"")


def test_words_fit_a_header_and_a_phone() -> None:
    assert header("a\r\nb\N{BULLET}") == "a??b?"
    assert (cut("x" * LINE_CHARS), len(cut("x" * 999))) == ("x" * LINE_CHARS, LINE_CHARS)
    assert [is_web_address(text) for text in ("https://x", "http://x:1/y", "ftp://x", "https://[", "https://ä")] == [
        True,
        True,
        False,
        False,
        False,
    ]
