"""Any program may ask: `{"tool", "command" or "path", "cwd"}` in, a decision and a reason out, and an exit code."""

from wicket.doors.decision_and_reason_answers import said
from wicket.doors.exit_codes import decided, ended
from wicket.doors.hook_input_fields import command, folder, text
from wicket.doors.mcp_names import double_underscores
from wicket.doors.path_spellings import spellings
from wicket.doors.tool_call import Reply, ToolCall
from wicket.doors.unknown_tools import carries_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling

__all__ = ["read", "spell"]

ACCESS = ("read", "write", "delete", "list", "search")


def read(told: "Told", context: "Context") -> ToolCall:
    """Read what a program asks: a text for a shell, what is done to a path, or the name of a tool.

    Raises:
        ValueError: it is none of these.
    """
    tool = text(told, "tool")
    cwd = folder(text(told, "cwd") or context.cwd)
    server = text(told, "server")
    servers = [(server, tool)] if server else double_underscores(tool)
    call = ToolCall(tool or "shell", cwd, asks=True, servers=servers)
    if "command" in told:
        call.commands = (command(told, call.tool),)
    elif "path" in told:
        if tool not in ACCESS or not text(told, "path"):
            raise ValueError(f"with a path, the tool is one of {', '.join(ACCESS)}")
        named = spellings(text(told, "path"), context.environ.get("HOME", ""))
        call.accesses = tuple((tool, path) for path in named)
    elif not tool or carries_command(told):
        raise ValueError("neither a command nor a path nor a tool is named")
    return call


def spell(call: ToolCall, ruling: "Ruling") -> Reply:
    """Spell an answer, twice: as JSON and by the exit code."""
    return ended(call, ruling, said(decided(call, ruling), ruling.because))
