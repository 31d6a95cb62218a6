"""Pi's extension asks, and blocks unless it hears `allow`: Pi has no permissions of its own, but knows who is there."""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.decision_and_reason_answers import said
from wicket.doors.hook_input_fields import text
from wicket.doors.tool_call import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("bash",),
    {
        "read": ("read", ("path",)),
        "write": ("write", ("path",)),
        "edit": ("write", ("path",)),
        "grep": ("search", ("path",)),
        "find": ("list", ("path",)),
        "ls": ("list", ("path",)),
    },
)


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that the extension tells of; None: it tells how one has ended.

    Raises:
        ValueError: it is not what the extension sends.
    """
    if text(told, "event"):
        return None
    call = TOOLS.call(text(told, "toolName"), told.get("input"), text(told, "cwd") or context.cwd, context.environ)
    call.asks = told.get("hasUI") is True
    return call


def spell(_call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer: a decision is always said. The extension shows a dialog for `ask`."""
    return Reply(said(ruling.decision, ruling.because))
