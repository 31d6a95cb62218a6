"""An agent's settings: a JSON file that others write, too, changed so that everything else in it stays as it is."""

import difflib
import hashlib
import json
import math
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wicket.agents.json_comments import blanked
from wicket.agents.json_text_edit import edited
from wicket.errors import WicketError
from wicket.state_files import replace_file

__all__ = ["BadSettings", "Change", "content", "parsed", "read", "spell"]

# Settings are written by hand. What is larger is something else.
MAX_BYTES = 4 * 1024 * 1024

NEW_FILE_MODE = 0o600


class BadSettings(WicketError):
    """A settings file cannot be read, understood or changed; `str()` says what to do."""


def read(path: Path, *, comments: bool = False, commas: bool = False) -> tuple[bytes | None, dict[str, Any]]:
    """Read a file: its bytes, and what they say. A file that is not there is None and says nothing.

    `comments` and `commas`, the latter behind the last member: the agent that reads it takes them, too.

    Raises:
        BadSettings: it is no JSON object, or says something twice.
    """
    data = content(path)
    return data, {} if data is None else parsed(data, path, comments=comments, commas=commas)


def parsed(data: bytes, path: Path, *, comments: bool = False, commas: bool = False) -> dict[str, Any]:
    """Give what the content of a file says.

    Raises:
        BadSettings: it is no JSON object, or says something twice.
    """
    try:
        text = data.decode("utf-8-sig")
        plain = blanked(text, commas=commas) if comments else text
        said = _load(plain) if plain.strip() else {}
    except (ValueError, RecursionError) as error:
        raise BadSettings(f"{path} is no JSON: {error}; mend it first") from error
    if not isinstance(said, dict):
        raise BadSettings(f"{path} holds no JSON object; mend it first")
    return said


def spell(settings: Mapping[str, Any], like: bytes | None) -> bytes:
    """Spell settings out as the file is spelled that they go to: what stays the same stays as it is written."""
    indent = _indent(like or b"")
    if like is None or not like.strip():
        text = json.dumps(settings, indent=indent, ensure_ascii=False) + "\n"
    else:
        text = edited(like.decode(), dict(settings), indent)
        text += "" if text.endswith("\n") else "\n"
    # Half a character can stand in JSON as an escape alone, and that is what Python would put in its place.
    return text.encode(errors="backslashreplace")


@dataclass(frozen=True, slots=True)
class Change:
    """A file that is to be written, or removed. `old` is what it held when it was looked at; None: it was not there."""

    path: Path
    old: bytes | None
    new: bytes | None
    executable: bool = False
    mode: int = 0  # of a new file, if others may read it, too
    about: str = ""  # what is shown of a file that is wicket's own, in the place of its lines

    def diff(self) -> list[str]:
        """Show it line by line; of a program, how large it is, and of a file of our own what it is for."""
        before, after = _lines(self.old or b""), _lines(self.new or b"")
        if self.about:
            before = [] if self.old is None else ["(as it was)"]
            after = [] if self.new is None else [f"({self.about})"]
        origin = "(new file)" if self.old is None else str(self.path)
        target = "(removed)" if self.new is None else str(self.path)
        return list(difflib.unified_diff(before, after, origin, target, lineterm=""))

    def keep(self, folder: Path) -> None:
        """Keep what the file held, in a folder of wicket's own: once for each content.

        Raises:
            BadSettings: it cannot be kept.
        """
        if self.old is None:
            return
        name = str(self.path).strip("/").replace("/", "-")
        copy = folder / f"{name}.{hashlib.sha256(self.old).hexdigest()[:12]}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not copy.exists():
                replace_file(copy, self.old, NEW_FILE_MODE)
        except OSError as error:
            raise BadSettings(f"cannot keep a copy in {copy}: {error.strerror}; make room there") from error

    def make(self) -> None:
        """Write the file, or what it is a link to.

        Raises:
            BadSettings: it cannot be written, or is no longer what was looked at.
        """
        target = Path(os.path.realpath(self.path))
        try:
            now = content(target)
            if now != self.old:
                raise BadSettings(f"{self.path} has changed meanwhile, and is left alone; try again")
            target.parent.mkdir(mode=0o755 if self.mode else 0o700, parents=True, exist_ok=True)
            if self.new is None:
                target.unlink()
                return
            mode = self.mode or NEW_FILE_MODE if now is None else stat.S_IMODE(target.stat().st_mode)
            if self.executable:
                mode |= stat.S_IXUSR
            replace_file(target, self.new, mode)
        except OSError as error:
            raise BadSettings(f"cannot write {self.path}: {error.strerror}; make it writable for yourself") from error


def _lines(data: bytes) -> list[str]:
    if b"\0" in data:
        return [f"(a program of {len(data)} bytes)"]
    return data.decode("utf-8", "backslashreplace").splitlines()


def content(path: Path) -> bytes | None:
    """Read all of a file; None: it is not there.

    Raises:
        BadSettings: it cannot be read, is too large, or is no file.
    """
    try:
        # A project's file may be a stranger's pipe: none is waited for. A device must not be replaced by a file.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadSettings(f"cannot read {path}: {error.strerror}; make it readable for yourself") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadSettings(f"{path} is no regular file, nor a link to one; remove it first")
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_BYTES:
        raise BadSettings(f"{path} is too large for settings; look at it, and make it smaller")
    return data


def _load(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once, parse_constant=_number, parse_float=_number)


def _number(text: str) -> float:
    """Read a number, if it can be written again."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is a number that JSON does not have, or too large a one")
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _indent(data: bytes) -> int | str:
    """Tell how the first line within is indented; two spaces if nothing is."""
    for line in data.splitlines()[1:]:
        begin = line[: len(line) - len(line.lstrip())]
        if begin and line.strip():
            return "\t" if begin.startswith(b"\t") else min(len(begin), 8)
    return 2
