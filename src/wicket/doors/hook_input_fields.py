"""Reads fields of the JSON that a hook is given: what is missing, or of another kind than expected, is an error."""

import os

from wicket.doors.fast_json import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # What a hook was told, or what a tool was given.
    Told: TypeAlias = dict[str, Any]

__all__ = ["command", "folder", "parse", "text", "texts", "whole"]


def parse(data: bytes) -> "Told":
    """Read the JSON object that a hook was given.

    Raises:
        ValueError: it is none.
    """
    told = decode(data)
    if not isinstance(told, dict):
        raise ValueError("the hook was not given a JSON object")
    return told


def text(told: "Told", key: str) -> str:
    """Give a text; empty if it is not there.

    Raises:
        ValueError: it is none.
    """
    value = told.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a text")
    return value


def texts(given: "Told", key: str, tool: str) -> list[str]:
    """Give the texts of a list, or the one that stands in its place.

    Raises:
        ValueError: there is none, or something else among them.
    """
    value = given.get(key)
    listed: list[Any] = value if isinstance(value, list) else [value]
    if not listed or not all(isinstance(each, str) for each in listed):
        raise ValueError(f"the call of {tool} has no {key}")
    return listed


def command(given: object, tool: str, key: str = "command") -> str:
    """Give the text for a shell.

    Raises:
        ValueError: there is none, or one that its reader would take for another.
    """
    value = given.get(key) if isinstance(given, dict) else None
    if not isinstance(value, str):
        raise ValueError(f"the call of {tool} has no command")
    whole(value)
    return value


def whole(value: str) -> None:
    """Refuse a text with half a character: whoever runs it puts something else in its place.

    Raises:
        ValueError: it has one.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("the command holds half a character") from None


def folder(named: str, cwd: str = "") -> str:
    """Give the folder in which a call is carried out: the one that is named, which may lie in `cwd`.

    Raises:
        ValueError: there is no such folder, and the agent would take another.
    """
    path = os.path.join(cwd, named) if named and cwd else named or cwd
    if not path.startswith("/"):
        raise ValueError("the cwd is no absolute path")
    if not os.path.isdir(path):
        raise ValueError("the cwd is no folder")
    return path
