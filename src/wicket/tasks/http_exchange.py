"""One HTTP request and its answer, within a deadline that is kept whatever the server does."""

import asyncio
import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from wicket.displayed_text import excerpt
from wicket.errors import WicketError

__all__ = ["Answer", "HttpFailure", "exchange"]

MAX_BODY_BYTES = 16 * 1024 * 1024
_SOCKET_S = 600.0


class HttpFailure(WicketError):
    """There was no answer: nobody listens, the address is none, or the connection broke."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


async def exchange(
    method: str, url: str, *, headers: Mapping[str, str] | None = None, body: bytes | None = None
) -> Answer:
    """Send a request and give the answer, whatever its status: a redirect is one.

    It runs in a thread of its own; cancelled, the connection is closed under it, and nobody waits for it.

    Raises:
        HttpFailure: there is no answer.
    """
    parts = _parts(url)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Answer] = loop.create_future()
    try:
        connection = _connection(parts)
    except (http.client.HTTPException, ValueError) as error:
        raise HttpFailure(f"{excerpt(url)!r} is no address: {excerpt(str(error))}") from None

    def work() -> None:
        try:
            found: Answer | HttpFailure = _ask(connection, method, parts, headers or {}, body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            found = HttpFailure(f"{method} {excerpt(url)}: {str(error) or type(error).__name__}")
        finally:
            connection.close()
        with suppress(RuntimeError):  # the loop is closed: nobody waits any longer
            loop.call_soon_threadsafe(_settle, answer, found)

    threading.Thread(target=work, name="http-exchange", daemon=True).start()
    try:
        return await answer
    finally:
        _hang_up(connection)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise HttpFailure(f"{excerpt(url)!r} is no address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise HttpFailure(f"{excerpt(url)!r} is no address; it must begin with http:// or https://")
    return parts


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "https":
        return http.client.HTTPSConnection(host, parts.port, timeout=_SOCKET_S, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, parts.port, timeout=_SOCKET_S)


def _ask(
    connection: http.client.HTTPConnection,
    method: str,
    parts: SplitResult,
    headers: Mapping[str, str],
    body: bytes | None,
) -> Answer:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request(method, target, body=body, headers=dict(headers))
    response = connection.getresponse()
    data = response.read(MAX_BODY_BYTES + 1)
    if len(data) > MAX_BODY_BYTES:
        raise ValueError(f"the answer is longer than {MAX_BODY_BYTES} bytes")
    return Answer(response.status, {key.lower(): value for key, value in response.getheaders()}, data)


def _settle(answer: asyncio.Future[Answer], found: Answer | HttpFailure) -> None:
    if answer.done():
        return
    if isinstance(found, HttpFailure):
        answer.set_exception(found)
    else:
        answer.set_result(found)


def _hang_up(connection: http.client.HTTPConnection) -> None:
    """Wake a thread that still reads."""
    if (sock := connection.sock) is not None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
