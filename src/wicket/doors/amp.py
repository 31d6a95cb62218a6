"""Amp delegates a permission to a program: its exit code is the answer, and standard error the reason."""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.exit_codes import ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Reply, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("Bash",),
    {
        "Read": ("read", ("path", "file_path")),
        "create_file": ("write", ("path",)),
        "edit_file": ("write", ("path",)),
        "undo_edit": ("write", ("path",)),
        "Grep": ("search", ("path",)),
        "glob": ("list", ("path",)),
    },
    command="cmd",
    workdir="cwd",
)

# The program is given a call's arguments alone. Which tool it is stands in the environment.
_TOOL = "AGENT_TOOL_NAME"


def read(told: "Told", context: "Context") -> "ToolCall":
    """Read the call that the program was told of.

    Raises:
        ValueError: it is not what Amp sends.
    """
    call = TOOLS.call(context.environ.get(_TOOL, ""), told, context.cwd, context.environ)
    call.asks = True
    return call


def spell(call: "ToolCall", ruling: "Ruling") -> "Reply":
    """Spell an answer."""
    return ended(call, ruling)
