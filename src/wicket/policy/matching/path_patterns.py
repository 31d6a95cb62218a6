"""Matches patterns that name a path: the words of a command, as the paths that they lead to.

A pattern has one spelling of a path, and a command may have any: `../.ssh/x`, `/home/me//.ssh/./x`, `--key=~/.ssh/x`.
Who forbids a path means it however it is spelled. Who allows one does not mean what `..` makes of it.
"""

from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, matches, word_matches
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import LedWord, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wicket.policy.machine_view import World
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.read_result import Command, Place

__all__ = ["PathWords", "is_folder", "is_path", "normalised", "paths_of"]

# What it takes to compare a word with a path of a pattern.
_WORK = 12
# Behind these in a word, a path may begin.
_GLUE = "=:,@"
# Under which it is kept whether the text has chosen an unknown folder.
_LOST = ("lost",)
# By these, a text says where `cd` leads.
_LEADING = ("CDPATH", "OLDPWD", "DIRSTACK", "popd", "pushd")
# Stands for what is not known.
_HOLE = "\0"
_SOMEWHERE = "it may lead there"


def is_path(glob: "Glob") -> bool:
    """Tell whether a text of a pattern is a path from the root on, alone or behind an option."""
    first = glob[0]
    return first[:1] == "/" or ("://" not in first and any(f"{mark}/" in first for mark in _GLUE))


def is_folder(glob: "Glob") -> bool:
    """Tell whether a text of a pattern has a beginning: `src/*` and `src*` of an allow are not what `..` leads to."""
    return len(glob) > 1 and bool(glob[0]) and glob[0][0] != "-"


def paths_of(node: "Any", strict: bool = True) -> "list[Glob]":
    """List the paths among the texts of a pattern's elements; for an allow, also the relative ones with a star."""
    found: list[Glob] = []
    for child in node if isinstance(node, tuple) else ():
        if isinstance(child, tuple):
            if len(child) == 3 and child[0] == "path":
                _, _, entries = child
                found += [(entry,) for entry in entries] if strict else []
            elif child and all(isinstance(piece, str) for piece in child):
                found += [child] if is_path(child) or (not strict and is_folder(child)) else []
            else:
                found += paths_of(child, strict)
    return found


def normalised(path: str) -> str:
    """Give a path without `.`, `..` and empty names; a relative one keeps the `..` that lead out of its folder."""
    if path[:1] == "/":
        return "/" + "/".join(normal(path))
    made: list[str] = []
    for part in path.split("/"):
        if part == ".." and made and made[-1] != "..":
            made.pop()
        elif part not in ("", "."):
            made.append(part)
    return ("./" if path[:2] == "./" and made[:1] != [".."] else "") + "/".join(made)


class _Piece:
    """What in a word may be a path: what stands before it, and where it leads."""

    __slots__ = ("named", "path", "paths", "prefix", "real", "relative", "sure")

    def __init__(self, prefix: str, text: str, place: "Place", world: "World") -> None:
        self.prefix = prefix
        self.path = text
        self.named = text[:2] == "~/" or text == "~"  # a program may take it for the home
        self.relative = text[:1] != "/" and not self.named
        full = f"{world.home}{text[1:]}" if self.named else text
        location = locate(Word(full, 0, 0), place, world)
        self.sure = location.paths is not None and len(location.paths) == 1
        self.paths = ["/" + "/".join(map(str, path)) for path in location.paths or ()]
        self.real = ["/" + "/".join(map(str, path)) for path in location.real]


