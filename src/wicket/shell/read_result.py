"""What reading a text gives: the commands that it would run, in order, or why it was not read."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.refusal import Refusal

__all__ = ["Assignment", "Command", "Place", "Redirect", "Script", "descriptor", "is_borrowed", "is_stream", "logical"]

_WRITING = frozenset([">", ">>", ">|", "&>", "&>>", "<>"])
_INPUT = frozenset(["<", "<<", "<<-", "<<<", "<>"])
# Writing to these changes nothing that anyone keeps.
_STREAMS = frozenset(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"])


def is_stream(path: str | None) -> bool:
    """Tell whether a path is one of the standard streams, or nothing at all."""
    return path is not None and (path in _STREAMS or (path.startswith("/dev/fd/") and path[8:].isdigit()))


# What these are called in the folder of devices.
_DESCRIPTORS = {"stdin": "0", "stdout": "1", "stderr": "2"}


def descriptor(path: str) -> str:
    """Give the descriptor that a path may lead to, from whatever folder and however it is spelled; empty if to none."""
    pieces: list[str] = []
    for piece in path.split("/"):
        if piece == "..":
            del pieces[-1:]
        elif piece not in ("", "."):
            pieces.append(piece)
    if not pieces:
        return ""
    last = pieces[-1]
    if last in _DESCRIPTORS:
        return _DESCRIPTORS[last]
    if last.isdigit() and (len(pieces) == 1 or pieces[-2] == "fd"):
        return last
    return "of a process" if pieces[0] == "proc" else ""


# Whoever opens them succeeds.
_ALWAYS_THERE = frozenset(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"])


class Redirect:
    """One redirect. `target` is the word behind the operator; a here-document has its text in `body`."""

    __slots__ = ("body", "descriptor", "end", "operator", "start", "target")

    def __init__(
        self,
        operator: str,
        descriptor: int | str | None,
        target: Word,
        body: Word | None,
        start: int,
        end: int,
    ) -> None:
        self.operator = operator
        self.descriptor = descriptor if descriptor is not None else (0 if operator[0] == "<" else 1)
        self.target = target
        self.body = body
        self.start = start
        self.end = end

    @property
    def kind(self) -> str:
        """`input`, `output` or `dup`, which copies or closes a descriptor."""
        if self.operator in _INPUT and self.operator != "<>":
            return "input"
        if self.operator in ("<&", ">&") and not self.writes:
            return "dup"
        return "output"

    @property
    def writes(self) -> bool:
        """Whether it opens a file for writing that is more than a stream."""
        target = self.target.text
        if self.operator == ">&":
            if target is not None and (target == "-" or target.removesuffix("-").isdigit()):
                return False
        elif self.operator not in _WRITING:
            return False
        return not is_stream(target)

    @property
    def reads(self) -> bool:
        """Whether it opens a file for reading."""
        return self.operator in ("<", "<>") or (
            self.operator == "<&"
            and not (self.target.text or "x").removesuffix("-").isdigit()
            and self.target.text != "-"
        )

    @property
    def brings(self) -> Word | None:
        """What it brings to whoever reads it: a here-document's text, or a file that is not known, as `<(…)` is."""
        if self.body is not None:
            return self.body
        return self.target if self.operator in ("<", "<>", "<&") and self.target.reason is not None else None

    @property
    def closes(self) -> bool:
        """Whether a descriptor may be closed by it, so that what is led there later fails."""
        return self.operator in (">&", "<&") and (self.target.text is None or self.target.text[-1:] == "-")

    @property
    def may_fail(self) -> bool:
        """Whether it may fail, and then its command is not run: a file may be missing, a descriptor not be open."""
        if self.body is not None:
            return False
        target = self.target.text
        if self.operator in (">&", "<&"):
            return target not in ("0", "1", "2", "-") and target not in _ALWAYS_THERE
        return target not in _ALWAYS_THERE

    def __repr__(self) -> str:
        return f"<Redirect {self.descriptor}{self.operator} {self.target}>"


class Assignment:
    """`name=value`, before a command or alone. `values` are the words of an array, else None."""

    __slots__ = ("append", "end", "name", "start", "value", "values")

    def __init__(
        self, name: str, value: Word, append: bool, start: int, end: int, values: tuple[Word, ...] | None = None
    ) -> None:
        self.name = name
        self.value = value
        self.append = append
        self.values = values
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"<Assignment {self.name}={self.value}>"


# The folder in which the text starts.
HERE: tuple[str, ...] = ("",)


def is_borrowed(folder: str) -> bool:
    """Tell whether a folder may be another one by another name: `/proc/self/cwd`, `/dev/fd/3`."""
    return logical(folder).split("/")[:2] in (["", "proc"], ["", "dev"])


