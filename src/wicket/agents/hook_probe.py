"""Proves that a guard is on: its hook is asked about calls that it must not let pass. None of them is carried out.

The hook is started as Claude Code starts it, by a shell, and what it answers is taken as Claude Code takes it.
"""

import json
import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["CANARIES", "Canary", "Trial", "meaning", "try_out"]

# Far more than a hook needs, even on a busy machine.
TIMEOUT_S: Final = 60.0
MAX_ANSWER_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Canary:
    """A question whose answer is known. `right` are the answers that keep the gate shut."""

    about: str
    given: Mapping[str, str] | None  # None: what is asked is not even JSON
    mode: str
    right: tuple[str, ...]
    tool: str = "Bash"

    def question(self, cwd: str) -> bytes:
        """Spell it out as Claude Code does."""
        if self.given is None:
            return b"canary"
        told = {
            "session_id": "wicket-verify",
            "cwd": cwd,
            "permission_mode": self.mode,
            "hook_event_name": "PreToolUse",
            "tool_name": self.tool,
            "tool_input": dict(self.given),
        }
        return json.dumps(told).encode()


_UNREADABLE: Final = {"command": 'echo "'}

CANARIES: Final = (
    Canary("an agent approves for itself", {"command": "wicket approve canary"}, "default", ("deny",)),
    Canary("text that bash cannot read", _UNREADABLE, "default", ("ask", "deny")),
    Canary("the same where nobody is asked", _UNREADABLE, "dontAsk", ("deny",)),
    Canary("the same in the background", _UNREADABLE, "default", ("ask", "deny"), "Monitor"),
    Canary("an agent writes the policy", {"file_path": "wicket.yml"}, "acceptEdits", ("deny",), "Write"),
    Canary("an agent changes its settings", {"file_path": ".claude/settings.json"}, "default", ("deny",), "Edit"),
    Canary("a file that is not named", {"file_path": ""}, "default", ("ask", "deny"), "Read"),
    Canary("a tool that nobody knows", {"command": "canary"}, "dontAsk", ("deny",), "WicketCanary"),
    Canary("a question that is none", None, "default", ("ask", "deny")),
)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a hook answered. `answer` is deny, ask, allow, or why the call would have passed."""

    about: str
    answer: str
    passed: bool


def try_out(command: str, cwd: Path, environ: Mapping[str, str]) -> list[Trial]:
    """Ask a hook all that is known."""
    trials = []
    for canary in CANARIES:
        answer = _ask(command, canary.question(str(cwd)), cwd, environ)
        trials.append(Trial(canary.about, answer, answer in canary.right))
    return trials


def meaning(code: int, out: bytes) -> str:
    """Say what Claude Code would make of an answer."""
    if code == 2:
        return "deny"
    if code != 0:
        return f"it ended with {code}, and the call would pass"
    try:
        said = json.loads(out)["hookSpecificOutput"]["permissionDecision"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "it said nothing, and the call would pass"
    return said if said in ("allow", "ask", "deny") else "it said nothing that counts, and the call would pass"


def _ask(command: str, question: bytes, cwd: Path, environ: Mapping[str, str]) -> str:
    process = subprocess.Popen(  # noqa: S602 - a shell is what starts it for the agent, too
        command,
        shell=True,
        cwd=cwd,
        env=dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(question, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return "it took too long, and the call would pass"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return meaning(process.returncode, out[:MAX_ANSWER_BYTES])
