"""The files that a text has written so far: whoever runs one of them runs what the text says."""

from wicket.shell.words import Word

# More names than these that are only partly known, and every name is as good as written.
MAX_VAGUE = 20


class Written:
    """Remembers paths by their last part: in which directory they were written is not worth following."""

    __slots__ = ("_names", "_vague", "git")

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._vague: list[Word] = []
        self.git = False  # something inside a .git folder

    def __bool__(self) -> bool:
        return bool(self._names) or bool(self._vague)

    def add(self, path: Word) -> None:
        """Remember one."""
        if path.text is not None:
            self._names.add(path.text.rpartition("/")[2])
            self.git = self.git or ".git" in path.text
            return
        if len(self._vague) <= MAX_VAGUE:
            self._vague.append(path)
        self.git = self.git or any(".git" in piece for piece in path.shape if piece is not None)

    def any_of(self, names: tuple[str, ...]) -> bool:
        """Tell whether a file of one of these names may be among them."""
        return any(name in self._names for name in names) or any(
            word.shape[-1] is not None and word.shape[-1].rpartition("/")[2] in names for word in self._vague
        )

    def holds(self, path: Word) -> bool:
        """Tell whether this path may be one of them."""
        if path.text is None:
            return bool(self)
        if path.text.rpartition("/")[2] in self._names or len(self._vague) > MAX_VAGUE:
            return True
        name = path.text.removeprefix("./")
        return any(len(word.shape) > 1 and (word.may_be(path.text) or word.may_be(name)) for word in self._vague)
