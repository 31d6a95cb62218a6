"""Canaries: calls that a guard must not let pass; each agent's hook is asked about them, and none is carried out."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wicket.agents.program_output import run_to_end
from wicket.doors.call_record import TRIAL_MALFORMED, TRIAL_SESSION

__all__ = ["FORMS", "Canary", "Form", "Trial", "canaries", "try_out"]

_PASSES: Final = "and the call would pass"

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """How an agent tells of a call, and takes an answer.

    `shell`, `read` and `write` name the tools and the keys for their texts; `settings` is a file of the agent's own.
    `meaning` says deny, ask or allow, or why the call would pass.
    """

    shell: tuple[str, str]
    read: tuple[str, str]
    write: tuple[str, str]
    settings: str
    told: Callable[[str, Told, str, str], Told]
    meaning: Callable[[int, bytes], str]
    variable: str = ""  # that names the tool

    def question(self, tool: str, given: Told, cwd: str, mode: str = "default") -> bytes:
        """Spell a call out."""
        return json.dumps(self.told(tool, given, cwd, mode)).encode()


def _hook(event: str) -> Callable[[str, Told, str, str], Told]:
    def told(tool: str, given: Told, cwd: str, mode: str) -> Told:
        return {
            "session_id": TRIAL_SESSION,
            "cwd": cwd,
            "permission_mode": mode,
            "hook_event_name": event,
            "tool_name": tool,
            "tool_input": given,
        }

    return told


def _copilot(tool: str, given: Told, cwd: str, _mode: str) -> Told:
    return {"sessionId": TRIAL_SESSION, "cwd": cwd, "toolName": tool, "toolArgs": given}


def _opencode(tool: str, given: Told, cwd: str, _mode: str) -> Told:
    return {"tool": tool, "sessionID": TRIAL_SESSION, "args": given, "cwd": cwd}


def _zot(tool: str, given: Told, cwd: str, _mode: str) -> Told:
    return {"tool": tool, "session_id": TRIAL_SESSION, "args": given, "cwd": cwd}


def _cline(tool: str, given: Told, cwd: str, _mode: str) -> Told:
    listed = {"commands": [given["commands"]]} if tool == "run_commands" else given
    call = {"name": tool, "input": listed}
    return {"hookName": "tool_call", "taskId": TRIAL_SESSION, "workspaceRoots": [cwd], "tool_call": call}


def _pi(tool: str, given: Told, cwd: str, _mode: str) -> Told:
    return {"toolName": tool, "session_id": TRIAL_SESSION, "input": given, "cwd": cwd, "hasUI": False}


def _amp(_tool: str, given: Told, _cwd: str, _mode: str) -> Told:
    return {**given, "session_id": TRIAL_SESSION}


def _said(out: bytes, *keys: str) -> Any:
    """Find what stands under keys in one JSON object; None: there is none, or something stands before it."""
    try:
        found: Any = json.loads(out)
        for key in keys:
            found = found[key]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found


def _word(word: object, *, ask: str = "ask") -> str:
    if word == "ask":
        return ask
    return str(word) if word in ("allow", "deny") else f"it said nothing, {_PASSES}"


def _claude_code(code: int, out: bytes) -> str:
    if code == 2:
        return "deny"
    if code != 0:
        return f"it ended with {code}, {_PASSES}"
    return _word(_said(out, "hookSpecificOutput", "permissionDecision"))


def _runs_what_is_asked(code: int, out: bytes) -> str:
    said = _claude_code(code, out)
    return f"it said ask, {_PASSES}" if said == "ask" else said


def _gemini(code: int, out: bytes) -> str:
    if code >= 2:
        return "deny"
    return _word(_said(out, "decision"), ask="it said ask, and the agent would wait for ever")


def _copilot_cli(code: int, out: bytes) -> str:
    return "deny" if code != 0 else _word(_said(out, "permissionDecision"))


def _plugin(code: int, out: bytes) -> str:
    return "allow" if code == 0 and _said(out, "decision") == "allow" else "deny"


def _canceled(_code: int, out: bytes) -> str:
    said = _said(out)
    if isinstance(said, dict) and (said.get("cancel") is True or "overrideInput" in said):
        return "deny"
    return f"it did not cancel, {_PASSES}"


def _exit_code(code: int, _out: bytes) -> str:
    return {0: "allow", 1: "ask"}.get(code, "deny")


FORMS: Final[Mapping[str, Form]] = {
    "claude-code": Form(
        ("Bash", "command"),
        ("Read", "file_path"),
        ("Write", "file_path"),
        ".claude/settings.json",
        _hook("PreToolUse"),
        _claude_code,
    ),
    "codex": Form(
        ("Bash", "command"),
        ("view_image", "path"),
        ("apply_patch", "command"),
        ".codex/config.toml",
        _hook("PreToolUse"),
        _runs_what_is_asked,
    ),
    "gemini": Form(
        ("run_shell_command", "command"),
        ("read_file", "file_path"),
        ("write_file", "file_path"),
        ".gemini/settings.json",
        _hook("BeforeTool"),
        _gemini,
    ),
    "copilot": Form(
        ("bash", "command"), ("view", "path"), ("create", "path"), ".github/hooks/x.json", _copilot, _copilot_cli
    ),
    "opencode": Form(
        ("bash", "command"), ("read", "filePath"), ("write", "filePath"), ".opencode/plugin/x.js", _opencode, _plugin
    ),
    "qwen": Form(
        ("run_shell_command", "command"),
        ("read_file", "file_path"),
        ("write_file", "file_path"),
        ".qwen/settings.json",
        _hook("PreToolUse"),
        _claude_code,
    ),
    "droid": Form(
        ("Execute", "command"),
        ("Read", "file_path"),
        ("Create", "file_path"),
        ".factory/settings.json",
        _hook("PreToolUse"),
        _runs_what_is_asked,
    ),
    "cline": Form(
        ("run_commands", "commands"), ("read_files", "path"), ("editor", "path"), ".cline/hooks/x", _cline, _canceled
    ),
    "pi": Form(("bash", "command"), ("read", "path"), ("write", "path"), ".pi/extensions/x.ts", _pi, _plugin),
    "zot": Form(
        ("bash", "command"), ("read", "path"), ("write", "path"), ".zot/extensions/wicket/extension.json", _zot, _plugin
    ),
    "amp": Form(
        ("Bash", "cmd"),
        ("Read", "path"),
        ("create_file", "path"),
        ".amp/settings.json",
        _amp,
        _exit_code,
        variable="AGENT_TOOL_NAME",
    ),
}


_HELD: Final = ("ask", "deny")

_DENIED: Final = ("deny",)


@dataclass(frozen=True, slots=True)
class Canary:
    """A question whose answer is known. `right` are the answers that keep the gate shut.

    `kind` is shell, read, write or unknown; None: what is asked is not even JSON.
    """

    about: str
    kind: str | None
    text: str = ""
    right: tuple[str, ...] = _HELD
    mode: str = "default"
    tool: str = ""

    def question(self, form: Form, cwd: str) -> tuple[str, bytes]:
        """Spell it out as an agent does; first the tool."""
        if self.kind is None:
            return form.shell[0], TRIAL_MALFORMED
        tool, key = {
            "shell": form.shell,
            "read": form.read,
            "write": form.write,
            "unknown": ("WicketCanary", "command"),
        }[self.kind]
        text = self.text or (form.settings if self.kind == "write" else "")
        if tool == "apply_patch":
            text = f"*** Begin Patch\n*** Add File: {text}\n+x\n*** End Patch\n"
        tool = self.tool or tool
        return tool, form.question(tool, {key: text}, cwd, self.mode)


_UNREADABLE: Final = 'echo "'

_COMMON: Final = (
    Canary("an agent approves for itself", "shell", "wicket approve canary", _DENIED),
    Canary("text that bash cannot read", "shell", _UNREADABLE),
    Canary("an agent writes the policy", "write", "wicket.yml", _DENIED),
    Canary("an agent changes its settings", "write", "", _DENIED),
    Canary("a file that is not named", "read", ""),
    Canary("an unknown tool", "unknown", "canary"),
    Canary("a malformed request", None),
)

_OF_CLAUDE_CODE: Final = (
    Canary("an agent approves for itself", "shell", "wicket approve canary", _DENIED),
    Canary("text that bash cannot read", "shell", _UNREADABLE),
    Canary("the same where nobody is asked", "shell", _UNREADABLE, _DENIED, "dontAsk"),
    Canary("the same in the background", "shell", _UNREADABLE, tool="Monitor"),
    Canary("an agent writes the policy", "write", "wicket.yml", _DENIED, "acceptEdits"),
    Canary("an agent changes its settings", "write", "", _DENIED, tool="Edit"),
    Canary("a file that is not named", "read", ""),
    Canary("an unknown tool", "unknown", "canary", _DENIED, "dontAsk"),
    Canary("a malformed request", None),
)


def canaries(agent: str) -> tuple[Canary, ...]:
    """Give the questions for an agent's hook."""
    return _OF_CLAUDE_CODE if agent == "claude-code" else _COMMON


# Far more than a hook needs, even on a busy machine.
TIMEOUT_S: Final = 60.0
MAX_ANSWER_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Trial:
    """What a hook answered. `answer` is deny, ask, allow, or why the call would have passed."""

    about: str
    answer: str
    passed: bool


def try_out(agent: str, command: str, cwd: Path, environ: Mapping[str, str]) -> list[Trial]:
    """Ask a hook all that is known."""
    form = FORMS[agent]
    trials = []
    for canary in canaries(agent):
        tool, question = canary.question(form, str(cwd))
        told = {**environ, form.variable: tool} if form.variable else environ
        answer = _ask(command, question, cwd, told, form)
        trials.append(Trial(canary.about, answer, answer in canary.right))
    return trials


def _ask(command: str, question: bytes, cwd: Path, environ: Mapping[str, str], form: Form) -> str:
    ended = run_to_end(command, environ, TIMEOUT_S, cwd, question)  # by a shell, which starts it for the agent, too
    if ended is None:
        return "it took too long, and the call would pass"
    return form.meaning(ended.code, ended.out[:MAX_ANSWER_BYTES])
