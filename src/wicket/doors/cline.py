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
    from typing import Any

    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Context, Ruling, ToolCall

__all__ = ["read", "spell"]

TOOLS = AgentTools(
    ("run_commands",),
    {
        "editor": ("write", ("path",)),
        "read_files": ("read", ("paths",)),
        "search_codebase": ("search", ("path",)),
        "list_files": ("list", ("path",)),
    },
    command="commands",
    patches={"apply_patch": "input"},
    split=lambda tool: double_underscores(tool) or joined(tool, "__"),
    sure=False,
)

# Cline takes a call in any of several forms. Where it names files, they stand under these, as texts or objects.
_FILES = ("files", "file_paths", "paths", "path", "file_path", "filePath")

# All that an editor is given that only looks. What else it is given is written, whatever it calls itself.
_LOOKING = frozenset(("command", "path", "view_range"))


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
    tool = text(made, "name")
    given = _as_documented(tool, made.get("input"))
    roots = texts(told, "workspaceRoots", tool) if told.get("workspaceRoots") else [context.cwd]
    call = TOOLS.call(tool, given, roots[0], context.environ)
    if tool == "editor" and isinstance(given, dict) and given.get("command") == "view" and set(given) <= _LOOKING:
        call.accesses = tuple(("read", path) for _, path in call.accesses)
    return call


def _as_documented(tool: str, given: "Any") -> "Any":
    """Give a call's input in the form in which Cline describes it to models."""
    if tool == "run_commands":
        return {"commands": _commands(given)}
    if tool == "read_files":
        return {"paths": _files(given)}
    return {"queries": given} if tool == "search_codebase" and not isinstance(given, dict) else given


def _commands(given: "Any") -> "list[Any]":
    if isinstance(given, list):
        return [each for one in given for each in _commands(one)]
    if not isinstance(given, dict):
        return [given]
    if "commands" in given:
        return _commands(given["commands"])
    if "args" in given:  # started without a shell
        words = given["args"] if isinstance(given["args"], list) else [given["args"]]
        words = [given.get("command"), *words]
        if not all(isinstance(word, str) for word in words):
            return [None]
        return [" ".join("'" + word.replace("'", "'\\''") + "'" for word in words)]
    return [given.get(key) for key in ("command", "cmd") if key in given]


def _files(given: "Any") -> "list[Any]":
    if isinstance(given, list):
        return [each for one in given for each in _files(one)]
    if not isinstance(given, dict):
        return [given]
    return [each for key in _FILES if given.get(key) is not None for each in _files(given[key])]


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
