"""Everything that can be said on zot's wire.

One JSON object per line; `type` names the frame, and the wire's name stands beside each class. A call carries an
`id`, and its answer carries the same one. An extension leaves out what it has nothing to say about; a host writes
its frames in full, because plain scripts index them without asking.
"""

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

__all__ = [
    "EVENTS",
    "INTERCEPTABLE",
    "PROTOCOL_VERSION",
    "Block",
    "Cancel",
    "CommandInvoked",
    "CommandResponse",
    "Event",
    "EventIntercept",
    "EventInterceptResponse",
    "Frame",
    "FromExtension",
    "FromHost",
    "Hello",
    "HelloAck",
    "Notify",
    "OpenPanel",
    "PanelClose",
    "PanelKey",
    "PanelRender",
    "Ready",
    "RegisterCommand",
    "RegisterTool",
    "Shutdown",
    "ShutdownAck",
    "Subscribe",
    "ToolCall",
    "ToolResult",
    "without_nulls",
]

PROTOCOL_VERSION: Final = 1

# The events a host sends, and those of them that an extension may hold up.
EVENTS: Final = ("session_start", "turn_start", "turn_end", "tool_call", "assistant_message")
INTERCEPTABLE: Final = ("tool_call", "turn_start", "assistant_message")

# Peers write an empty list as [], as null, or not at all.
Strings = tuple[str, ...] | None


class Frame(msgspec.Struct, tag_field="type", frozen=True):
    """Base of every frame. Its subclasses are final."""


# ── Said by the extension ────────────────────────────────────────────────────


class Hello(Frame, tag="hello", frozen=True, omit_defaults=True):
    """The first word: who is speaking. `capabilities` (commands, tools, events, panels, cancel) are advice."""

    name: str
    version: str = ""
    capabilities: Strings = None


class RegisterCommand(Frame, tag="register_command", frozen=True, omit_defaults=True):
    """Offers a slash command; `name` has no slash."""

    name: str
    description: str = ""


class RegisterTool(Frame, tag="register_tool", frozen=True, omit_defaults=True, kw_only=True):
    """Offers a tool that the model can call; `schema` is the JSON Schema of its arguments."""

    name: str
    description: str = ""
    schema: dict[str, Any]


class Subscribe(Frame, tag="subscribe", frozen=True, omit_defaults=True):
    """Asks for events, and for a say in some of them before they happen."""

    events: Strings = None
    intercept: Strings = None


class Ready(Frame, tag="ready", frozen=True):
    """All first registrations are said. Without it, a host waits for a moment of silence instead."""


class OpenPanel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A panel as it first appears."""

    id: str
    title: str = ""
    lines: Strings = None
    footer: str = ""


class CommandResponse(Frame, tag="command_response", frozen=True, omit_defaults=True):
    """What to do after a command: `prompt`, `insert`, `display`, `open_panel` or `noop`.

    A non-empty `error` is shown in place of the action.
    """

    id: str
    action: str = ""
    prompt: str = ""
    insert: str = ""
    display: str = ""
    error: str = ""
    open_panel: OpenPanel | None = None


class Block(msgspec.Struct, frozen=True):
    """A piece of a result: `text`, or an `image` with its base64 `data`. Other types pass, for the host to judge."""

    type: str
    text: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
    data: str | UnsetType = UNSET


class ToolResult(Frame, tag="tool_result", frozen=True, omit_defaults=True, kw_only=True):
    """What a tool found."""

    id: str
    content: tuple[Block, ...] | None = None
    is_error: bool = False


class EventInterceptResponse(Frame, tag="event_intercept_response", frozen=True, omit_defaults=True):
    """Whether a held-up event may happen, and with what instead. Absent fields change nothing.

    `modified_args` ought to be an object. It is not refused here, or the whole answer would be lost with it.
    """

    id: str
    block: bool = False
    reason: str = ""
    modified_args: Any = UNSET
    replace_text: str = ""


class Notify(Frame, tag="notify", frozen=True):
    """A note for the person. `level` is info, success, warn or error."""

    level: str
    message: str


class PanelRender(Frame, tag="panel_render", frozen=True, omit_defaults=True):
    """Redraws the extension's panel. An empty title keeps the old one."""

    panel_id: str
    title: str = ""
    lines: Strings = None
    footer: str = ""


class PanelClose(Frame, tag="panel_close", frozen=True):
    """The panel is gone. Said by whichever end closed it."""

    panel_id: str


class ShutdownAck(Frame, tag="shutdown_ack", frozen=True):
    """The last word."""


FromExtension = (
    Hello
    | RegisterCommand
    | RegisterTool
    | Subscribe
    | Ready
    | CommandResponse
    | ToolResult
    | EventInterceptResponse
    | Notify
    | PanelRender
    | PanelClose
    | ShutdownAck
)


# ── Said by the host ─────────────────────────────────────────────────────────


class HelloAck(Frame, tag="hello_ack", frozen=True):
    """Who listens, and where: an extension may choose by it what to register."""

    protocol_version: int = PROTOCOL_VERSION
    zot_version: str = ""
    provider: str = ""
    model: str = ""
    cwd: str = ""
    extension_dir: str | UnsetType = UNSET
    data_dir: str | UnsetType = UNSET


class CommandInvoked(Frame, tag="command_invoked", frozen=True):
    """The person typed a command; `args` is the rest of the line, trimmed."""

    id: str
    name: str
    args: str = ""


class ToolCall(Frame, tag="tool_call", frozen=True):
    """The model calls a tool."""

    id: str
    name: str
    args: dict[str, Any] | None = msgspec.field(default_factory=dict)


class Cancel(Frame, tag="cancel", frozen=True):
    """Nobody waits for this call any more. wicket's addition, for extensions whose hello lists `cancel`."""

    id: str


class Event(Frame, tag="event", frozen=True):
    """Something happened; nothing is expected back.

    turn_start carries `step`; turn_end `stop` and perhaps `error`; tool_call the three `tool_` fields;
    assistant_message `text`; session_start nothing.
    """

    event: str
    step: int | UnsetType = UNSET
    stop: str | UnsetType = UNSET
    error: str | UnsetType = UNSET
    tool_id: str | UnsetType = UNSET
    tool_name: str | UnsetType = UNSET
    tool_args: Any = UNSET
    text: str | UnsetType = UNSET


class EventIntercept(Frame, tag="event_intercept", frozen=True):
    """Something is about to happen, with the payload of its event; the extension may object within 5 s."""

    id: str
    event: str
    step: int | UnsetType = UNSET
    tool_id: str | UnsetType = UNSET
    tool_name: str | UnsetType = UNSET
    tool_args: Any = UNSET
    text: str | UnsetType = UNSET


class PanelKey(Frame, tag="panel_key", frozen=True):
    """A key pressed in the extension's panel; `rune` brings its `text`."""

    panel_id: str
    key: str
    text: str = ""


class Shutdown(Frame, tag="shutdown", frozen=True):
    """Finish, acknowledge, and exit."""


FromHost = HelloAck | CommandInvoked | ToolCall | Cancel | Event | EventIntercept | PanelKey | PanelClose | Shutdown


def without_nulls(frame: Any) -> Any:
    """Leave out what a peer wrote as null: to it, that means absent, and a guard's no must not be lost with it."""
    if not isinstance(frame, dict):
        return frame
    kept = {key: value for key, value in frame.items() if value is not None}
    for key in ("content", "open_panel"):
        match kept.get(key):
            case list(blocks):
                kept[key] = [without_nulls(block) for block in blocks]
            case dict(panel):
                kept[key] = without_nulls(panel)
            case _:
                pass
    return kept
