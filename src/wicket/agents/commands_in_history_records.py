"""What agents' histories say of shell commands: each format is a function from one record to the commands in it. Pure.

The formats are the agents' own, and change with their versions. So nothing is taken for granted: what is not there, or
is of another kind than expected, gives no command.
"""

import json
import shlex
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

__all__ = [
    "MAX_COMMAND_CHARS",
    "Format",
    "Ran",
    "Session",
    "claude_code",
    "codex",
    "copilot_cli",
    "droid",
    "gemini_cli",
    "opencode",
    "pi",
    "qwen_code",
    "seconds",
]

# Whoever writes a longer text into a shell writes a file. It is counted, and not judged.
MAX_COMMAND_CHARS = 256 * 1024

_SHELLS = frozenset(("ash", "bash", "dash", "ksh", "sh", "zsh"))
_COMMAND_OPTIONS = frozenset(("-c", "-lc", "-ic", "-lic"))


class Ran(NamedTuple):
    """A command that an agent ran, or wanted to. Empty `cwd`, `at` 0: not known. Those with equal `id`s are one."""

    agent: str
    command: str
    cwd: str
    at: float
    id: str


class Session:
    """What the records of one file have said so far."""

    def __init__(self, cwd: str = "", at: float = 0.0) -> None:
        self.cwd = cwd
        self.at = at
        self.too_long = 0

    def ran(self, agent: str, command: object, cwd: object, at: object, id: object) -> Iterator[Ran]:
        """Make a command of what a record says, if it is one."""
        if isinstance(command, list) and command and all(isinstance(word, str) for word in command):
            command = _text(command)
        if not isinstance(command, str) or not command.strip():
            return
        if len(command) > MAX_COMMAND_CHARS:
            self.too_long += 1
            return
        where = _folder(cwd, self.cwd)
        yield Ran(agent, command, where, seconds(at) or self.at, id if isinstance(id, str) else "")


# Takes one record of a file, and remembers in the session what later ones refer to.
Format = Callable[[Any, Session], Iterator[Ran]]


def claude_code(record: Any, session: Session) -> Iterator[Ran]:
    for call in _tool_uses(record):
        if call.get("name") == "Bash":
            command = _map(call.get("input")).get("command")
            yield from session.ran("claude-code", command, record.get("cwd"), record.get("timestamp"), call.get("id"))


def droid(record: Any, session: Session) -> Iterator[Ran]:
    if _map(record).get("type") == "session_start":
        session.cwd = _folder(record.get("cwd"), "")
    for call in _tool_uses(record):
        if call.get("name") == "Execute":
            command = _map(call.get("input")).get("command")
            yield from session.ran("droid", command, None, record.get("timestamp"), call.get("id"))


def codex(record: Any, session: Session) -> Iterator[Ran]:
    outer = _map(record)
    item = _map(outer.get("payload")) or outer  # the first versions had no envelope
    if outer.get("type") in ("session_meta", "turn_context"):
        session.cwd = _folder(item.get("cwd"), session.cwd)
        return
    said: dict[str, Any]
    match item.get("type"):
        case "function_call" if item.get("name") in ("shell", "shell_command", "exec_command", "container.exec"):
            said = _object(item.get("arguments"))
        case "custom_tool_call" if item.get("name") in ("shell", "shell_command", "exec_command"):
            said = _object(item.get("input"))
        case "local_shell_call":
            said = _map(item.get("action"))
        case _:
            return
    command = said.get("command", said.get("cmd"))
    cwd = said.get("workdir", said.get("working_directory"))
    yield from session.ran("codex", command, cwd, outer.get("timestamp"), item.get("call_id"))


def gemini_cli(record: Any, session: Session) -> Iterator[Ran]:
    whole = _map(record)
    for message in _list(whole["messages"]) if "messages" in whole else [whole]:
        for call in _list(_map(message).get("toolCalls")):
            if _map(call).get("name") == "run_shell_command":
                said = _map(call.get("args"))
                cwd = said.get("dir_path", said.get("directory"))
                at = call.get("timestamp", message.get("timestamp"))
                yield from session.ran("gemini-cli", said.get("command"), cwd, at, call.get("id"))


def qwen_code(record: Any, session: Session) -> Iterator[Ran]:
    for part in _list(_map(_map(record).get("message")).get("parts")):
        call = _map(_map(part).get("functionCall"))
        if call.get("name") == "run_shell_command":
            said = _map(call.get("args"))
            cwd = _folder(said.get("directory"), _folder(record.get("cwd"), ""))
            yield from session.ran("qwen-code", said.get("command"), cwd, record.get("timestamp"), call.get("id"))


def copilot_cli(record: Any, session: Session) -> Iterator[Ran]:
    data = _map(_map(record).get("data"))
    match _map(record).get("type"):
        case "session.start" | "session.resume":
            session.cwd = _folder(_map(data.get("context")).get("cwd"), session.cwd)
        case "tool.execution_start" if data.get("toolName") in ("bash", "shell"):
            command = _object(data.get("arguments")).get("command")
            yield from session.ran("copilot-cli", command, None, record.get("timestamp"), data.get("toolCallId"))


def pi(record: Any, session: Session) -> Iterator[Ran]:
    if _map(record).get("type") == "session":
        session.cwd = _folder(record.get("cwd"), session.cwd)
    for part in _list(_map(_map(record).get("message")).get("content")):
        call = _map(part)
        if call.get("type") == "toolCall" and call.get("name") == "bash":
            command = _map(call.get("arguments")).get("command")
            yield from session.ran("pi", command, None, record.get("timestamp"), call.get("id"))


def opencode(record: Any, session: Session) -> Iterator[Ran]:
    part = _map(record)
    if part.get("type") == "tool" and part.get("tool") == "bash":
        state = _map(part.get("state"))
        said = _map(state.get("input"))
        cwd = said.get("workdir", said.get("cwd"))
        at = _map(state.get("time")).get("start")
        yield from session.ran("opencode", said.get("command"), cwd, at, part.get("callID"))


def seconds(at: object) -> float:
    """Read a time: RFC 3339, or milliseconds since 1970. 0: it is none."""
    try:
        if isinstance(at, str):
            return datetime.fromisoformat(at[:40]).timestamp()
        if isinstance(at, int | float) and 0 < at < 1e14:
            return at / 1000
    except (ValueError, OverflowError, OSError):
        pass
    return 0.0


def _tool_uses(record: Any) -> Iterator[dict[str, Any]]:
    """Give what an assistant called, in the form of Anthropic's messages."""
    for part in _list(_map(_map(record).get("message")).get("content")):
        if _map(part).get("type") == "tool_use":
            yield part


def _text(argv: list[str]) -> str:
    """Spell words as a shell would read them; what a shell is told with -c is the text itself."""
    if len(argv) == 3 and argv[0].rpartition("/")[2] in _SHELLS and argv[1] in _COMMAND_OPTIONS:
        return argv[2]
    return shlex.join(argv)


def _folder(named: object, otherwise: str) -> str:
    """Give the folder that is named; one that is relative lies in the other."""
    if not isinstance(named, str) or not named or "\0" in named or len(named) > 4096:
        return otherwise
    if named.startswith("/"):
        return named
    return f"{otherwise.rstrip('/')}/{named}" if otherwise else ""


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _object(value: Any) -> dict[str, Any]:
    """Read an object that may be spelled as a text."""
    if isinstance(value, str):
        try:
            return _map(json.loads(value))
        except (ValueError, RecursionError):
            return {}
    return _map(value)
