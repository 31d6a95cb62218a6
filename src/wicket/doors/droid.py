"""Droid's hook: as Claude Code's, but it runs what is asked about, so that asking is a denial."""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.claude_answers import TOOL, reply, tool_use
from wicket.doors.hook_input_fields import text
from wicket.doors.mcp_names import double_underscores, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Reply, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("Execute", "Bash"),
    {
        "Read": ("read", ("file_path",)),
        "Create": ("write", ("file_path",)),
        "Write": ("write", ("file_path",)),
        "Edit": ("write", ("file_path",)),
        "MultiEdit": ("write", ("file_path",)),
        "LS": ("list", ("directory_path", "path")),
        "Glob": ("list", ("folder", "path")),
        "Grep": ("search", ("path",)),
    },
    patches={"ApplyPatch": "input"},
    split=lambda tool: double_underscores(tool) or joined(tool, "___"),
    sure=False,
)

# In these Droid only plans.
_PLANNING = ("plan", "spec")


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Droid sends.
    """
    if (text(told, "hook_event_name") or TOOL) != TOOL:
        return None
    cwd = text(told, "cwd") or context.cwd
    call = TOOLS.call(text(told, "tool_name"), told.get("tool_input"), cwd, context.environ)
    call.plan = text(told, "permission_mode") in _PLANNING
    return call


def spell(_call: "ToolCall", ruling: "Ruling") -> "Reply":
    """Spell an answer."""
    return reply(tool_use(ruling))
