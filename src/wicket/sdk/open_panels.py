"""The panels that an extension has on the screen: each has a lane for its keys, which ends with it."""

from __future__ import annotations

import threading

from wicket.sdk import stderr_logging
from wicket.sdk.events_and_keys import Key
from wicket.sdk.handler_calls import wait_for
from wicket.sdk.handler_threads import Lane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.handler_result_types import Panel

    Say = Callable[[dict[str, Any]], None]

__all__ = ["Panels"]


class Panels:
    """All that are open. `extension` is whose they are, and `say` the way to the host."""

    def __init__(self, extension: str, say: Say) -> None:
        self._extension = extension
        self._say = say
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Panel, Lane]] = {}
        self._count = 0

    def open(self, panel: Panel) -> dict[str, Any]:
        """Make room for a panel, and say how it first appears. One of the same name goes."""
        with self._lock:
            self._count += 1
            panel.id = panel.id or f"p{self._count}"
            _, before = self._open.pop(panel.id, (None, None))
            self._open[panel.id] = (panel, Lane(f"panel {panel.id}"))
        if before is not None:
            before.end()

        def say(frame: dict[str, Any]) -> None:
            if frame["type"] == "panel_close":  # by its own handler; hosts do not say it again
                _, lane = self._take(panel.id, panel)
                if lane is not None:
                    lane.end()
            self._say(frame)

        return panel.open(say)

    def pressed(self, id: str, key: Key) -> None:
        """Have a key handled, after those before it."""
        panel, lane = self._open.get(id, (None, None))
        if panel is not None and lane is not None and panel.on_key is not None:
            lane.do(lambda: None if panel.closed else self._handle(panel.on_key, panel, key))

    def closed(self, id: str) -> None:
        """Learn that the host has taken a panel off the screen."""
        panel, lane = self._take(id)
        if panel is None or lane is None:
            return
        panel.closed = True  # at once, so that a key that is being handled draws no more
        if panel.on_close is not None:
            lane.do(lambda: self._handle(panel.on_close, panel))
        lane.end()

    def end(self) -> None:
        """Let all lanes go: the host has said goodbye."""
        with self._lock:
            lanes = [lane for _, lane in self._open.values()]
            self._open = {}
        for lane in lanes:
            lane.end()

    def _take(self, id: str, meant: Panel | None = None) -> tuple[Panel | None, Lane | None]:
        """Take a panel out of those that are open, unless another has its name by now."""
        with self._lock:
            panel, lane = self._open.get(id, (None, None))
            if panel is None or meant not in (None, panel):
                return None, None
            del self._open[id]
            return panel, lane

    def _handle(self, function: Any, *arguments: Any) -> None:
        try:
            wait_for(lambda: function(*arguments))
        except BaseException as error:  # noqa: BLE001 - whatever the author's code raises
            stderr_logging.report(self._extension, "a panel's handler failed", error)
