"""One end of a wire inside a test's process, with the extension's real server at the other end."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any

from wicket.errors import WicketError
from wicket.sdk import json_codec
from wicket.sdk.process_start_and_end import serve_on
from wicket.sdk.protected_stdio import Wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.sdk.extension import Extension

__all__ = ["Conversation", "NoAnswer"]

# How long a test waits for an answer before it fails.
WAIT_S = 10.0


class NoAnswer(WicketError):
    """The extension did not say what a test waited for."""


class Conversation:
    """One end of a wire, with the extension's server at the other end, in a thread."""

    def __init__(self, extension: Extension, wire: str | None, config: dict[str, Any] | None = None) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self._fds = [theirs_in, theirs_out, ours_in]
        self._out: int | None = ours_out
        self._ours = Wire(ours_in, ours_out)
        self._unheard: list[dict[str, Any]] = []
        self.spoken: list[tuple[str, str]] = []
        self.exit_code: int | None = None
        ends = Wire(theirs_in, theirs_out)

        def serve() -> None:
            try:
                self.exit_code = serve_on(extension, ends, wire, config)
            finally:
                os.close(theirs_out)
                self._fds.remove(theirs_out)

        self._thread = threading.Thread(target=serve, name="extension", daemon=True)
        self._thread.start()

    def say(self, frame: dict[str, Any] | bytes) -> None:
        """Say one line."""
        line = frame if isinstance(frame, bytes) else json_codec.encode(frame)
        self.spoken.append(("host", line.decode(errors="replace")))
        self._ours.write(line + b"\n")

    def hear(self, match: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Wait for a message that matches; others are kept for later.

        Raises:
            NoAnswer: none came, or the extension has ended.
        """
        for index, frame in enumerate(self._unheard):
            if match(frame):
                return self._unheard.pop(index)
        deadline = time.monotonic() + WAIT_S
        while (frame_or_none := self._next(deadline)) is not None:
            if match(frame_or_none):
                return frame_or_none
            self._unheard.append(frame_or_none)
        raise NoAnswer(f"the extension said nothing of the kind; it did say: {[text for _, text in self.spoken]}")

    def kept(self, match: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """Take the messages that match out of those that nobody waited for."""
        found = [frame for frame in self._unheard if match(frame)]
        self._unheard = [frame for frame in self._unheard if not match(frame)]
        return found

    def hang_up(self) -> None:
        """Close our end: the extension sees the end of its input."""
        if self._out is not None:
            os.close(self._out)
            self._out = None

    def close(self) -> None:
        """Hang up, and wait for the extension to end."""
        self.hang_up()
        deadline = time.monotonic() + WAIT_S
        while (frame := self._next(deadline)) is not None:
            self._unheard.append(frame)
        self._thread.join(WAIT_S)
        for fd in self._fds:
            os.close(fd)
        self._fds = []

    def _next(self, deadline: float) -> dict[str, Any] | None:
        if not self._ours.lines.arrives(max(0.0, deadline - time.monotonic())):
            return None
        line = self._ours.lines.next()
        if not isinstance(line, bytes):
            return None
        self.spoken.append(("extension", line.decode()))
        frame: dict[str, Any] = json_codec.decode(line)
        return frame
