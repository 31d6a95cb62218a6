"""Telling a webhook that somebody waits."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bounds import SOON_S
from gateway.admitted_requests import admitted
from git_server import for_tls
from host.processes import BOUND_S
from web.consoles import opened
from wicket.gateway.approval_queue import Waiting
from wicket.gateway.errors import NotStarted
from wicket.web import webhook_notice as notices
from wicket.web.webhook_notice import Settings, notice, settings


def test_a_notice_has_names_a_redacted_line_and_a_link_and_no_more() -> None:
    asked = admitted(
        "/usr/bin/curl --token hunter2 https://me:pass@host/", "sh", reason="secret reason", session="secret session"
    )
    waiting = Waiting("1a2b", asked, 0.0, 60.0, 0, 1, "why")
    headers, body = notice(waiting, 2, "https://gate.example")
    assert headers == {
        "Title": "curl | sh waits",
        "Click": "https://gate.example/#/request/1a2b",
        "Tags": "door",
    }
    assert body.decode() == (
        "/usr/bin/curl --token '[redacted]' 'https://me:[redacted]@host/' | sh\n"
        "1a2b, and 2 more\nhttps://gate.example/#/request/1a2b\n"
    )


def test_hostile_names_break_no_header() -> None:
    asked = admitted("x\r\nEvil:1", privileged=True)
    asked = type(asked)(id="1", pipeline=(("a\r\nEvil: 1\u202e",),), privileged=True)
    headers, body = notice(Waiting("t", asked, 0.0, 60.0, 0, 1, ""), 0, "http://x")
    assert headers["Title"] == "root: $'a\\r\\nEvil: 1\\u202e' waits"
    assert body.count(b"\n") == 3


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ({}, ("", "")),
        ({"webhook": "https://ntfy.example/topic?x=1"}, ("https://ntfy.example/topic?x=1", "")),
        ({"public_url": "https://Gate.example:443/"}, ("", "https://gate.example")),
    ],
)
def test_the_operator_is_understood(operator: dict[str, object], expected: tuple[str, str]) -> None:
    read = settings(operator)
    assert (read.webhook, read.public_url) == expected


@pytest.mark.parametrize(
    "operator",
    [{"webhook": 1}, {"webhook": "ntfy"}, {"webhook": "http://a b"}, {"webhook": "file:///x"}, {"public_url": "x/y"}],
)
def test_what_is_no_address_starts_nothing(operator: dict[str, object]) -> None:
    with pytest.raises(NotStarted, match="gateway"):
        settings(operator)


@asynccontextmanager
async def receiver(status: bytes = b"200 OK") -> AsyncIterator[tuple[str, "asyncio.Queue[bytes]"]]:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        heard.put_nowait(head + await reader.readexactly(length))
        writer.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/topic", heard
    finally:
        server.close()


async def test_a_webhook_is_told_once_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "PACE_S", 0.0)
    async with receiver() as (address, heard):
        where = Settings(address, "https://gate.example")
        async with opened(tmp_path, console_settings=where) as console, asyncio.timeout(BOUND_S):
            console.ask("echo one")
            first = (await heard.get()).decode()
            [ticket] = await console.waiting()
            console.ask("echo two")
            second = (await heard.get()).decode()
            assert first.startswith("POST /topic HTTP/1.1\r\nHost: 127.0.0.1:")
            assert f"Click: https://gate.example/#/request/{ticket}\r\n" in first
            assert first.endswith(f"\r\n\r\necho one\n{ticket}\nhttps://gate.example/#/request/{ticket}\n")
            assert "\r\n\r\necho two\n" in second
            # Whoever opens the link decides nothing.
            assert (await console.get(f"/request/{ticket}", authorization=None)).status == 404
            assert len(await console.waiting(2)) == 2


async def test_a_webhook_that_fails_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notices, "PACE_S", 0.0)
    async with receiver(b"500 No") as (address, heard):
        where = Settings(address)
        async with opened(tmp_path, console_settings=where) as console, asyncio.timeout(BOUND_S):
            for number in range(3):
                console.ask(f"echo {number}")
                await heard.get()
    said = [record.message for record in caplog.records if record.name == "wicket.web.webhook_notice"]
    assert said == ["the webhook could not be told that somebody waits: it answered 500"]


async def test_a_webhook_that_holds_the_line_does_not_keep_the_console_from_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, certificate = for_tls(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    asked = threading.Event()
    over = threading.Event()

    def hold(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with context.wrap_socket(connection, server_side=True) as held:
            held.recv(65536)
            asked.set()
            over.wait(BOUND_S)  # neither an answer nor a goodbye

    with socket.create_server(("127.0.0.1", 0)) as listener:
        holding = threading.Thread(target=hold, args=(listener,))
        holding.start()
        try:
            where = Settings(f"https://127.0.0.1:{listener.getsockname()[1]}/topic")
            async with opened(tmp_path, console_settings=where) as console:
                console.ask("true")
                assert await asyncio.to_thread(asked.wait, BOUND_S)
                began = time.monotonic()
            assert time.monotonic() - began < SOON_S
        finally:
            over.set()
            holding.join()
