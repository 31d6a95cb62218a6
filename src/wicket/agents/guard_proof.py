"""Proves that a guard is on: its hook is asked about calls that it must not let pass. None of them is carried out.

The hook is started as the agent starts it, by a shell, and what it answers is taken as the agent takes it.
"""

import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wicket.agents.canary_calls import FORMS, Form

__all__ = ["Canary", "Trial", "canaries", "try_out"]

# Far more than a hook needs, even on a busy machine.
TIMEOUT_S: Final = 60.0
MAX_ANSWER_BYTES: Final = 1024 * 1024

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
            return form.shell[0], b"canary"
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
    Canary("a tool that nobody knows", "unknown", "canary"),
    Canary("a question that is none", None),
)

_OF_CLAUDE_CODE: Final = (
    Canary("an agent approves for itself", "shell", "wicket approve canary", _DENIED),
    Canary("text that bash cannot read", "shell", _UNREADABLE),
    Canary("the same where nobody is asked", "shell", _UNREADABLE, _DENIED, "dontAsk"),
    Canary("the same in the background", "shell", _UNREADABLE, tool="Monitor"),
    Canary("an agent writes the policy", "write", "wicket.yml", _DENIED, "acceptEdits"),
    Canary("an agent changes its settings", "write", "", _DENIED, tool="Edit"),
    Canary("a file that is not named", "read", ""),
    Canary("a tool that nobody knows", "unknown", "canary", _DENIED, "dontAsk"),
    Canary("a question that is none", None),
)


def canaries(agent: str) -> tuple[Canary, ...]:
    """Give the questions for an agent's hook."""
    return _OF_CLAUDE_CODE if agent == "claude-code" else _COMMON


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
    return form.meaning(process.returncode, out[:MAX_ANSWER_BYTES])
