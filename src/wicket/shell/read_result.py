"""What reading a text gives: the commands that it would run, in order, or why it was not read."""

from wicket.shell.redirect_kinds import Redirect
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.refusal_and_work_limit import Refusal

__all__ = ["Assignment", "Command", "Place", "Script"]


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

    def fields(self) -> tuple[object, ...]:
        """Give all of it, to be compared with another one."""
        return tuple([getattr(self, name) for name in self.__slots__])

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
        "disguises",
        "end",
        "handed",
        "input",
        "opaque",
        "place",
        "redirects",
        "runs_written",
        "start",
        "taken",
        "taught",
        "texts",
        "vague",
        "words",
        "written_script",
        "wrote",
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
        # What whoever runs it, or stands around it, leads to its standard input.
        self.input: Any = None  # a `standard_input_and_glob_options.Input`
        # What it is given and may run, be it seldom meant so: asked about where a rule forbids that.
        self.texts: tuple[Word, ...] = ()
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
        # What the text has written into files before, where it spells that.
        self.wrote: tuple[str, ...] = ()
        self.written_script = ""  # one of those, which it runs, and which is read as it is run
        # What `program_lookup.usage_of` makes of it, once it has been asked; False: not yet.
        self.taken: object = False
        # What a policy teaches of its program: entries of `taught_programs`.
        self.taught: tuple[Any, ...] = ()
        # Whether a word of it may be an option, several words or none; None: nobody has asked yet. See
        # `words_that_may_be_options_or_missing`.
        self.vague: bool | None = None
        # More words may be missing than were tried in all combinations: see `commands_if_words_are_empty`.
        self.crowded = False
        # Through how many other commands this one was found that nobody has written: `pip` of `python -m pip`.
        self.disguises = 0
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

    __slots__ = ("_held", "alternatives", "commands", "refusal", "text")

    def __init__(
        self,
        text: str,
        commands: tuple[Command, ...],
        refusal: "Refusal | None",
        alternatives: tuple[Command, ...] = (),
    ) -> None:
        self._held: dict[str, bool] = {}
        self.text = text
        self.commands = commands
        self.refusal = refusal
        # What commands with words that are not known become if these turn out to be nothing, or a default.
        self.alternatives = alternatives

    def source(self, word: "Word") -> str:
        """Give a word as it is written."""
        return self.text[word.start : word.end]

    def lines(self) -> list[str]:
        """Give the lines of the text."""
        return self.text.split("\n")

    def holds(self, sign: str) -> bool:
        """Tell whether something stands anywhere in the text: found out once, since each of many commands may ask."""
        known = self._held.get(sign)
        if known is None:
            known = self._held[sign] = sign in self.text
        return known

    def has_only_plain_parameters(self) -> bool:
        """Tell whether all that stands in `${…}` is a name: nothing is cut off, put in its place or looked up."""
        known = self._held.get("${…}")
        if known is None:
            plain = all(part.partition("}")[0].isidentifier() for part in self.text.split("${")[1:])
            known = self._held["${…}"] = plain
        return known

    def only_compares(self) -> bool:
        """Tell whether the text is one comparison: `[[ -f x ]]`. What runs in it would be among the commands."""
        found = self.text.strip()
        return not self.commands and found.startswith("[[ ") and found.endswith(" ]]") and "\n" not in found

    def tree(self) -> str:
        """Draw it for people."""
        from wicket.shell.command_tree_text import draw

        return draw(self)

    def __repr__(self) -> str:
        return f"<Script {len(self.commands)} commands{f', refused: {self.refusal}' if self.refusal else ''}>"
