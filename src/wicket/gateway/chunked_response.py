"""Spells a response out piece by piece, so that the first reaches the client while the last is not yet made.

It is byte for byte what the wire would say at once. Only `stdout` can be long enough to matter: the wire spells the
response with an empty one, and ours is put in its place as base64, a piece at a time. So a slow client costs no second
copy of its output, a third longer than the first.
"""

from collections.abc import Iterator

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from wicket.wire.errors import LocalProtocolError
from wicket.wire.sudo_proxy.connection import MAX_RESPONSE_BYTES, Daemon
from wicket.wire.sudo_proxy.messages import Response

__all__ = ["Piece", "pieces"]

Piece = bytes | memoryview

# Three bytes become four characters. A piece is about what a socket takes at once.
RAW_BYTES = 3 * 32 * 1024

# Quotes within a string are escaped, so this is nowhere but where it stands for an empty stdout.
_EMPTY = b'"stdout":"'

# A quarter faster than binascii; the quotes around each piece are left out without copying it.
_quoted = msgspec.json.Encoder().encode


def pieces(connection: Daemon, response: Response) -> Iterator[Piece]:
    """Say a response, as an iterator of what to write. What may not be said is answered by a shorter one."""
    stdout = response.stdout
    try:
        if isinstance(stdout, UnsetType) or len(stdout) <= RAW_BYTES:
            return iter((connection.send(response),))
        spelled = 4 * ((len(stdout) + 2) // 3)
        # The wire cannot see how long it will be, so that is for us to say.
        if spelled + sum(2 * len(stage.stderr) for stage in response.stages) > MAX_RESPONSE_BYTES:
            raise LocalProtocolError(
                f"the output is longer than the {MAX_RESPONSE_BYTES} bytes that a response may have"
            )
        return _spliced(connection.send(replace(response, stdout=b"")), stdout)
    except LocalProtocolError as error:
        short = Response(id=response.id, status="error", message=f"{error}; ask for less output")
        return iter((connection.send(short),))


def _spliced(line: bytes, stdout: bytes) -> Iterator[Piece]:
    before, opening, after = line.partition(_EMPTY)
    yield before + opening
    view = memoryview(stdout)
    for start in range(0, len(view), RAW_BYTES):
        yield memoryview(_quoted(view[start : start + RAW_BYTES]))[1:-1]
    yield after
