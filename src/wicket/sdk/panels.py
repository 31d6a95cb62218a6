"""A panel on the person's screen: drawn, closed, and given its keys one after another."""

from __future__ import annotations

import threading

from wicket.sdk import stderr_logging
from wicket.sdk.events_and_keys import Key
from wicket.sdk.handler_calls import wait_for
from wicket.sdk.handler_threads import Lane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Say = Callable[[dict[str, Any]], None]

__all__ = ["Panel", "Panels", "panel"]


class Panel:
    """Lines on the person's screen that the extension draws and that take keys. Returned by a command, it opens.

    `on_key(panel, key)` is called for one key after another; `key.name` is `up`, `enter`, `rune` and so on, and
    `key.text` what a rune typed. Esc never comes: the host closes the panel with it, and `on_close(panel)` is called.
    """

    __slots__ = ("_send", "closed", "footer", "id", "lines", "on_close", "on_key", "title")

    def __init__(
        self,
        title: str = "",
        lines: Iterable[str] = (),
        footer: str = "",
        *,
        id: str = "",
        on_key: Callable[..., Any] | None = None,
        on_close: Callable[..., Any] | None = None,
    ) -> None:
        self.id = id
        self.title = title
        self.lines = [str(line) for line in lines]
        self.footer = footer
        self.on_key = on_key
        self.on_close = on_close
        self.closed = False
        self._send: Callable[[dict[str, Any]], None] | None = None

    def open(self, send: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Take the way to the host and say how the panel first appears."""
        self._send = send
        self.closed = False  # it may have been open before
        return _filled({"id": self.id, "title": self.title, "lines": self.lines, "footer": self.footer})

    def render(
        self, lines: Iterable[str] | None = None, *, title: str | None = None, footer: str | None = None
    ) -> None:
        """Draw it anew; what is not given stays. Once the panel is closed, this does nothing."""
        if lines is not None:
            self.lines = [str(line) for line in lines]
        if footer is not None:
            self.footer = footer
        if title is not None:
            self.title = title
        if self._send is not None and not self.closed:
            frame = {"type": "panel_render", "panel_id": self.id, "lines": self.lines, "footer": self.footer}
            if title:
                frame = {"type": "panel_render", "panel_id": self.id, "title": title, **frame}
            self._send(_filled(frame))

    def close(self) -> None:
        """Take it off the screen."""
        if self._send is not None and not self.closed:
            self.closed = True
            self._send({"type": "panel_close", "panel_id": self.id})


def panel(
    title: str = "",
    lines: Iterable[str] = (),
    footer: str = "",
    *,
    id: str = "",
    on_key: Callable[..., Any] | None = None,
    on_close: Callable[..., Any] | None = None,
) -> Panel:
    """Open a panel; see `Panel`."""
    return Panel(title, lines, footer, id=id, on_key=on_key, on_close=on_close)


def _filled(frame: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is empty."""
    return {name: value for name, value in frame.items() if value}


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
