"""The panel: a rectangle of lines that one extension at a time draws and gets keys from.

Whoever opens one replaces whatever was open, and its owner is told. Only the owner can draw in it, close it, or learn
which keys are pressed.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from wicket.displayed_text import one_line
from wicket.host.pipes import tell
from wicket.host.zot_session import ZotExtension
from wicket.wire.zot.messages import OpenPanel, PanelClose, PanelKey, PanelRender

__all__ = ["KEYS", "Panel", "PanelHooks", "Panels"]

# `rune` brings its text; `unknown` is what stands for every other key.
KEYS: Final = (
    *("up", "down", "left", "right", "enter", "tab", "pageup", "pagedown", "home", "end", "backspace", "delete"),
    *("rune", "unknown"),
)

# A screen, generously; what is beyond could not be seen.
MAX_LINES = 1000


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel as it is to be shown."""

    extension: str
    id: str
    title: str = ""
    lines: tuple[str, ...] = ()
    footer: str = ""


class PanelHooks(Protocol):
    """Whoever shows the panel."""

    def panel_opened(self, panel: Panel) -> None: ...
    def panel_changed(self, panel: Panel) -> None: ...
    def panel_closed(self, panel: Panel) -> None: ...


class Panels:
    """The one place for a panel, and who owns what is in it."""

    def __init__(self, hooks: PanelHooks) -> None:
        self._hooks = hooks
        self._owner: ZotExtension | None = None
        self.current: Panel | None = None

    def open(self, owner: ZotExtension, wanted: OpenPanel) -> Panel:
        """Show a new panel in place of the old one."""
        if (
            self._owner is not None
            and self.current is not None
            and (self._owner, self.current.id) != (owner, wanted.id)
        ):
            self._owner.tell(PanelClose(self.current.id))
        self._owner = owner
        self.current = Panel(
            owner.name, wanted.id, one_line(wanted.title), _shown(wanted.lines or ()), one_line(wanted.footer)
        )
        tell(self._hooks.panel_opened, self.current)
        return self.current

    def draw(self, extension: ZotExtension, frame: PanelRender | PanelClose) -> None:
        """Let an extension redraw or close its panel. What concerns another's is ignored."""
        if extension is not self._owner or self.current is None or frame.panel_id != self.current.id:
            return
        if isinstance(frame, PanelClose):
            self._gone()
            return
        self.current = replace(
            self.current,
            title=one_line(frame.title) or self.current.title,
            lines=_shown(frame.lines or ()),
            footer=one_line(frame.footer),
        )
        tell(self._hooks.panel_changed, self.current)

    def press(self, key: str, text: str = "") -> bool:
        """Hand a key to the panel's owner; `esc` closes the panel instead. False: there is no panel."""
        if self._owner is None or self.current is None:
            return False
        if key == "esc":
            return self.close()
        self._owner.tell(PanelKey(self.current.id, key if key in KEYS else "unknown", text if key == "rune" else ""))
        return True

    def close(self) -> bool:
        """Take the panel away, and tell its owner. False: there is none."""
        if self._owner is None or self.current is None:
            return False
        self._owner.tell(PanelClose(self.current.id))
        self._gone()
        return True

    def left(self, extension: ZotExtension) -> None:
        """Take away the panel of one that has left."""
        if extension is self._owner:
            self._gone()

    def _gone(self) -> None:
        panel, self.current, self._owner = self.current, None, None
        if panel is not None:
            tell(self._hooks.panel_closed, panel)


def _shown(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one_line(line) for line in lines[:MAX_LINES])