class PathWords:
    """The words of one command, each with the paths that it may be; made once, and compared with many patterns."""

    __slots__ = ("_command", "_pieces", "_world")

    def __init__(self, command: "Command", world: "World") -> None:
        self._command = command
        self._world = world
        self._pieces: dict[int, list[_Piece]] = {}

    def forbidden(self, words: "Sequence[Word]", globs: "Sequence[Glob]") -> "tuple[Word, ...] | None":
        """Give the words with those in absolute form that lead where a pattern points. None: they stay as they are."""
        made = tuple([self._led(word, globs) for word in words])
        return made if any(one is not two for one, two in zip(made, words, strict=True)) else None

    def allowed(
        self, words: "Sequence[Word]", globs: "Sequence[Glob]", home: "Sequence[Glob]"
    ) -> "tuple[Word, ...] | None":
        """Give the words with nothing in them that leads elsewhere; paths in the home may be spelled in any way."""
        made = tuple([self._kept(word, globs, home) for word in words])
        return made if any(one is not two for one, two in zip(made, words, strict=True)) else None

    def _led(self, word: Word, globs: "Sequence[Glob]") -> Word:
        if word.reason is not None:
            return _as_written(self._led_unknown(word, globs), globs)
        for piece in self._of(word):
            self._world.fuel.take(_WORK * (1 + len(globs)))
            paths = [*piece.paths, *piece.real]
            for path in paths:
                whole = piece.prefix + path
                if whole == str(word) or not any(self._meets(glob, path, piece) for glob in globs):
                    continue
                sure = piece.sure or all(any(self._meets(glob, one, piece) for glob in globs) for one in piece.paths)
                return LedWord(whole, str(word), word.start, word.end) if sure else _somewhere(word)
            if not paths and piece.relative and any(self._may_lead(glob, piece.path) for glob in globs):
                return _somewhere(word)  # from which folder it leads there is not known
            for glob in globs:
                if piece.paths and matches(glob, piece.path) and ".." in piece.path.split("/"):
                    return LedWord(piece.prefix + piece.paths[0], str(word), word.start, word.end)
        return word

    def _may_lead(self, glob: "Glob", path: str) -> bool:
        """Tell whether a relative path may be what a pattern's path is, from an unknown folder."""
        if _shares(glob, path):
            return True
        return self._is_lost() and word_matches(glob, UnknownWord((None, f"/{path}"), _SOMEWHERE, False, 0, 0)) != NO

    def _is_lost(self) -> bool:
        """Tell the same for all commands of the text: it is found out once."""
        settled = self._world.settled
        if _LOST not in settled:
            settled[_LOST] = self._has_chosen_folder()
        lost: bool = settled[_LOST]
        return lost

    def _has_chosen_folder(self) -> bool:
        """Tell whether the text itself leads to the unknown folder, and not a variable from outside."""
        script = self._world.script
        if script is None:
            return True
        for one in script.commands:
            self._world.fuel.take(10 * (1 + len(one.words) + len(one.assignments)))
            said = [*[assignment.name for assignment in one.assignments], *map(str, one.words)]
            if any(mark in text for mark in _LEADING for text in said):
                return True
            if one.name == "cd" and any(word.reason == GLOB for word in one.words):
                return True
        return False

    def _led_unknown(self, word: Word, globs: "Sequence[Glob]") -> Word:
        """Give a word of which not all is known as the path that it is, if it may be one that a pattern names."""
        text = "".join([_HOLE if piece is None else piece for piece in word.shape])
        if text[:1] == "-" or _HOLE not in text:
            return word
        at = text.index(_HOLE)
        head, slash, first = text[:at].rpartition("/")
        tail: list[str] = []
        lost = False  # it is not known from where it leads on
        for part in (first + text[at:]).split("/"):
            if part == ".." or (part in ("cwd", "root") and head.startswith("/proc")):
                tail, lost = [], True
            elif part not in ("", "."):
                tail.append(part)
        if lost:
            return self._with_holes(word, "/".join([_HOLE, *tail]))
        if not slash and not first and set(word.reasons) != {GLOB}:
            return word  # it may begin at the root
        self._world.fuel.take(_WORK * (1 + len(globs)))
        folder = _Piece("", head or slash or ".", self._command.place, self._world)
        ways = ["/".join([base.rstrip("/"), *tail]) for base in (*folder.paths, *folder.real)]
        if word.reason == GLOB:
            real = locate(word, self._command.place, self._world).real
            ways += [
                "/" + "/".join([part if isinstance(part, str) else _HOLE.join(part) for part in path]) for path in real
            ]
        for way in ways:
            made = self._with_holes(word, way) if _HOLE in way else _somewhere(word)
            if any(self._may_meet(glob, made, way, folder.relative) for glob in globs):
                return made
        return word

    def _with_holes(self, word: Word, text: str) -> Word:
        first, *rest = text.split(_HOLE)
        shape: list[str | None] = [first] if first else []
        for piece in rest:
            shape += [None, piece] if piece else [None]
        return UnknownWord(
            tuple(shape), word.reason or "", word.many, word.start, word.end, word.outside, word.number, True, word.bare
        )

    def _may_meet(self, glob: "Glob", made: Word, way: str, relative: bool) -> bool:
        if not (word_matches(glob, made) if _HOLE in way else matches(glob, way)):
            return False
        return not relative or self._is_meant(glob, way)

    def _meets(self, glob: "Glob", path: str, piece: _Piece) -> bool:
        if not matches(glob, path) and not (piece.prefix and matches(glob, piece.prefix + path)):
            return False
        return not piece.relative or self._is_meant(glob, path)

    def _is_meant(self, glob: "Glob", path: str) -> bool:
        """Tell whether a path that is spelled relatively is one that a pattern's path is about."""
        if len(glob) == 1:
            return True
        # All that is done here lies somewhere below `~/*` or `/*`. Who writes that means what lies right there.
        folder = glob[0].rpartition("/")[0]
        return not f"{self._world.cwd}/".startswith(f"{folder}/") or path.count("/") == "*".join(glob).count("/")

    def _kept(self, word: Word, globs: "Sequence[Glob]", home: "Sequence[Glob]") -> Word:
        if word.reason is not None:
            up = any(".." in (piece or "") for piece in word.shape)
            return _somewhere(word) if up and any(_begins(glob, word.prefix) for glob in globs) else word
        for piece in self._of(word):
            self._world.fuel.take(_WORK * (1 + len(globs)))
            if piece.named:
                continue
            there = [*piece.paths, *piece.real]
            spelled_otherwise = (_is_odd(piece.path) or piece.relative) and piece.sure
            if spelled_otherwise and all(any(_has(glob, path, piece) for glob in home) for path in there):
                return _like(word, piece.prefix + piece.paths[0])
            if ".." in piece.path.split("/"):
                met = [glob for glob in globs if _has(glob, piece.path, piece)]
                if met and all(len(glob) > 1 for glob in met):  # who has spelled all of it means it
                    if piece.relative:
                        plain = normalised(piece.path)
                        if not piece.real and any(_has(glob, plain, piece) for glob in met):
                            return _like(word, piece.prefix + plain)
                        return _somewhere(word)
                    kept = piece.sure and all(any(_has(glob, path, piece) for glob in globs) for path in there)
                    return _like(word, piece.prefix + piece.paths[0]) if kept else _somewhere(word)
        return word

    def _of(self, word: Word) -> "list[_Piece]":
        found = self._pieces.get(id(word))
        if found is None:
            place, world = self._command.place, self._world
            found = [_Piece(prefix, text, place, world) for prefix, text in _cut(str(word))]
            self._pieces[id(word)] = found
        return found


