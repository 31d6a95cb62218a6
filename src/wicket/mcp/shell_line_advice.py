"""What to send instead, for a model that sent a line of shell where a command's words are wanted.

Most models know tools that take a `command`. One that tries it here is told the very arguments that `execute` takes in
its place, made from what it sent, so that its next call is right.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from wicket.mcp.tool_definitions import EXECUTE
from wicket.shell import Command, read

__all__ = ["instead"]

# What models call it; the last two are ours, given as one text.
_LINES: Final = ("command", "cmd", "commandLine", "command_line", "script", "line", "code", "argv", "pipeline")

_KEPT: Final = frozenset(EXECUTE.takes["properties"]) - {"argv", "pipeline"}

# What is longer is not repeated to whoever wrote it.
MAX_CHARACTERS: Final = 1_000


def instead(given: Mapping[str, Any]) -> str | None:
    """Say in one sentence what should have been sent to `execute`; None if no line of shell is what is wrong."""
    name = next((name for name in _LINES if _is_line(name, given.get(name))), None)
    if name is None:
        return None
    wanted = _wanted(name, given[name], given.get("args"))
    kept = {key: value for key, value in given.items() if key in _KEPT and key not in wanted}
    shown = json.dumps(wanted | kept, ensure_ascii=False)
    if len(shown) > MAX_CHARACTERS:
        shown = '{"argv": ["bash", "-c", "<the line>"]}'
    return f"execute takes a command as a list of words, not as a line of shell, and nothing was run: send {shown}"


def _is_line(name: str, value: Any) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    is_words = isinstance(value, list) and bool(value) and all(isinstance(word, str) for word in value)
    return is_words and name != "argv"


def _wanted(name: str, value: str | list[str], more: Any) -> dict[str, Any]:
    if isinstance(value, list):
        if name != "pipeline":
            return {"argv": value}
        value = " | ".join(value)
    if isinstance(more, list) and all(isinstance(word, str) for word in more):
        return {"argv": [value, *more]}
    stages = _stages(value)
    match stages:
        case None:
            return {"argv": ["bash", "-c", value]}
        case [["sudo", program, *rest]] if not program.startswith("-"):
            return {"argv": [program, *rest], "privileged": True}
        case [words]:
            return {"argv": words}
        case _:
            return {"pipeline": stages}


def _stages(line: str) -> list[list[str]] | None:
    """Take a line apart that is commands with pipes between them and nothing else; None if a shell is needed."""
    script = read(line)
    # What one of them would run in its turn stands in the words of that one.
    commands = [command for command in script.commands if command.by is None]
    between, at = [], 0
    for command in commands:
        between.append(line[at : command.start].strip())
        at = command.end
    if script.refusal is not None or line[at:].strip() or between != ["", *["|"] * (len(commands) - 1)]:
        return None
    stages = [_words(command) for command in commands]
    return None if None in stages else [words for words in stages if words is not None]


def _words(command: Command) -> list[str] | None:
    if command.redirects or command.assignments or command.calls or not command.words:
        return None
    texts = [word.text for word in command.words]
    return None if None in texts else [text for text in texts if text is not None]
