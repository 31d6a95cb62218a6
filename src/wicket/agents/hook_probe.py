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

from wicket.agents.canary_calls import FORMS, Form, canaries

__all__ = ["Trial", "try_out"]

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
