"""The manifest of an extension, `extension.json`: read, checked, and edited in place.

A manifest that is not right is refused with one sentence that names the file and, where that makes sense,
line and column. An edit changes the characters it has to and no others: order, indentation and unknown keys
stay as they are.
"""

import json
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NoReturn

from wicket.errors import WicketError
from wicket.state_files import replace_file

__all__ = [
    "FILE_NAME",
    "Manifest",
    "ManifestError",
    "edit",
    "fails_closed",
    "find_executable",
    "is_name",
    "load",
    "read",
    "read_bytes",
    "write",
]

FILE_NAME = "extension.json"

# A manifest is written by hand. What is larger or deeper was not.
MAX_BYTES = 256 * 1024
MAX_DEPTH = 64
MAX_NAME_LENGTH = 64

# The name becomes part of paths: no separator, no leading dot or dash.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPACE = re.compile(r"[ \t\n\r]*")

OnFailure = Literal["allow", "block"]


class ManifestError(WicketError):
    """A manifest is missing or wrong. `path` is the file, `reason` the rest of the sentence."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an extension says of itself. `extra` holds the keys that wicket does not know."""

    name: str
    exec: str
    version: str = ""
    args: tuple[str, ...] = ()
    language: str = ""
    description: str = ""
    enabled: bool = True
    on_failure: OnFailure = "allow"
    env: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)


def fails_closed(choice: OnFailure) -> bool:
    """Say whether the failing of a guard blocks: whatever is not plainly `allow` does."""
    return choice != "allow"


def is_name(text: str) -> bool:
    """Say whether an extension may be called `text`; such a name is safe as a part of a path."""
    return len(text) <= MAX_NAME_LENGTH and _NAME.fullmatch(text) is not None


def read(folder: Path) -> Manifest:
    """Read the manifest of the extension in `folder`.

    Raises:
        ManifestError: it is missing or wrong.
    """
    return load(read_bytes(folder), folder / FILE_NAME)


