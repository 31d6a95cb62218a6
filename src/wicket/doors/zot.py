"""zot's extension asks for each call of a tool, and blocks it unless it hears `allow`.

zot has no dialog for that, and goes on without an extension that has not answered after five seconds.
"""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.decision_and_reason_answers import said
from wicket.doors.hook_input_fields import text
from wicket.doors.tool_call import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

_PATHS = ("path", "file_path")

TOOLS = AgentTools(
    ("bash",),
    {
        "read": ("read", _PATHS),
        "write": ("write", _PATHS),
        "edit": ("write", _PATHS),
        "grep": ("search", _PATHS),
        "find": ("list", _PATHS),
        "ls": ("list", _PATHS),
    },
)


def read(told: "Told", context: "Context") -> "ToolCall":
    """Read the call that the extension tells of.

    Raises:
        ValueError: it is not what the extension sends.
    """
    return TOOLS.call(text(told, "tool"), told.get("args"), text(told, "cwd") or context.cwd, context.environ)


def spell(_call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer: a decision is always said."""
    return Reply(said(ruling.decision, ruling.because))
