"""A parsed command line: options that were found, their values, and the operands that are left."""

from wicket.shell.unknown_values import GLOB
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "EXPAND",
    "REFUSED",
    "Found",
    "Line",
    "Option",
    "attached_values",
    "counted_number",
    "ends_options",
    "expanded_value",
    "is_refused",
    "rest_of_word",
    "spill_value",
    "spills",
    "takes_nothing",
]


# ── A parsed command line: the options that were found, what each is, and the operands that are left ──

# No option of theirs has such a character, and one that they do not know ends them before they begin.
REFUSED = {"rm": "./", "rmdir": "./", "find": "/"}

# Options by which names of files are read.
_LISTS = frozenset(
    [
        "--files0-from",
        "--files-from",
        "-files0-from",
        "--files",
        "--files0",
        "--filelist",
        "--pathspec-from-file",
        "--stdin-paths",
    ]
)

# Options that have no value, whosesoever they are.
_TAKE_NOTHING = frozenset(["--help", "-h", "--version", "--verbose", "-v", "--quiet", "-q", "--silent"])


def takes_nothing(option: str) -> bool:
    """Tell whether an option has no value by what it is called."""
    return option in _TAKE_NOTHING or option.lstrip("-").startswith("no-")


class Option:
    """One option: all its names, whether it takes a value, and what the value, or the flag itself, means."""

    __slots__ = ("acts", "counts", "kind", "kinds", "lists", "names", "takes", "turns")

    def __init__(self, names: tuple[str, ...], takes: str, kinds: tuple[str, ...]) -> None:
        self.names = names
        self.counts = takes == "#"  # the next word, too, if that is a number
        self.takes = takes if takes != "#" else "?"  # "=" a value, "?" an attached value at most, "" none
        self.kinds = kinds
        self.kind = kinds[0] if kinds else ""
        self.acts = bool({*kinds} - {"", "VALUE"})
        self.lists = not _LISTS.isdisjoint(names)  # names of files are read from what it names
        # Because of it, operands stand for more than they say.
        self.turns = self.lists or self.kind in ("INPLACE", "CD") or "--suffix" in names


class Found:
    """An option as a command line uses it. `option` is None when the program's usage does not list it."""

    __slots__ = ("kind", "name", "option", "value", "values")

    def __init__(self, name: str, option: Option | None, values: "tuple[Word, ...]") -> None:
        self.name = name
        self.option = option
        self.kind = option.kind if option is not None else ""
        self.values = values
        self.value = values[0] if values else None


class Line:
    """A command line taken apart. `unsure`: a word that is not known may be an option.

    `doubted` is an unknown option, and that may have taken for its value what was read as the subcommand.
    `behind`: so many operands, the last ones, stand behind `--`. `strange`: an option is there that is not listed.
    `sub` is the word that is the subcommand (not that of one), or the module; so many options stand before it: `own`.
    `spilled`: so many operands, the first ones, are the rest of an option's value, and may be no words at all.
    """

    __slots__ = ("behind", "doubted", "found", "operands", "own", "spilled", "strange", "sub", "told", "unsure")

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.operands: list[Word] = []
        self.strange = False
        self.unsure = False
        self.doubted = ""
        self.behind = 0
        self.own = 0
        self.spilled = 0
        self.sub: Word | None = None
        # What was said of all options of a kind, so that it need not be said of the next; most lines need no set.
        self.told: set[str] | None = None

    def is_news(self, what: str) -> bool:
        """Tell whether something has yet to be said of the whole line."""
        if self.told is None:
            self.told = set()
        news = what not in self.told
        self.told.add(what)
        return news

    def unlisted(self) -> str:
        """Name an option that is not in the tables, and that may take the next word; empty: there is none."""
        for found in self.found if self.strange else ():
            if found.option is None and found.value is None and not takes_nothing(found.name):
                return found.name
        return ""

    def value(self, name: str) -> Word | None:
        """Give the value of an option by one of its names, the last one if it is repeated."""
        for found in reversed(self.found):
            if found.option is not None and name in found.option.names:
                return found.value
        return None

    def names(self) -> set[str]:
        """Give all names of the options that are there."""
        made = {name for found in self.found if found.option is not None for name in found.option.names}
        if self.strange:
            made.update([found.name for found in self.found])
        return made

    def has(self, name: str) -> bool:
        """Tell whether an option is there, under any of its names."""
        for found in self.found:
            if name == found.name or (found.option is not None and name in found.option.names):
                return True
        return False


def ends_options(words: "Sequence[Word]", at: int, name: str, line: Line) -> bool:
    """Tell whether the word at this place is the `--` behind which a program has no options."""
    # For find, it stands before its paths, and the tests behind these are as options are.
    return words[at].text == "--" and len(words) - at - 1 == line.behind and name != "find"


def spills(word: Word) -> bool:
    """Tell whether a word may be several, of which those behind the first may be options."""
    return word.many and not word.bare and word.reason != GLOB


def is_refused(name: str, word: Word) -> bool:
    """Tell whether a program would do nothing at all if this word, which is not known, was an option."""
    shape = word.shape
    if name == "sed":  # it has no option that is a number
        return word.number and shape[0] is None and len(shape) > 1 and (shape[1] or "-")[:1] not in "-"
    last = shape[-1]
    return (
        name in REFUSED
        and last is not None
        and (not word.many or word.reason == GLOB)  # each name that a glob stands for ends as the glob does
        and any(c in last for c in REFUSED[name])
    )


# ── The values of options: attached to a letter, counted, left over from a word, expanded, or spilled into operands ──

# curl: the same option, whose value has variables in it.
EXPAND = "--expand-"


def counted_number(option: Option | None, words: "Sequence[Word]", i: int) -> "tuple[Word, ...]":
    """Give the number behind an option that takes one if it is there, as `-j` of make does."""
    if option is None or not option.counts or i + 1 == len(words):
        return ()
    word = words[i + 1]
    return (word,) if word.prefix.isdigit() and not word.reasons else ()


def expanded_value(name: str, value: Word) -> Word:
    """Give the value of an option; it is not known what `--expand-output {{x}}` of curl makes of its own."""
    if not name.startswith(EXPAND) or value.text is None or "{{" not in value.text:
        return value
    return UnknownWord((None,), "what a variable of curl holds", False, value.start, value.end)


def attached_values(name: str, option: Option, word: Word, text: str) -> "Iterator[Found]":
    """Read the value that is attached to a letter: `-ox`. Of `-o=x`, it is `=x` to some programs and `x` to others."""
    if option.acts and text[:1] == "=" and (len(text) > 1 or word.reason is not None):
        yield Found(name, option, (rest_of_word(word, text[1:]),))
    yield Found(name, option, (rest_of_word(word, text),))


def rest_of_word(word: Word, text: str) -> Word:
    """Make the value that is attached to an option a word of its own."""
    if word.text is not None:
        return Word(text, word.start, word.end)
    shape = (text, *word.shape[1:]) if text else word.shape[1:]
    return UnknownWord(
        shape or (None,), word.reason or "", word.many, word.start, word.end, word.outside, bare=word.bare
    )


def spill_value(line: Line, value: Word) -> None:
    """See the value of an option that the text may have made several words of: those behind the first are operands."""
    if spills(value) and not value.outside:
        line.unsure = True
        line.spilled += 1
        line.operands.insert(0, UnknownWord((None,), value.reason or "", True, value.start, value.end))
