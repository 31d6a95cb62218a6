"""Conversations as text files: recorded once, and replayed against an extension to see every change.

One line is one message, with who said it: `host      > {…}` and `extension > {…}`. `host ends` is the end of the
extension's input, `#` begins a remark, and `=` a note on the state, which a replay skips. A `!` in the place of `>`
marks a line that may not be said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wicket.errors import WicketError
from wicket.sdk import json_codec

if TYPE_CHECKING:
    from pathlib import Path

    from wicket.sdk.extension import Extension

__all__ = ["Differs", "Spoken", "parse", "render", "replay", "wire_of"]

SPEAKERS = ("host", "extension")


class Spoken(NamedTuple):
    """A line of a transcript: who, how (`>`, `!` or `ends`), and what."""

    speaker: str
    mark: str
    text: str = ""


class Differs(WicketError, AssertionError):
    """The extension says something else than the transcript. The text is the difference, line by line."""


def render(spoken: Spoken) -> str:
    """Write a line of a transcript, with its LF."""
    if spoken.mark == "ends":
        return f"{spoken.speaker} ends\n"
    return f"{spoken.speaker:9} {spoken.mark} {spoken.text}\n"


def parse(transcript: str) -> list[Spoken]:
    """Read a transcript; remarks and states are left out.

    Raises:
        ValueError: a line is none of a transcript.
    """
    found = []
    for number, line in enumerate(transcript.split("\n"), 1):
        if not line.strip() or line.startswith(("#", "=")):
            continue
        speaker, _, rest = line.partition(" ")
        mark, _, text = rest.lstrip().partition(" ")
        if speaker not in SPEAKERS or mark not in (">", "!", "ends"):
            raise ValueError(f"line {number} is none of a transcript: {line[:80]!r}")
        found.append(Spoken(speaker, mark, text))
    return found


def wire_of(lines: list[Spoken]) -> str:
    """Say which protocol a conversation is held in.

    Raises:
        ValueError: that cannot be told.
    """
    for line in lines:
        try:
            frame = json_codec.decode(line.text.encode())
        except (ValueError, RecursionError):
            continue
        if not isinstance(frame, dict):
            continue
        if isinstance(frame.get("type"), str):
            return "zot"
        if line.speaker == "extension":
            continue  # its answers and logs tell nothing
        params = frame.get("params")
        of_mcp = isinstance(params, dict) and ("clientInfo" in params or "capabilities" in params)
        method = frame.get("method")
        if method == "validateCommand":
            return "runok"
        if method in ("initialize", "execute", "shutdown") and not of_mcp:
            return "gevals"
        if method is not None:
            return "mcp"
    raise ValueError("the transcript does not show which protocol it is in; name the wire")


def replay(extension: Extension | str | Path, transcript: str | Path, *, wire: str | None = None) -> None:
    """Say the host's lines of a transcript to an extension, and compare what it says with its own lines.

    `transcript` is a file, or the text itself if there is a line break in it. Each of the extension's lines must have
    come where the transcript has it; the lines are compared as text, all of them.

    Raises:
        Differs: it says something else, or nothing.
        ValueError: that is no transcript.
    """
    from wicket.sdk.extension import Extension
    from wicket.sdk.in_process_conversation import Conversation, NoAnswer
    from wicket.sdk.testing import load

    text = transcript if isinstance(transcript, str) and "\n" in transcript else _read(transcript)
    lines = parse(text)
    served = extension if isinstance(extension, Extension) else load(extension)
    wire = wire or wire_of(lines)
    conversation = Conversation(served, wire)
    try:
        for line in lines:
            if wire == "runok" and line.speaker == "extension":
                conversation.hang_up()  # a validator reads to the end before it answers, though nobody wrote that down
            if line.speaker == "extension":
                if line.mark != "ends":
                    conversation.hear()
            elif line.mark == "ends":
                conversation.hang_up()
            else:
                conversation.say(line.text.encode())
    except NoAnswer:
        pass  # the difference says so better
    finally:
        conversation.close()
    expected = [line.text for line in lines if line.speaker == "extension" and line.mark != "ends"]
    said = [text for speaker, text in conversation.spoken if speaker == "extension"]
    if said != expected:
        import difflib

        changes = difflib.unified_diff(expected, said, "the transcript", "the extension", lineterm="", n=1)
        raise Differs("the extension says something else than the transcript:\n" + "\n".join(changes))


def _read(path: str | Path) -> str:
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read()
