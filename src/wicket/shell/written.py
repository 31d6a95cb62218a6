"""The files that a text has written so far: whoever runs one of them runs what the text says."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# More names than these that are only partly known, and every name is as good as written.
MAX_VAGUE = 20


class Written:
    """Remembers paths by their last part: in which directory they were written is not worth following."""

    __slots__ = ("_names", "_vague", "anything", "git")

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._vague: list[Word] = []
        self.anything = False  # an archive or a patch of the text's own may have written any file
        self.git = False  # something that git would run or be configured by

    def __bool__(self) -> bool:
        return bool(self._names) or bool(self._vague) or self.anything

    def __len__(self) -> int:
        """How much was remembered, so that it can be seen to have grown."""
        return len(self._names) + len(self._vague) + self.anything

    def add(self, path: Word) -> None:
        """Remember one."""
        if path.text is not None:
            name = path.text.rpartition("/")[2]
            self._names.add(name)
            self.git = self.git or ".git" in path.text or "git/" in path.text or name.startswith("git-")
            return
        if len(self._vague) <= MAX_VAGUE:
            self._vague.append(path)
        self.git = self.git or any(".git" in piece or "git/" in piece for piece in path.shape if piece is not None)

    def any_of(self, patterns: "Iterable[str]", but: "Iterable[str]" = ()) -> bool:
        """Tell whether a file of one of these names, or with one of these endings (`*.py`), may be among them."""
        if self.anything:
            return True
        names = self._names.difference(but)
        names.update(word.shape[-1].rpartition("/")[2] for word in self._vague if word.shape[-1] is not None)
        for pattern in patterns:
            if pattern in names or (pattern[0] == "*" and any(name.endswith(pattern[1:]) for name in names)):
                return True
        return False

    def holds(self, path: Word) -> bool:
        """Tell whether this path may be one of them."""
        if path.text is None:
            return bool(self)
        if self.anything or path.text.rpartition("/")[2] in self._names or len(self._vague) > MAX_VAGUE:
            return True
        name = path.text.removeprefix("./")
        last = path.text.rpartition("/")[2]
        return any(
            len(word.shape) > 1 and (word.may_be(path.text) or word.may_be(name) or word.may_be(last))
            for word in self._vague
        )
