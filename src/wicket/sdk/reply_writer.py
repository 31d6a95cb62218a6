"""Writes an extension's lines to the host: whole lines, one at a time, and for each call one answer."""

from __future__ import annotations

import threading
from contextlib import suppress

from wicket.sdk import json_codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.protected_stdio import Wire

__all__ = ["Ended", "Replies", "Reply", "Speaker"]


class Ended(BaseException):
    """A signal told this process to end. It must pass every `except Exception` on its way out."""


class Speaker:
    """Writes frames to the host. Once the host is gone or the last word is said, it stays silent."""

    def __init__(self, wire: Wire, lost: Callable[[], None] | None = None) -> None:
        self._wire = wire
        self._lock = threading.Lock()
        self._lost = lost
        self.silent = False

    def say(self, *frames: dict[str, Any]) -> None:
        """Write frames, each as one line, all of them in one piece."""
        self.write(b"".join(json_codec.encode(frame) + b"\n" for frame in frames))

    def write(self, data: bytes) -> None:
        """Write lines that are encoded already."""
        with self._lock:
            if self.silent:
                return
            try:
                self._wire.write(data)
            except OSError:
                self.silent = True
            else:
                return
        if self._lost is not None:
            self._lost()

    def last_word(self, *frames: dict[str, Any]) -> None:
        """Say this and nothing after it."""
        data = b"".join(json_codec.encode(frame) + b"\n" for frame in frames)
        with self._lock:
            if not self.silent and data:
                with suppress(OSError):  # nobody may be left to hear it
                    self._wire.write(data)
            self.silent = True


class Reply:
    """The answer that one call is owed."""

    __slots__ = ("_replies", "call", "cancelled", "done")

    def __init__(self, replies: Replies, call: Any) -> None:
        self._replies = replies
        self.call = call
        self.cancelled = False  # nobody waits for it any more
        self.done = False

    def claim(self) -> bool:
        """Say whether the answer is still owed; from now on it is not."""
        return self._replies.claim(self)

    def settle(self) -> None:
        """Note that nothing more is to be done for the call."""
        self._replies.settle(self)


class Replies:
    """All answers that are owed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._open: dict[int, Reply] = {}

    def owe(self, call: Any) -> Reply:
        """Note that a call came."""
        reply = Reply(self, call)
        with self._changed:
            self._open[id(reply)] = reply
        return reply

    def claim(self, reply: Reply) -> bool:
        """Take it upon oneself to answer; only the first may."""
        with self._changed:
            first, reply.done = not reply.done, True
            return first

    def settle(self, reply: Reply) -> None:
        """Forget a call that has been answered."""
        with self._changed:
            reply.done = True
            self._open.pop(id(reply), None)
            if not self._open:
                self._changed.notify_all()

    def find(self, call_id: Any) -> Reply | None:
        """Give what is owed to the call with this id."""
        with self._changed:
            for reply in self._open.values():
                if reply.call.id == call_id and type(reply.call.id) is type(call_id):
                    return reply
        return None

    def cancel(self, call_id: Any) -> Reply | None:
        """Note that nobody waits for a call any more, and give it if it is still at work."""
        reply = self.find(call_id)
        if reply is not None:
            reply.cancelled = True
        return reply

    def wait(self, timeout: float | None) -> list[Reply]:
        """Wait until nothing is owed, and give what still is when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, timeout)
            return list(self._open.values())
