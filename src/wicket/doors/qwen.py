"""Qwen Code's hook: answers in Claude Code's shape, about tools that are called as Gemini CLI's are."""

from wicket.doors import gemini
from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.claude_answers import TOOL, reply, tool_use
from wicket.doors.hook_input_fields import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Reply, Ruling, ToolCall

__all__ = ["read", "spell"]

# `monitor` runs in the background, and has the agent told what it prints.
TOOLS = AgentTools((gemini.SHELL, "monitor"), {**gemini.FILES, "edit": ("write", ("file_path",))}, workdir="directory")


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Qwen Code sends.
    """
    if (text(told, "hook_event_name") or TOOL) != TOOL:
        return None
    cwd = text(told, "cwd") or context.cwd
    call = TOOLS.call(text(told, "tool_name"), told.get("tool_input"), cwd, context.environ)
    call.asks = True  # headless, Qwen Code takes it for a denial
    call.plan = text(told, "permission_mode") == "plan"
    return call


def spell(_call: "ToolCall", ruling: "Ruling") -> "Reply":
    """Spell an answer."""
    return reply(tool_use(ruling))
