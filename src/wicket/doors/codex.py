"""Codex's hook: before a tool is used nothing but a denial counts, and Codex runs what is asked about.

So allow is silence, and ask is a denial that says who has to confirm. Before its dialog, asking is silence: the dialog
follows. Codex lets the model type into a program that runs, and choose the shell, and tells no hook of either.
"""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.claude_answers import PERMISSION, TOOL, permission, reply, tool_use
from wicket.doors.hook_input_fields import text
from wicket.doors.tool_call import Reply
from wicket.policy.decision import ALLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("Bash",),
    {"view_image": ("read", ("path",))},
    patches={"apply_patch": "command"},
    typing=("write_stdin",),  # no version was seen to tell its hook
)


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Codex sends.
    """
    event = text(told, "hook_event_name") or TOOL
    if event not in (TOOL, PERMISSION):
        return None
    cwd = text(told, "cwd") or context.cwd
    call = TOOLS.call(text(told, "tool_name"), told.get("tool_input"), cwd, context.environ)
    call.event = event
    call.asks = event == PERMISSION
    call.plan = text(told, "permission_mode") == "plan"
    call.typed = call.any_shell = True
    return call


def spell(call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer. Codex drops one with a field too many."""
    if call.event == PERMISSION:
        return reply(permission(ruling))
    return Reply() if ruling.decision is ALLOW else reply(tool_use(ruling))
