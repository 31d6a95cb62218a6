"""A past for tests: a home with agents' histories in it."""

import json
import time
from pathlib import Path

__all__ = ["bash", "ran_before"]


def bash(command: str, id: str, cwd: str = "/p", at: float | None = None) -> str:
    """Spell a line of Claude Code's history."""
    call = {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 3600 if at is None else at))
    return json.dumps({"cwd": cwd, "timestamp": when, "message": {"content": [call]}}) + "\n"


def ran_before(home: Path, *commands: str, cwd: str = "/p") -> Path:
    """Have these commands run an hour ago; say where that stands."""
    file = home / ".claude" / "projects" / "-p" / "session.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [bash(command, f"call-{number}", cwd) for number, command in enumerate(commands)]
    file.write_text("".join(lines))
    return file
