"""Reads policy files and all that they extend, and notes every file that was looked at.

Nothing here is trusted yet, nothing is executed, and nothing is fetched: what is not on this machine is a problem.
"""

import errno
import os
import re
from collections.abc import Mapping

from wicket.displayed_text import excerpt
from wicket.git_fetch import PROTOCOLS
from wicket.policy.config.document_nodes_and_checked_values import Entries, Scalar
from wicket.policy.config.keys_of_policy_file import Layer, Place
from wicket.policy.config.keys_of_policy_file import read as read_layer
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy_files import operator_settings_check, strict_yaml, validator_program_files
from wicket.policy_files.deny_rules_values_and_sections_of_broken_yaml import LISTS, forbidding, partly
from wicket.policy_files.extends_references_and_checkouts import (
    FileReference,
    GitReference,
    PresetReference,
    Reference,
    UnreadableReference,
    checkout,
    parse,
)
from wicket.policy_files.file_digest_and_permissions import ABSENT, MAX_BYTES, read
from wicket.policy_files.json_and_document_limits import MAX_FILE_BYTES, MAX_PROJECT_FILE_BYTES, Unreadable
from wicket.policy_files.policy_search import LOCK_NAME, MAIN_NAMES

__all__ = ["MAX_DEPTH", "PRESETS", "Reading", "pinned", "unreadable"]

PRESETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "presets")

# A chain of `extends` that is longer has been forgotten by whoever began it.
MAX_DEPTH = 10

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_WHY = {ABSENT: "is not there", "folder": "is a folder", "special": "is no regular file"}
_SHUT = (errno.EACCES, errno.EPERM)


