"""Claude Code's hook: what it was told about a tool call, and the JSON that it answers.

A verdict that asks is answered with `ask` only where a person is then asked. Elsewhere nobody would be: headless, the
command is refused without a word; in `auto` a model decides; a mode of tomorrow is not known. There the answer is
`deny`, and it says why. In `plan` an `allow` would run what writes, so that only what reads is answered with one.
"""

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.doors.claude_answers import PERMISSION, TOOL, permission, reply, tool_use
from wicket.doors.claude_tools import FILES, SHELLS
from wicket.doors.hook_input_fields import text
from wicket.policy.decision import ASK, DENY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Reply, Ruling, ToolCall
    from wicket.policy.decision import Decision

__all__ = ["read", "spell"]

TOOLS = AgentTools(SHELLS, FILES)

# In these a person answers; an older version names none. At a terminal, a person is asked in `bypassPermissions`, too.
_ASKING = ("", "default", "plan", "acceptEdits")
_BYPASS = "bypassPermissions"

# What Claude Code tells its hooks of how it was started: `cli` at a terminal, `sdk-cli` and others without a person.
_STARTED = "CLAUDE_CODE_ENTRYPOINT"


def read(told: "Told", context: "Context") -> "ToolCall | None":
    """Read the call that a hook was told of; None: it is told of something else.

    Raises:
        ValueError: it is not what Claude Code sends.
    """
    event = text(told, "hook_event_name") or TOOL
    if event not in (TOOL, PERMISSION):
        return None
    tool, given = text(told, "tool_name"), told.get("tool_input")
    call = TOOLS.call(tool, given, text(told, "cwd") or context.cwd, context.environ)
    mode = text(told, "permission_mode")
    call.event = event
    call.asks = _asks(mode, context.environ.get(_STARTED, ""))
    call.plan = mode == "plan"
    if tool == "PowerShell":
        call.objection = ASK, "wicket reads bash, and cannot judge PowerShell"
    elif tool == "Skill":
        call.objection = _skill(given, call.cwd, context)
    return call


def spell(call: "ToolCall", ruling: "Ruling") -> "Reply":
    """Spell an answer. What is for the person alone goes with it."""
    note = ruling.note
    if call.event == PERMISSION:
        said = permission(ruling)
        if ruling.decision is ASK:
            note = f"wicket: {ruling.because}" + (f"; {note}" if note else "")
    else:
        said = tool_use(ruling)
    return reply(said | {"systemMessage": note} if note else said)


def _asks(mode: str, started: str) -> bool:
    """Tell whether a person is asked when the answer is `ask`."""
    if started.startswith("sdk"):
        return False
    return mode in _ASKING or (mode == _BYPASS and started == "cli")


def _skill(given: object, cwd: str, context: "Context") -> "tuple[Decision, str] | None":
    from wicket.doors.claude_skills import objection

    name = given.get("skill") if isinstance(given, dict) else None
    if not isinstance(name, str):
        raise ValueError("the call of Skill names no skill")
    found = objection(name[:200], cwd, context.environ)
    if found is None:
        return None
    sure, because = found
    return DENY if sure else ASK, because
