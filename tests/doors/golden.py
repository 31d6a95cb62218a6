"""Golden answers: for each agent a file of calls as its hook is told of them, and the answers that are right.

In a file, `$HOME`, `$PROJECT` and `$POLICY` stand for the folders and the policy of the test, and `$MIB` for a denied
command of a mebibyte.
"""

import json
import os
from pathlib import Path
from typing import Any

from wicket.doors import hook_process
from wicket.doors.hook_answer import answer
from wicket.doors.tool_call import Context

FOLDER = Path(__file__).parent / "golden"

POLICY = """
rules:
  - allow: 'git status'
  - ask: 'git commit *'
    message: 'commits are looked at'
  - deny: 'git push *'
    message: 'pushing is for people'
files:
  deny_read: ['**/.env']
  deny_write: ['**/Makefile']
tools:
  - deny: 'echo/shout'
    message: 'nobody shouts'
  - allow: 'docs/search'
"""

# What every agent's file has to have.
KINDS = (
    "shell: allowed",
    "shell: asked",
    "shell: denied",
    "file read",
    "file read: denied",
    "file write",
    "file write: denied",
    "file write: own settings",
    "MCP",
    "MCP: allowed",
    "MCP: denied",
    "subagent",
    "unknown tool",
    "missing fields",
    "wrong types",
    "no JSON",
    "1 MiB command",
    "broken policy",
    "gateway away",
    "too late",
)


class Place:
    """A home with a policy, and a project with a folder in it."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.project = root / "project"
        self.policy = self.home / ".config" / "wicket" / "wicket.yml"
        self.policy.parent.mkdir(parents=True)
        (self.project / "sub").mkdir(parents=True)
        self.policy.write_text(POLICY)

    def environ(self, more: dict[str, str]) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "WICKET_HOME": f"{self.home}/state", **more}

    def filled(self, text: str) -> str:
        """Put what is meant in the place of the names."""
        for name, value in self._names():
            text = text.replace(name, value)
        return text

    def emptied(self, text: str) -> str:
        """Put the names in the place of what they mean."""
        for name, value in self._names():
            text = text.replace(value, name)
        return text

    def _names(self) -> list[tuple[str, str]]:
        mebibyte = "git push " + "x" * 1024 * 1024
        return [
            ("$MIB", mebibyte),
            ("$POLICY", str(self.policy)),
            ("$PROJECT", str(self.project)),
            ("$HOME", str(self.home)),
        ]


def load(agent: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{agent}.json").read_text(encoding="utf-8"))
    return found


def replied(agent: str, case: str, told: Any, environ: dict[str, str], place: Place) -> dict[str, Any]:
    """Answer as the hook's process does, without one: what goes wrong is answered with its last words."""
    data = (told if isinstance(told, str) else place.filled(json.dumps(told))).encode()
    if case == "broken policy":
        place.policy.write_text("rules: [}\n")
    try:
        if case == "too late":
            raise hook_process.TooLate("it took too long to judge")
        said = answer(agent, data, Context(environ, str(place.project)))
        code, out, err = said.code, said.out, said.err
    except BaseException as error:  # noqa: BLE001 - as the hook does
        code, out, err = hook_process._last_words(agent, data, error)
    finally:
        place.policy.write_text(POLICY)
    text = place.emptied(out.decode())
    found: dict[str, Any] = {"out": json.loads(text) if text else None}
    if code:
        found["code"] = code
    if err:
        found["err"] = place.emptied(err.decode())
    return found