class Reading:
    """Reads one file and all that it extends. Afterwards:

    `layers` are what the files say, the lowest first and the file itself last; `inputs` are all files that it depends
    on, with the state that they were in; `shipped` are those that came with wicket. `fetches` are the repositories that
    it names, as they are written.
    """

    def __init__(
        self,
        person: str,
        state: str,
        side: str = "given",
        *,
        testing: bool = False,
        protocols: tuple[str, ...] = PROTOCOLS,
        pins: Mapping[str, str] | None = None,
    ) -> None:
        """Give the person's home and wicket's.

        Args:
            testing: what a file extends for its tests counts as well.
            pins: commits to use instead of those in the lock.
        """
        self.layers: list[Layer] = []
        self.inputs: dict[str, str] = {}
        self.shipped: set[str] = set()
        self.presets: list[Layer] = []  # what those say
        self.fetches: dict[str, GitReference] = {}
        self._person = person
        self._state = state
        self._side = side
        self._testing = testing
        self._protocols = protocols
        self._pins = pins
        self._lock = ""
        self._done: set[str] = set()

    @property
    def root(self) -> Layer:
        """What the file itself says."""
        return self.layers[-1]

    def file(self, path: str) -> None:
        """Read the file at the absolute `path`, and what it extends."""
        self._lock = f"{os.path.dirname(path)}/{LOCK_NAME}"
        place = Place(path, os.path.dirname(path), self._person, self._side, strict=_is_strict(path))
        self._with_extended(self._read(path, place), path, [path])

    def alone(self, path: str) -> None:
        """Read the file at the absolute `path`, and nothing that it extends."""
        place = Place(path, os.path.dirname(path), self._person, self._side, strict=_is_strict(path))
        layer = self._read(path, place)
        if os.path.dirname(os.path.realpath(path)) != os.path.realpath(os.path.dirname(path)):
            # What is said about a stranger's file quotes it, and this one may be somebody's secret.
            said = "this is a link to a file of another folder"
            layer = _broken(place, Problem(Origin(path, 0), said, "look where it leads, then trust it or remove it"))
        self.layers.append(layer)

    def text(self, text: str, folder: str | None, name: str) -> None:
        """Read a policy from a text, as if it lay in `folder`."""
        if folder is not None:
            self._lock = f"{folder}/{LOCK_NAME}"
        # Without a folder, what is relative and what begins with `~` waits for the check, which has both.
        place = Place(name, folder or "", self._person if folder is not None else "", self._side)
        self._with_extended(_layer(text, place), folder and f"{folder}/", [name])

    def _read(self, path: str, place: Place) -> Layer:
        content, found = read(path)
        self.inputs[path] = found
        if content is None:
            return _broken(place, Problem(Origin(place.shown, 0), *unreadable(found, named=self._side == "given")))
        limit = MAX_PROJECT_FILE_BYTES if self._side == "project" else MAX_FILE_BYTES
        if len(content) > limit:
            hint = "split it into files, with `extends`"
            problem = Problem(Origin(place.shown, 0), f"this is larger than {limit} bytes", hint)
            # A stranger's is not looked at any further: nobody is to wait for it.
            return _broken(place, problem, "" if self._side == "project" else _decoded(content[:limit]))
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            problem = Problem(Origin(place.shown, line), "this is no UTF-8", "save it as UTF-8")
            return _broken(place, problem, _decoded(content))
        return _layer(text, place)

    def _with_extended(self, layer: Layer, path: str | None, chain: list[str], tree: str = "") -> None:
        """Add what a layer extends, and then itself. `tree` is the checkout that it lies in."""
        for kind in layer.types.values():
            for part in validator_program_files.parts(kind.argv, kind.folder) if kind.folder else ():
                self.inputs[part] = validator_program_files.state_of_part(part)
        layer.problems += self._extend_all(layer.extends, layer.place, path, chain, tree)
        if layer.test_extends and layer.place.tests:
            # Read in any case: whoever trusts the policy trusts these, too. They count when it is tested.
            layers, done = self.layers, self._done
            if not self._testing:
                self.layers, self._done = [], set(done)
            problems = self._extend_all(layer.test_extends, layer.place, path, chain, tree)
            if self._testing:
                layer.problems += problems
            else:
                self.layers, self._done = layers, done
        self.layers.append(layer)

    def _extend_all(
        self, wanted: list[tuple[str, Origin]], place: Place, path: str | None, chain: list[str], tree: str
    ) -> list[Problem]:
        found = (self._extend(text, origin, place, path, chain, tree) for text, origin in wanted)
        return [problem for problem in found if problem is not None]

    def _extend(
        self, text: str, origin: Origin, place: Place, path: str | None, chain: list[str], tree: str
    ) -> Problem | None:
        folder = None if path is None else os.path.dirname(path)
        if tree and folder is not None:
            folder = os.path.relpath(folder, tree)
        shown = excerpt(text, 100)
        try:
            wanted = parse(text, folder, self._person, fetched=bool(tree), protocols=self._protocols)
            file, label, root = self._locate(wanted, text, tree)
        except UnreadableReference as error:
            return Problem(origin, f"`{shown}`: {error}", error.hint)
        key = os.path.realpath(file)
        if key in (os.path.realpath(each) for each in chain):
            return Problem(origin, f"`{shown}` extends itself in the end", "remove one of the entries that lead there")
        if len(chain) > MAX_DEPTH:
            return Problem(origin, f"`{shown}` is more than {MAX_DEPTH} files deep", "extend it from a file nearer by")
        if key in self._done:
            return None
        self._done.add(key)
        shipped = isinstance(wanted, PresetReference)
        where = Place(
            label,
            "" if shipped else os.path.dirname(file),  # a preset speaks of wherever it is used, and of whose home
            place.home if shipped else self._person,
            place.side,
            strict=_is_strict(file),
            tests=place.tests and not shipped and not root,
        )
        layer = self._read(file, where)
        if shipped:
            self.shipped.add(file)
            self.presets.append(layer)
        elif self.inputs[file] == ABSENT:
            return Problem(origin, f"`{shown}`: {excerpt(label)} is not there", "check the path")
        self._with_extended(layer, file, [*chain, file], root)
        return None

    def _locate(self, wanted: Reference, text: str, tree: str) -> tuple[str, str, str]:
        """Say where a file is, what to call it, and in which checkout it lies."""
        match wanted:
            case PresetReference(name):
                file = f"{PRESETS}/{name}.yml"
                if not os.path.isfile(file):
                    known = ", ".join(
                        sorted(each.removesuffix(".yml") for each in os.listdir(PRESETS) if each.endswith(".yml"))
                    )
                    raise UnreadableReference("there is no such preset", f"there are {known}")
                return file, f"preset wicket:{name}", ""
            case FileReference(path) if tree:
                return self._within(tree, path), f"{os.path.basename(tree)[:12]}:{path}", tree
            case FileReference(path):
                return path, path, ""
            case GitReference():
                self.fetches[text] = wanted
                commit = wanted.ref if wanted.is_fixed else self._pinned(text)
                tree = checkout(self._state, wanted.url, commit) if commit else ""
                if not tree or not os.path.isdir(tree):
                    raise UnreadableReference("this has not been fetched", "run `wicket policy update`")
                return self._within(tree, wanted.path), excerpt(text, 100), tree

    def _within(self, tree: str, path: str) -> str:
        """Name a file of a checkout, by its path or, without one, by what policy files are called."""
        names = MAIN_NAMES if path == "." else (path, f"{path}.yml", f"{path}.yaml")
        file = next((f"{tree}/{name}" for name in names if os.path.isfile(f"{tree}/{name}")), "")
        if not file or not os.path.realpath(file).startswith(f"{os.path.realpath(tree)}/"):
            raise UnreadableReference("the repository has no such file", f"looked for {', '.join(names)}")
        return file

    def _pinned(self, text: str) -> str:
        """Say which commit an entry is pinned to; empty: none."""
        if self._pins is None and not self._lock:
            return ""  # a text that lies in no folder
        if self._pins is None:
            self._pins, self.inputs[self._lock] = pinned(self._lock)
        return self._pins.get(text, "")


