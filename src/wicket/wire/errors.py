"""Whose fault it is when a conversation goes wrong, and whether it can go on.

    ProtocolError
    ├── LocalProtocolError     we broke it: a bug of ours; nothing was sent and nothing has changed
    └── RemoteProtocolError    they broke it, and the conversation is over

A mistake that leaves the conversation usable is no exception but a `Fault`: a value that `messages()` yields among
the messages, with the answer to give if the protocol wants one.
"""

from typing import Generic, TypeVar

import msgspec

from wicket.errors import WicketError

__all__ = ["Fault", "LocalProtocolError", "ProtocolError", "RemoteProtocolError", "brief", "excerpt"]

# Enough of a bad line to recognise it in a log, and of a reason that quotes it, and no more.
EXCERPT_BYTES = 200
REASON_LENGTH = 300

Reply = TypeVar("Reply")


class ProtocolError(WicketError):
    """Someone broke the protocol. One of the two subclasses says who."""


class LocalProtocolError(ProtocolError):
    """We were about to say what may not be said. Nothing was sent; the conversation stands as before."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol beyond repair. `line` is what it said, cut short for a log."""

    def __init__(self, reason: str, line: bytes = b"") -> None:
        super().__init__(brief(reason))
        self.line = excerpt(line)


class Fault(msgspec.Struct, Generic[Reply], frozen=True):
    """A line the peer should not have sent, in a conversation that goes on. `line` is cut short for a log.

    `reply` is the message to send back, where the protocol wants one. `id` names the open call that the line was
    meant to answer: whoever waits for that answer need not wait any longer.
    """

    reason: str
    line: bytes = b""
    reply: Reply | None = None
    id: int | str | None = None

    def __post_init__(self) -> None:
        if len(self.line) > EXCERPT_BYTES:
            msgspec.structs.force_setattr(self, "line", excerpt(self.line))
        if len(self.reason) > REASON_LENGTH:
            msgspec.structs.force_setattr(self, "reason", brief(self.reason))


def excerpt(line: bytes | bytearray | memoryview) -> bytes:
    """Cut a line to what a log can bear."""
    return bytes(line[:EXCERPT_BYTES])


def brief(reason: str) -> str:
    """Cut a reason, which may quote what a peer said, to what a person can bear."""
    return reason if len(reason) <= REASON_LENGTH else f"{reason[:REASON_LENGTH]}…"