def logical(path: str) -> str:
    """Leave out of a path each name that `..` follows."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", ".") and not (part == ".." and path[:1] == "/"):
            parts.append(part)
    return ("/" if path[:1] == "/" else "") + "/".join(parts)


class Place:
    """Where a command stands, as far as it matters to whoever judges it."""

    __slots__ = ("background", "calls", "cwd", "function", "inside", "loop", "stdin", "stdout", "subshell", "wrappers")

    def __init__(self) -> None:
        self.stdin = False  # a pipe leads into it
        self.stdout = False  # a pipe leads out of it
        self.loop = ""  # the innermost loop: for, while, until, select
        self.function = ""  # the innermost function of the text whose body it stands in
        self.calls = 0  # how many calls of functions lead to it
        self.inside = ""  # the innermost substitution: $( ` <( >(
        self.subshell = False
        self.background = False
        self.wrappers: tuple[str, ...] = ()  # the programs that would run it, outermost first
        # Where it would run, relative to where the text starts: each of these is possible; None: not known.
        self.cwd: tuple[str, ...] | None = HERE

    def copy(self) -> "Place":
        other = Place.__new__(Place)
        other.stdin = self.stdin
        other.stdout = self.stdout
        other.loop = self.loop
        other.function = self.function
        other.calls = self.calls
        other.inside = self.inside
        other.subshell = self.subshell
        other.background = self.background
        other.wrappers = self.wrappers
        other.cwd = self.cwd
        return other

    def __repr__(self) -> str:
        said = [f"{name}={getattr(self, name)!r}" for name in self.__slots__ if getattr(self, name)]
        return f"<Place {' '.join(said)}>"


class Command:
    """One command that the text would run, or may run.

    `words` begins with the program; it is empty where there is none (an assignment or a redirect alone, or the
    redirects of a compound command). `calls` is set when a function of the text is what runs: then `words` name no
    program. `opaque` says what else it runs that cannot be read here. `changed` holds the assignments before it in
    the text that change what programs do: PATH, LD_PRELOAD, PAGER and their like. `by` is the command that runs this
    one, as `sudo` does and `sh -c`.
    """

    __slots__ = (
        "after_writing",
        "alternative",
        "assignments",
        "by",
        "calls",
        "changed",
        "chosen",
        "code",
        "crowded",
        "end",
        "handed",
        "opaque",
        "place",
        "redirects",
        "runs_written",
        "start",
        "taken",
        "taught",
        "vague",
        "words",
    )

    def __init__(
        self,
        words: tuple[Word, ...],
        redirects: tuple[Redirect, ...],
        assignments: tuple[Assignment, ...],
        start: int,
        end: int,
        place: Place,
        changed: tuple[Assignment, ...] = (),
    ) -> None:
        self.words = words
        self.redirects = redirects
        self.assignments = assignments
        self.start = start
        self.end = end
        self.place = place
        self.changed = changed
        self.by: Command | None = None
        # What whoever runs it, or stands around it, has open for reading: here-documents, and what pipes bring.
        self.handed: tuple[Word, ...] = ()
        self.calls = False
        # What is supposed where this is not what stands there, but what it becomes if a word turns out to be nothing,
        # or another of the texts that it may be.
        self.alternative = ""
        self.opaque: tuple[str, ...] = ()
        self.runs_written = (
            False  # it runs a file that the text has written before, so what it runs is more than its text
        )
        self.code: tuple[Account, ...] = ()  # what code that it is given does, where that can be told
        # Not empty if the text has made files before; a dash if a name of theirs may begin with one.
        self.after_writing = ""
        # What `program_lookup.usage_of` makes of it, once it has been asked; False: not yet.
        self.taken: object = False
        # What a policy teaches of its program: entries of `taught_programs`.
        self.taught: tuple[Any, ...] = ()
        # Whether a word of it may be an option, several words or none; None: nobody has asked yet. See
        # `unknown_words_as_options`.
        self.vague: bool | None = None
        # More words may be missing than were tried in all combinations: see `commands_if_words_are_empty`.
        self.crowded = False
        self.chosen: object = False  # the same, of a word that may be any option

    @property
    def name(self) -> str | None:
        """The program's name as written; None when it cannot be known, empty when there is none."""
        return self.words[0].text if self.words else ""

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in the text; for one that was made from a word, where that word's command stands."""
        return self.start, self.end

    @property
    def stdin(self) -> Redirect | None:
        """The redirect that decides its standard input, if one does."""
        for redirect in reversed(self.redirects):
            if redirect.descriptor == 0 and redirect.operator in ("<", "<<", "<<-", "<<<", "<>", "<&"):
                return redirect
        return None

    def __repr__(self) -> str:
        return f"<Command {' '.join(str(word) for word in self.words)!r}>"


class Script:
    """A text that has been read. With a refusal, `commands` holds only what was understood before it."""

    __slots__ = ("alternatives", "commands", "refusal", "text")

    def __init__(
        self,
        text: str,
        commands: tuple[Command, ...],
        refusal: "Refusal | None",
        alternatives: tuple[Command, ...] = (),
    ) -> None:
        self.text = text
        self.commands = commands
        self.refusal = refusal
        # What commands with words that are not known become if these turn out to be nothing, or a default.
        self.alternatives = alternatives

    def tree(self) -> str:
        """Draw it for people."""
        from wicket.shell.command_tree_text import draw

        return draw(self)

    def __repr__(self) -> str:
        return f"<Script {len(self.commands)} commands{f', refused: {self.refusal}' if self.refusal else ''}>"