def unreadable(known: str, *, named: bool = False) -> tuple[str, str]:
    """Say why a file of that state cannot be read, and what to do. `named`: somebody chose it, and may do so anew."""
    kind, _, detail = known.partition(" ")
    if kind == "large":
        return f"the file is larger than {MAX_BYTES} bytes", "split it into files, with `extends`"
    if kind != "unreadable":
        return f"the file {_WHY[kind]}", "look at it, or name another" if named else "look at it, and put a file there"
    error = int(detail)
    why = f"the file cannot be read: {os.strerror(error).lower()}" if error else "the file cannot be read"
    if error in _SHUT:
        return why, "make it and the folders above it readable for yourself"
    return why, "look where it leads, or name another" if named else "look where it leads"


def pinned(lock: str) -> tuple[dict[str, str], str]:
    """Read the lock at a path: commits by the entries that they stand for, and its state. What is none pins nothing."""
    content, found = read(lock)
    try:
        document = strict_yaml.read((content or b"").decode())
    except (Unreadable, UnicodeDecodeError):
        return {}, found
    entries = document.entries if isinstance(document, Entries) else {}
    return {
        text: node.text
        for text, (_, node) in entries.items()
        if isinstance(node, Scalar) and _COMMIT.fullmatch(node.text)
    }, found


def _layer(text: str, place: Place) -> Layer:
    noted: list[Unreadable] = []
    try:
        document = strict_yaml.read(text, noted=noted, lists=LISTS)
        layer = read_layer(document, place)
        operator_settings_check.check(document, layer)
        if noted or layer.problems:
            layer.rules += forbidding(document, text if noted else "", layer)
    except Unreadable as error:
        noted.append(error)
        layer = partly(text, place)
    layer.problems[:0] = [Problem(Origin(place.shown, one.line), one.message, one.hint) for one in noted]
    return layer


def _decoded(content: bytes) -> str:
    """Decode what is no UTF-8, as far as it goes."""
    return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")


def _broken(place: Place, problem: Problem, text: str = "") -> Layer:
    """Give what can be read of a file that has a problem."""
    layer = partly(text, place) if text else Layer(place)
    layer.problems = [problem]
    return layer


def _is_strict(path: str) -> bool:
    return not os.path.basename(path).startswith("runok.")
