"""What a program in another language does, as far as it can be read: files, processes, what strangers are handed."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Shape

__all__ = ["Account", "CodeNotUnderstood"]


class CodeNotUnderstood(Exception):
    """A program may do more than can be told."""


class Account:
    """All that a program does, if every name of its language that it uses is a known one.

    A path is known as a shape: pieces of text, and None for each piece that is not known. What modules from elsewhere
    do is not known, as with a script: `given` are the names and texts that they are handed.
    """

    __slots__ = (
        "by",
        "commands",
        "fed",
        "file",
        "given",
        "listed",
        "only_fetches",
        "reads",
        "talks",
        "texts",
        "unknown_read",
        "writes",
    )

    def __init__(self) -> None:
        self.by = ""  # the option that brings it, or empty: it is read from a file or from the input
        self.file = ""  # the file that holds it, which the text has written before
        self.reads: list[Shape] = []
        self.writes: list[Shape] = []
        self.listed: list[Shape] = []
        self.unknown_read = False  # a file is read, and which one is not known
        self.commands: list[tuple[str, ...]] = []  # programs that it starts, as their words
        self.fed: list[tuple[str, ...]] = []  # and such that are given something to read
        self.texts: list[str] = []  # texts that it has a shell run
        self.given: list[str] = []
        self.talks = False  # it talks to other machines
        self.only_fetches = False  # and surely does no more there: sends nothing that it has read, deletes nothing

    @property
    def starts(self) -> bool:
        """Whether it starts processes."""
        return bool(self.commands or self.texts or self.fed)
