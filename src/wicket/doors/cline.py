"""Cline's hook: only an answer that cancels holds a call, whatever the exit code, and it ends the whole run.

So a denied command is replaced by one that prints the reason and fails: the model learns of it, and the run goes on.
"""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.fast_json import encode
from wicket.doors.hook_input_fields import text, texts
from wicket.doors.mcp_names import double_underscores, joined
from wicket.doors.tool_call import Reply
from wicket.policy.decision import DENY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("run_commands",),
    {
        "editor": ("write", ("path",)),
        "read_files": ("read", ("paths", "path")),
        "search_codebase": ("search", ("path",)),
        "list_files": ("list", ("path",)),
    },
    command="commands",
    split=lambda tool: double_underscores(tool) or joined(tool, "__"),
    sure=False,
)


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Cline sends.
    """
    if (text(told, "hookName") or "tool_call") != "tool_call":
        return None
    made = told.get("tool_call")
    if not isinstance(made, dict):
        raise ValueError("no tool is named")
    tool, given = text(made, "name"), made.get("input")
    roots = texts(told, "workspaceRoots", tool) if told.get("workspaceRoots") else [context.cwd]
    call = TOOLS.call(tool, given, roots[0], context.environ)
    if tool == "editor" and isinstance(given, dict) and given.get("command") == "view":
        call.accesses = tuple(("read", path) for _, path in call.accesses)
    return call


def spell(call: "ToolCall", ruling: "Ruling") -> Reply:
    """Spell an answer; whatever does not cancel or replace lets the call pass."""
    if ruling.decision is not DENY:
        return Reply(b"{}")
    because = f"wicket: {ruling.because}"
    denied = ruling.verdict is not None and ruling.verdict.decision is DENY  # and no question that nobody can answer
    if call.commands and denied:
        quoted = because.replace("'", "'\\''")
        return Reply(b'{"overrideInput":{"commands":[%s]}}' % encode(f"printf '%s\\n' '{quoted}' >&2; exit 1"))
    return Reply(b'{"cancel":true,"errorMessage":%s}' % encode(because))
