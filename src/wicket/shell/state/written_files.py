"""The files that a text has written so far: whoever runs one of them runs what the text says."""

from wicket.shell.catalogue.entries import dashed, of_all
from wicket.shell.words import UNCALLED, Word, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from wicket.shell.words import Shape

# More names than these that are only partly known, and every name is as good as written.
MAX_VAGUE = 20


# Parts of paths that version control is configured by, or runs.
_HOOKS = tuple([part for parts in of_all("hook_paths").values() for part in parts])


class Written:
    """Remembers paths by their last part: in which directory they were written is not worth following."""

    __slots__ = ("_endings", "_names", "_vague", "anything", "copied", "dashed", "hooks", "some")

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._endings: dict[str, list[str]] = {}  # names by what begins with their last dot
        self._vague: list[Word] = []
        self.some = False  # at least one has been, or may have been
        self.anything = False  # an archive or a patch of the text's own may have written any file
        self.copied = False  # files that were there before lie elsewhere as well, by the names that they had
        self.hooks = False  # something that version control would run or be configured by
        self.dashed = False  # a name that begins with a dash, or may

    @property
    def programs(self) -> bool:
        """Tell whether one may be a program that others look for by its name."""
        plain = any(name.isascii() and name == name.lower() for name in self._endings.get("", ()))
        return plain or self.anything or bool(self._vague)

    def add(self, path: Word, folders: "tuple[str, ...] | None" = ()) -> None:
        """Remember one. `folders` are those that the text may be in."""
        self.some = True
        self.hooks = self.hooks or any(part in f"{folder}/" for folder in folders or () for part in _HOOKS)
        if path.text is not None:
            name = path.text.rpartition("/")[2]
            self.dashed = self.dashed or name[:1] == "-"
            if name not in self._names:
                self._names.add(name)
                self._endings.setdefault(_ending(name), []).append(name)
            self.hooks = self.hooks or name.startswith(dashed) or any(part in path.text for part in _HOOKS)
            return
        self.dashed = self.dashed or not path.enumerated
        if len(self._vague) <= MAX_VAGUE:
            self._vague.append(path)
        self.hooks = self.hooks or any(part in piece for piece in path.shape if piece is not None for part in _HOOKS)

    def add_anything(self) -> None:
        """Remember that an archive or a patch of the text's own may have written any file."""
        self.some = self.anything = True

    def add_copies(self) -> None:
        """Remember that files that were there before lie elsewhere as well, by the names that they had."""
        self.some = self.copied = True

    def any_of(self, patterns: "Iterable[str]", but: "Collection[str]" = ()) -> bool:
        """Tell whether one of these names, or of these endings (`*.py`), may be among them; `but` not those."""
        if self.anything:
            return True
        names = [(_last(word.shape), word.outside or word.reason == UNCALLED) for word in self._vague]
        vague = [shape for shape, others in names if not (others and None in shape)]
        for pattern in patterns:
            if pattern[0] != "*":
                if any(fits(shape, pattern) for shape in vague) or (pattern in self._names and pattern not in but):
                    return True
            elif any((shape[-1] or pattern).endswith(pattern[1:]) for shape in vague) or any(
                name not in but for name in self._endings.get(pattern[1:], ())
            ):
                return True
        return False

    def holds(self, path: Word) -> bool:
        """Tell whether this path may be one of them."""
        if path.text is None:
            return self.some
        if self.anything or self.copied or path.text.rpartition("/")[2] in self._names or len(self._vague) > MAX_VAGUE:
            return True
        name = path.text.removeprefix("./")
        last = path.text.rpartition("/")[2]
        for word in self._vague:
            if len(word.shape) > 1 and any(word.may_be(spelling) for spelling in (path.text, name, last, "./" + name)):
                return True
            if not word.outside and word.shape == (None,):
                return True  # whoever wrote the text may have chosen it
        return False


def _last(shape: "Shape") -> "Shape":
    """Give what is known of the last part of a path."""
    kept: list[str | None] = []
    for piece in reversed(shape):
        if piece is not None and "/" in piece:
            kept.insert(0, piece.rpartition("/")[2])
            break
        kept.insert(0, piece)
    return tuple(kept)


def _ending(name: str) -> str:
    return name[name.rfind(".") :] if "." in name else ""