def _cut(text: str) -> "list[tuple[str, str]]":
    """Cut a word at the places where a path may begin: each with what stands before it."""
    made: list[tuple[str, str]] = []
    if text[:1] != "-":
        made.append(("", text))
    elif text[:2] != "--" and text[2:3] in (".", "/", "~"):
        made.append((text[:2], text[2:]))
    for mark in _GLUE:
        before, found, behind = text.partition(mark)
        if found and behind and "//" not in text[len(before) : len(before) + 3]:
            made.append((before + mark, behind))
    return [(prefix, path) for prefix, path in made if path]


def _has(glob: "Glob", path: str, piece: _Piece) -> bool:
    return matches(glob, path) or (bool(piece.prefix) and matches(glob, piece.prefix + path))


def _is_odd(text: str) -> bool:
    """Tell whether a path has names in it that lead up, or nowhere."""
    return any(part in ("", ".", "..") for part in text.split("/")[1:])


def _begins(glob: "Glob", text: str) -> bool:
    """Tell whether what begins so may be what a text of a pattern stands for."""
    return text.startswith(glob[0]) or glob[0].startswith(text)


def _shares(glob: "Glob", text: str) -> bool:
    """Tell whether a relative path has a name in it that a pattern's path has, too."""
    names = {name for piece in glob for name in piece.split("/")[1:] if name}
    return not names.isdisjoint(part for part in text.split("/") if part not in ("", ".", ".."))


def _as_written(word: Word, globs: "Sequence[Glob]") -> Word:
    """Give a glob as one word, if a pattern's path stands for all that it becomes: `~/*` is forbidden by `~/*`."""
    if word.reason != GLOB:
        return word
    text = "".join(["*" if piece is None else piece for piece in word.shape])
    return _like(word, text) if any(len(glob) > 1 and matches(glob, text) for glob in globs) else word


def _like(word: Word, text: str) -> Word:
    return Word(text, word.start, word.end)


def _somewhere(word: Word) -> Word:
    return UnknownWord((None,), _SOMEWHERE, False, word.start, word.end, no_flag=True)
