"""Drives the hook as an agent does: a process, bytes in, bytes out."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bounds import BOUND_S
from wicket.doors.verdict_spool import NAME

SOURCE = Path(__file__).parent.parent.parent / "src" / "wicket"
WAIT_S = BOUND_S

NOBODY = (
    "a person has to confirm this, and nobody can be asked here (let that person run it, or allow it in wicket.yml): "
)


def call(command: object = "git status", **told: Any) -> bytes:
    """Make what Claude Code tells its hook; what is None is left out."""
    whole = {
        "session_id": "s",
        "transcript_path": "/tmp/x.jsonl",
        "cwd": "/",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "…"},
        "tool_use_id": "toolu_1",
        **told,
    }
    return json.dumps({key: value for key, value in whole.items() if value is not None}).encode()


def pre(decision: str, reason: str | None = None) -> dict[str, Any]:
    """Make an answer to PreToolUse."""
    said = {"hookEventName": "PreToolUse", "permissionDecision": decision}
    if reason is not None:
        said["permissionDecisionReason"] = reason
    return {"hookSpecificOutput": said}


class Installation:
    """A wicket of its own, that can be broken, with a person's policy."""

    def __init__(self, root: Path, policy: str) -> None:
        self.root = root
        self.home = root / "home"
        self.state = root / "state"
        self.project = root / "project"
        for folder in (self.home / ".config" / "wicket", self.project):
            folder.mkdir(parents=True)
        self.policy = self.home / ".config" / "wicket" / "wicket.yml"
        self.policy.write_text(policy, encoding="utf-8")
        self.package = SOURCE
        self.python = [sys.executable, "-I", "-S"]
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(self.home), "WICKET_HOME": str(self.state)}

    def copy(self) -> Path:
        """Become an installation that nobody else uses, and give its folder."""
        self.package = self.root / "lib" / "wicket"
        if not self.package.exists():
            shutil.copytree(SOURCE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        return self.package

    def run(self, data: bytes, *words: str, **settings: Any) -> tuple[int, bytes, bytes]:
        """Give the exit code, and what was said on both streams."""
        done = subprocess.run(
            [*self.python, str(self.package / "doors" / "hook.py"), "--agent", "claude-code", *words],
            input=data,
            capture_output=True,
            env=self.environ,
            cwd=settings.pop("cwd", self.project),
            timeout=WAIT_S,
            check=False,
            **settings,
        )
        return done.returncode, done.stdout, done.stderr

    def answer(self, data: bytes, *words: str, **settings: Any) -> Any:
        """Give the answer; None: it said nothing."""
        code, out, err = self.run(data, *words, **settings)
        assert (code, err) == (0, b"")
        return json.loads(out) if out else None


def spooled(folder: Path, count: int) -> list[dict[str, Any]]:
    """Give the lines of a spool, once there are so many: what has to be cleaned comes a little later."""
    deadline = time.monotonic() + BOUND_S
    while True:
        path = folder / NAME
        found = path.read_bytes().splitlines() if path.exists() else []
        if len(found) >= count or time.monotonic() > deadline:
            return [json.loads(line) for line in found]
        time.sleep(0.01)
