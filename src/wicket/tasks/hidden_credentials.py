"""Takes what an agent was given as a credential, variables and files, out of all that a result says."""

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from wicket.tasks.task_model import AgentSpec

__all__ = ["HIDDEN", "credentials", "hide"]

HIDDEN = "[hidden]"

# What is shorter is a word that may stand anywhere.
MIN_SECRET_CHARS = 8

# A file of credentials has also words that are none, such as the names of its fields. What may be one is long, or has
# letters and digits.
MIN_FILE_WORD_CHARS = 20
_WORD = re.compile(r"[^\s\"'`,;:=<>(){}\[\]]+")
_LETTER, _DIGIT = re.compile(r"[A-Za-z]"), re.compile(r"[0-9]")

# More of a file is no credential.
MAX_FILE_BYTES = 64 * 1024

Kept = TypeVar("Kept")


def credentials(agent: AgentSpec, outer: Mapping[str, str]) -> tuple[str, ...]:
    """List what must not be shown of an agent's variables and files, the longest first."""
    found = {outer[name] for name in agent.env if len(outer.get(name, "")) >= MIN_SECRET_CHARS}
    for source in agent.files.values():
        found.update(_secrets_of(Path(source).expanduser()))
    found |= {json.dumps(value)[1:-1] for value in found}  # as it stands in a text that is JSON
    return tuple(sorted(found, key=lambda value: (-len(value), value)))


def hide(value: Kept, secrets: tuple[str, ...]) -> Kept:
    """Give a value without them. Records are changed where they are."""
    return _hidden(value, secrets) if secrets else value


def _hidden(value: Any, secrets: tuple[str, ...]) -> Any:
    match value:
        case str():
            for secret in secrets:
                value = value.replace(secret, HIDDEN)
            return value
        case Enum():
            return value
        case Mapping():
            return {_hidden(key, secrets): _hidden(each, secrets) for key, each in value.items()}
        case list() | tuple():
            return type(value)(_hidden(each, secrets) for each in value)
        case _ if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                # Also where it is frozen: nobody else has it yet.
                object.__setattr__(value, field.name, _hidden(getattr(value, field.name), secrets))
            return value
        case _:
            return value


def _secrets_of(path: Path) -> Iterator[str]:
    """Give the words of a file that may be credentials, and the lines of a key."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES).decode(errors="replace")
    except OSError:
        return  # the agent does not get it either
    for word in _WORD.findall(text):
        if len(word) >= MIN_FILE_WORD_CHARS or (
            len(word) >= MIN_SECRET_CHARS and _LETTER.search(word) and _DIGIT.search(word)
        ):
            yield word
