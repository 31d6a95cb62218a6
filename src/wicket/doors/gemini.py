"""Gemini CLI's hook: a flat answer. It never says `ask`, on which the program waits for ever where nobody is."""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.decision_and_reason_answers import decision
from wicket.doors.hook_input_fields import text
from wicket.doors.mcp_names import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.file_tools import FileTools
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Reply, Ruling, ToolCall

__all__ = ["FILES", "SHELL", "read", "spell"]

EVENT = "BeforeTool"
SHELL = "run_shell_command"
FILES: "FileTools" = {
    "read_file": ("read", ("file_path", "absolute_path", "path")),
    "read_many_files": ("read", ("include", "paths")),
    "write_file": ("write", ("file_path", "path")),
    "replace": ("write", ("file_path", "path")),
    "list_directory": ("list", ("dir_path", "path")),
    "glob": ("list", ("dir_path", "path")),
    "grep_search": ("search", ("dir_path", "path")),
    "search_file_content": ("search", ("dir_path", "path")),
}
_SERVED = "mcp_"


def _split(tool: str) -> list[tuple[str, str]]:
    return joined(tool[len(_SERVED) :], "_") if tool.startswith(_SERVED) else []


TOOLS = AgentTools((SHELL,), FILES, workdir="dir_path", split=_split)


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Gemini CLI sends.
    """
    if (text(told, "hook_event_name") or EVENT) != EVENT:
        return None
    cwd = text(told, "cwd") or context.cwd
    call = TOOLS.call(text(told, "tool_name"), told.get("tool_input"), cwd, context.environ)
    said = told.get("mcp_context")
    if isinstance(said, dict):  # then it is known where the name has to be split
        call.servers = ((text(said, "server_name"), text(said, "tool_name")),)
    return call


def spell(_call: "ToolCall", ruling: "Ruling") -> "Reply":
    """Spell an answer."""
    return decision(ruling)