def read_bytes(folder: Path) -> bytes:
    """Read the manifest's bytes, without a look at what they say.

    Raises:
        ManifestError: it is missing, unreadable or too large.
    """
    path = folder / FILE_NAME
    try:
        # A pipe of that name must not make us wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise ManifestError(path, "is no regular file; put the manifest there")
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ManifestError(path, "does not exist; an extension needs a manifest of that name") from None
    except OSError as error:
        raise ManifestError(path, f"cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise ManifestError(path, f"is larger than {MAX_BYTES} bytes; a manifest is a short file")
    return data


def load(data: bytes, path: Path) -> Manifest:
    """Make a manifest of the bytes that `path` holds. Reads nothing itself.

    Raises:
        ManifestError: they are none.
    """
    return _Reader(path, _decode(data, path)).manifest()


def find_executable(manifest: Manifest, folder: Path, search_path: str) -> Path:
    """Say which file `exec` means: absolute, relative to `folder`, or a bare name there or on `search_path`.

    Raises:
        ManifestError: there is none, or it may not be executed.
    """
    wanted = manifest.exec
    beside = folder / wanted  # an absolute `exec` stays what it is
    if _is_executable(beside):
        return beside
    if "/" not in wanted:
        for place in search_path.split(os.pathsep):
            # A relative entry would mean another program in every folder.
            if os.path.isabs(place) and _is_executable(Path(place, wanted)):
                return Path(place, wanted)
    path = folder / FILE_NAME
    if os.path.isfile(beside):
        raise ManifestError(path, f"`exec` is {wanted!r}, which is not executable; run `chmod +x` on it")
    if "/" in wanted:
        raise ManifestError(path, f"`exec` is {wanted!r}, and there is no such file; correct it or add the file")
    raise ManifestError(
        path,
        f"`exec` is {wanted!r}, which is neither beside the manifest nor on PATH; install or correct it",
    )


def edit(data: bytes, path: Path, *, enabled: bool) -> bytes:
    """Return the manifest with `enabled` set and every other character as it was. Reads and writes nothing.

    Only the outline has to be sound: a manifest with a wrong `enabled` is mended by this.

    Raises:
        ManifestError: the bytes are no JSON object.
    """
    text = _decode(data, path)
    members = _Reader(path, text).members
    value = "true" if enabled else "false"
    if (member := members.get("enabled")) is not None:
        if member.value is enabled or (member.value is None and enabled):
            return data
        edited = text[: member.start] + value + text[member.end :]
    elif enabled:
        return data
    else:
        if not members:
            raise ManifestError(path, "is empty; write `name` and `exec` first")
        last = list(members.values())[-1]
        # Set off from its neighbours as the last one is: same line break, same indentation, same space.
        gap = text[last.gap : last.key]
        between = text[last.key_end : last.start]
        edited = f'{text[: last.end]},{gap}"enabled"{between}{value}{text[last.end :]}'
    return edited.encode()


def write(folder: Path, data: bytes) -> None:
    """Replace the manifest in `folder`, all at once, with its mode as it was.

    Raises:
        ManifestError: it cannot be written; it is as it was.
    """
    path = Path(os.path.realpath(folder / FILE_NAME))  # a symlink stays one
    try:
        replace_file(path, data, stat.S_IMODE(path.stat().st_mode))
    except OSError as error:
        raise ManifestError(path, f"cannot be written: {error.strerror}; it is as it was") from error


class _Member(NamedTuple):
    """One key of the manifest with its value, and where in the text they stand."""

    value: Any
    gap: int  # where the space before the key begins
    key: int
    key_end: int
    start: int  # of the value
    end: int


class _Reader:
    """Reads one manifest's text; knows for every key where it stands, so that an error can say so."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.members = self._read_members()

    def manifest(self) -> Manifest:
        name = self._text("name")
        program = self._text("exec")
        if not name:
            raise self._lacking("name", "the name of the extension")
        if not is_name(name):
            raise self._wrong(
                "name",
                f"must be letters, digits, dots, dashes and underscores, begin with a letter or digit, "
                f"and have at most {MAX_NAME_LENGTH} characters",
            )
        if not program:
            raise self._lacking("exec", "the program to start")
        known = {"name", "exec", "version", "args", "language", "description", "enabled", "on_failure", "env"}
        return Manifest(
            name=name,
            exec=program,
            version=self._text("version"),
            args=self._texts("args"),
            language=self._text("language"),
            description=self._text("description"),
            enabled=self._enabled(),
            on_failure=self._on_failure(),
            env=self._variables(),
            extra=MappingProxyType({key: m.value for key, m in self.members.items() if key not in known}),
        )

    def _value(self, key: str) -> Any:
        """Give a key's value; an absent key and null are the same."""
        member = self.members.get(key)
        return None if member is None else member.value

    def _text(self, key: str) -> str:
        value = self._value(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self._wrong(key, "must be a string")
        return self._usable(key, value)

    def _texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, "must be a list of strings")
        return tuple(self._usable(key, item) for item in value)

    def _usable(self, key: str, value: str) -> str:
        """Refuse what no program can be given: NUL, and halves of surrogate pairs."""
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            raise self._wrong(key, "holds a character that no program can be given")
        return value

    def _enabled(self) -> bool:
        value = self._value("enabled")
        if value is None:
            return True
        if not isinstance(value, bool):
            raise self._wrong("enabled", "must be true or false, without quotes")
        return value

    def _on_failure(self) -> OnFailure:
        match self._value("on_failure"):
            case None | "allow":
                return "allow"
            case "block":
                return "block"
            case _:
                raise self._wrong("on_failure", 'must be "allow" or "block"')

    def _variables(self) -> tuple[str, ...]:
        names = self._texts("env")
        for name in names:
            if not _VARIABLE.fullmatch(name):
                raise self._wrong("env", f"must be a list of variables' names, and {name!r} is none")
        return names

    def _read_members(self) -> dict[str, _Member]:
        """Cut the text into its keys and values.

        The outermost object is walked here, since the standard parser does not tell positions; every value in
        it is read by the standard parser.
        """
        text = self.text
        members: dict[str, _Member] = {}
        at = self._skip_space(0)
        if text[at : at + 1] != "{":
            raise self._at(at, "must be a JSON object: { … }")
        gap = at + 1
        at = self._skip_space(gap)
        if text[at : at + 1] == "}":
            self._expect_end(at + 1)
            return members
        while True:
            if text[at : at + 1] != '"':
                raise self._at(at, "expected a key in double quotes")
            key, key_end = self._decode_value(at)
            if key in members:
                raise self._at(at, f"`{key}` is there twice; keep one")
            colon = self._skip_space(key_end)
            if text[colon : colon + 1] != ":":
                raise self._at(colon, "expected a colon after the key")
            start = self._skip_space(colon + 1)
            value, end = self._decode_value(start)
            if _depth(value) > MAX_DEPTH:
                raise self._at(start, f"`{key}` is nested more than {MAX_DEPTH} deep")
            members[key] = _Member(value, gap, at, key_end, start, end)
            at = self._skip_space(end)
            if text[at : at + 1] == "}":
                self._expect_end(at + 1)
                return members
            if text[at : at + 1] != ",":
                raise self._at(at, "expected a comma or the closing brace")
            gap = at + 1
            at = self._skip_space(gap)

    def _skip_space(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def _expect_end(self, at: int) -> None:
        if (end := self._skip_space(at)) != len(self.text):
            raise self._at(end, "there is more after the closing brace; remove it")

    def _decode_value(self, at: int) -> tuple[Any, int]:
        try:
            return _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            raise self._at(error.pos, f"is no JSON here: {error.msg[:1].lower()}{error.msg[1:]}") from error
        except RecursionError:
            raise self._at(at, f"is nested more than {MAX_DEPTH} deep") from None
        except ValueError as error:
            raise self._at(at, str(error)) from error

    def _wrong(self, key: str, reason: str) -> ManifestError:
        return self._at(self.members[key].start, f"`{key}` {reason}")

    def _lacking(self, key: str, meaning: str) -> ManifestError:
        if key in self.members:
            return self._wrong(key, f"is empty; give {meaning}")
        return ManifestError(self.path, f"`{key}` is missing; give {meaning}")

    def _at(self, position: int, reason: str) -> ManifestError:
        line = self.text.count("\n", 0, position) + 1
        column = position - self.text.rfind("\n", 0, position)
        return ManifestError(self.path, f"line {line}, column {column}: {reason}")


def _decode(data: bytes, path: Path) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise ManifestError(path, "begins with a byte order mark; save it as plain UTF-8")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise ManifestError(path, f"line {line}, column {column}: is no UTF-8; save it as plain UTF-8") from None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"`{key}` is there twice; keep one")
        members[key] = value
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _depth(value: object) -> int:
    """Measure how deep lists and objects are nested, without recursion of our own."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return depth


def _is_executable(path: Path) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


_DECODER = json.JSONDecoder(object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
