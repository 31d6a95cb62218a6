"""OpenCode's plugin asks, and throws unless it hears `allow`: so what is left to the agent is an allow here.

The plugin stands before OpenCode's own permissions, and takes none of them away.
"""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.decision_and_reason_answers import said
from wicket.doors.hook_input_fields import text
from wicket.doors.mcp_names import joined
from wicket.doors.tool_call import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("bash",),
    {
        "read": ("read", ("filePath",)),
        "write": ("write", ("filePath",)),
        "edit": ("write", ("filePath",)),
        "multiedit": ("write", ("filePath",)),
        "grep": ("search", ("path",)),
        "glob": ("list", ("path",)),
        "list": ("list", ("path",)),
    },
    workdir="workdir",
    patches={"patch": "patchText", "apply_patch": "patchText"},
    commandless=("task",),  # there it is the name of a command of OpenCode's
    split=lambda tool: joined(tool, "_"),
    sure=False,
)


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that the plugin tells of; None: it tells how one has ended.

    Raises:
        ValueError: it is not what the plugin sends.
    """
    if text(told, "event"):
        return None
    return TOOLS.call(text(told, "tool"), told.get("args"), text(told, "cwd") or context.cwd, context.environ)


def spell(_call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer: a decision is always said."""
    return Reply(said(ruling.decision, ruling.because))
