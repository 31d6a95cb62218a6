"""Copilot CLI's hook: a flat answer. Every exit but 0 is a denial there, and an answer that comes too late is none."""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.fast_json import encode
from wicket.doors.hook_input_fields import text
from wicket.doors.mcp_names import joined
from wicket.doors.tool_call import Reply
from wicket.policy.decision import PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("bash", "Bash"),
    {
        "view": ("read", ("path",)),
        "create": ("write", ("path",)),
        "edit": ("write", ("path",)),
        "str_replace_editor": ("write", ("path",)),
        "grep": ("search", ("paths", "path")),
        "glob": ("list", ("paths", "path")),
    },
    patches={"apply_patch": "input"},
    typing=("write_bash",),
    split=lambda tool: joined(tool, "-"),
    sure=False,
)


def read(told: "Told", context: "Context") -> "ToolCall":
    """Read the call that a hook was told of.

    Raises:
        ValueError: it is not what Copilot CLI sends.
    """
    tool = text(told, "toolName") or text(told, "tool_name")
    given = told.get("toolArgs", told.get("tool_input"))
    call = TOOLS.call(tool, given, text(told, "cwd") or context.cwd, context.environ)
    call.asks = True  # whether a person sits there is not told; headless, asking is a refusal
    return call


def spell(_call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer; what is left to the agent is silence."""
    if ruling.decision is PASS:
        return Reply()
    said = {"permissionDecision": str(ruling.decision)}
    return Reply(encode(said | {"permissionDecisionReason": ruling.because} if ruling.because else said))
