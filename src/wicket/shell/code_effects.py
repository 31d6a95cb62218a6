"""What a program in another language does, as far as it can be read: files, processes, what strangers are handed."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Shape

__all__ = ["Account", "CodeNotUnderstood", "FoundPath", "Request", "WalkedFolder"]


class CodeNotUnderstood(Exception):
    """A program may do more than can be told."""


class FoundPath(tuple[str | None, ...]):
    """The shape of a path that the program has found by listing folders: what is not known of it are names in these.

    So nothing in it leads up, and it begins nowhere else. Only its last name may be that of a link.
    """

    __slots__ = ()

    def __new__(cls, before: str, behind: str = "") -> "FoundPath":
        pieces = [before, None, behind]
        return super().__new__(cls, [piece for piece in pieces if piece != ""])

    @property
    def before(self) -> str:
        return self[0] or ""

    @property
    def behind(self) -> str:
        return (self[-1] or "") if len(self) > 1 else ""

    @property
    def folder(self) -> str:
        """The folder in which, or below which, the file lies."""
        return "".join(self.before.rpartition("/")[:2]) or "./"

    @property
    def ending(self) -> str:
        """How its last name ends."""
        return self.behind.rpartition("/")[2]


class WalkedFolder(FoundPath):
    """A folder that was found, or the one where it began; no link leads to it."""

    __slots__ = ()


class Request:
    """One request: its method and address, and whether it has a body, credentials, or what no text spells out."""

    __slots__ = ("address", "has_body", "method", "sends", "with_credentials")

    def __init__(self, method: str, address: "Shape", has_body: bool, with_credentials: bool, sends: bool) -> None:
        self.method = method
        self.address = address
        self.has_body = has_body
        self.with_credentials = with_credentials
        self.sends = sends  # it may send what the program has found: in files, the environment, the output of others


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
        "requests",
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
        self.requests: list[Request] | None = None  # all that it says there, if that can be told

    @property
    def finds(self) -> bool:
        """Whether it gets hold of something that the text does not spell, and that it could send away."""
        return bool(self.reads or self.listed or self.unknown_read or self.starts)

    @property
    def starts(self) -> bool:
        """Whether it starts processes."""
        return bool(self.commands or self.texts or self.fed)
