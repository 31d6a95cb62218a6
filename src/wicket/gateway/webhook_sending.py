"""Sends a notice to a webhook: one POST, in a bounded time, without following redirects."""

import asyncio
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

__all__ = ["cut", "header", "is_web_address", "post"]

SEND_S = 10.0
LINE_CHARS = 200


def is_web_address(text: str) -> bool:
    """Whether a notice can be sent there."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and text.isascii() and " " not in text
    except ValueError:
        return False


async def post(address: str, headers: Mapping[str, str], body: bytes, kind: str = "text/plain; charset=utf-8") -> str:
    """Send a body of this content type; say what went wrong, or nothing. The address may be a secret: it stays here."""
    try:
        async with asyncio.timeout(SEND_S):
            status = await _post(address, {"Content-Type": kind, **headers}, body)
    except (OSError, TimeoutError, ValueError, EOFError) as error:
        return str(error) or type(error).__name__
    return "" if 200 <= status < 300 else f"it answered {status}"


async def _post(address: str, headers: Mapping[str, str], body: bytes) -> int:
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [f"POST {target} HTTP/1.1", f"Host: {parts.netloc.rpartition('@')[2]}", "Connection: close"]
    lines += [f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context)
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        said = (await reader.readline()).split()
        return int(said[1]) if len(said) > 1 else 0
    finally:
        # All is said. A TLS goodbye would be waited for, also by a gateway that stops.
        writer.transport.abort()


def header(text: str) -> str:
    """Make of a text what a header can hold: ASCII, and one line."""
    return "".join(character if character.isascii() and character.isprintable() else "?" for character in text)


def cut(text: str) -> str:
    """Make a text as short as a phone shows it."""
    return text if len(text) <= LINE_CHARS else f"{text[: LINE_CHARS - 1]}…"
