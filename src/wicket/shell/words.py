"""A word as a program would receive it: its text, or as much of it as can be known and why not the rest."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Shape: TypeAlias = tuple[str | None, ...]
    Value: TypeAlias = "str | Unknowable"

__all__ = [
    "ArrayWord",
    "BracketWord",
    "BranchWord",
    "LedWord",
    "Unknowable",
    "UnknownWord",
    "Word",
    "begins_plainly",
    "both",
    "changed",
    "concatenate",
    "joined_instances",
    "longer",
]


# Why the names of files are not known.
GLOB = "a glob: the names of files"
# The same for names that a program makes of others.
NAMED = "a glob, or what a program makes of a name"
# And for one of the files that a glob stands for, in a loop; for one that find finds, and for all of them. No link is
# followed on the way to these.
LOOPED = "one of the files that a glob stands for"
FOUND = "a file that find finds"
FOUND_ALL = "the files that find finds"
# A new file or folder; or nothing, if it could not be made.
MADE = "what mktemp has made"
# Names that xargs hands over, and nobody in the text has printed.
XARGS = "what xargs reads"
# The name of a pipe from or to another command of the text.
PIPED = "a process substitution"
# Why nobody knows which file a redirect opens.
NOT_ONE = "not one word"
# The number of a process that the shell itself has started.
CHILD = "$! is set by the shell"


_NAMES = frozenset([GLOB, NAMED, LOOPED, FOUND, FOUND_ALL, MADE])


def both(one: str, other: str) -> str:
    """Give one reason for two. That something is the name of a file says nothing of what stands beside it."""
    if not one or ((one in _NAMES or one == CHILD) and other and other != one):
        return other if other not in _NAMES or not one else "made of names of files"
    return one


def changed(reason: str) -> str:
    """Give the reason for what is made of something that is not known."""
    return f"made of {reason}" if reason in _NAMES else reason


# Why nothing is known of a variable in a function that the text defines and does not call.
UNCALLED = "this function is not called here"

# Why values are not known that are numbers, and never nothing.
CALCULATED, LENGTH = "the result of arithmetic", "a length"
NEVER_EMPTY = frozenset([CALCULATED, LENGTH, *[f"${name} is set by the shell" for name in "?$#"]])
# Nor are names of files that are there, and pipes.
_NEVER_NOTHING = NEVER_EMPTY | {GLOB, NAMED, LOOPED, FOUND, PIPED}
_NOTHING = ("",)


class Word:
    """One word of a command. `text` is None when it cannot be known; then `reason` says why."""

    __slots__ = ("end", "start", "text")

    reason: str | None = None
    many: bool = False  # it may become any number of words, none included
    outside: bool = False  # what is not known of it comes from beyond the text, or can only be a number
    # It can be no flag: it stands in the text as a glob, and each word that this becomes begins as the glob does; or
    # nothing in it can be a dash at its beginning.
    no_flag: bool = False
    # What is not known of it is a token, as `wicket.shell.programs.printed_numbers_and_hashes` has it, or nothing.
    bare: bool = False
    number: bool = False  # what is not known of it can only be digits
    name: bool = False  # it is the name of a branch, which begins with no sign of a refspec
    also: str | None = None  # another spelling of it, for rules that forbid
    members: tuple[str, ...] = ()  # all that it can be, if that is little: a glob of one bracket, and its own text

    def __init__(self, text: str | None, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    @property
    def shape(self) -> "Shape":
        """What is known of the text, in order; None stands for any characters, or none."""
        return (self.text,)

    @property
    def prefix(self) -> str:
        """The text it begins with for sure."""
        return self.text or ""

    def may_be(self, text: str) -> bool:
        """Tell whether this word could turn out to be `text`."""
        return self.text == text

    def may_start(self, text: str) -> bool:
        """Tell whether this word could begin with `text`."""
        return self.text is not None and self.text.startswith(text)

    @property
    def loose(self) -> bool:
        """Whether it may become several words, options and commands among them, as whoever wrote the text likes."""
        return False

    @property
    def instances(self) -> tuple[str, ...]:
        """Texts that it may be, of those that are known."""
        return (self.text,) if self.text is not None else ()

    @property
    def enumerated(self) -> bool:
        """Whether whoever wrote the text could choose only among these; all else comes from outside."""
        return True

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why each of its pieces is not known."""
        return ()

    @property
    def firm(self) -> bool:
        """Whether it is exactly one word, surely there, and no option."""
        return True

    def __str__(self) -> str:
        return "".join("…" if piece is None else piece for piece in self.shape)

    def __repr__(self) -> str:
        return f"<Word {str(self)!r}{f' ({self.reason})' if self.reason else ''}>"

    def __eq__(self, other: object) -> bool:
        """Compare what is known, not where it stands."""
        return isinstance(other, Word) and (self.shape, self.many) == (other.shape, other.many)

    def __hash__(self) -> int:
        return hash(self.shape)


class LedWord(Word):
    """A word that is a path: `text` is where it leads, `also` how it is written. For rules that forbid, it is both."""

    __slots__ = ("also",)

    def __init__(self, text: str, also: str, start: int, end: int) -> None:
        super().__init__(text, start, end)
        self.also = also


class UnknownWord(Word):
    """A word that only running the command would tell."""

    __slots__ = ("_joined", "_made_of", "_shape", "bare", "many", "no_flag", "number", "outside", "reason")

    def __init__(
        self,
        shape: "Shape",
        reason: str,
        many: bool,
        start: int,
        end: int,
        outside: bool = False,
        number: bool = False,
        no_flag: bool = False,
        bare: bool = False,
        made_of: "list[Value] | None" = None,
    ) -> None:
        # Not by way of Word: many of these are made.
        self.text = None
        self.start = start
        self.end = end
        self._shape = shape
        self.reason = reason
        self.many = many
        self.outside = outside
        self.number = number
        self.no_flag = no_flag or (bare and begins_plainly(shape))
        self.bare = bare
        self._made_of = made_of  # the values that it is made of, which say more of it
        self._joined: tuple[tuple[str, ...], bool] | None = None  # once somebody has asked

    def _texts(self) -> tuple[tuple[str, ...], bool]:
        found = self._joined
        if found is None:
            if self._made_of is None:
                found = _instances(self.reason or "", self._shape), False
            else:
                found = joined_instances(self._made_of)
            self._joined = found
        return found

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why each of its pieces is not known; `reason` is one of these."""
        pieces = [one.reason for one in self._made_of or () if not isinstance(one, str)]
        return tuple(pieces) or (self.reason or "",)

    @property
    def instances(self) -> tuple[str, ...]:
        texts, _ = self._texts()
        return texts

    @property
    def enumerated(self) -> bool:
        if self._made_of is None:
            return self.outside
        _, every = self._texts()
        return every

    @property
    def shape(self) -> "Shape":
        return self._shape

    @property
    def prefix(self) -> str:
        return self._shape[0] or ""

    @property
    def loose(self) -> bool:
        return self.many and not (self.outside or self.bare) and self.reason != GLOB and self._shape[0] is None

    @property
    def firm(self) -> bool:
        if self.many:
            return False
        first = self._shape[0] or "-"
        # Of `--name=…`, only the value is not known.
        return first[0] != "-" or self.no_flag or self.number or (first[:2] == "--" and "=" in first[3:])

    def may_be(self, text: str) -> bool:
        if text[:1] == "-" and self.no_flag:
            return False
        return self.many or fits(self._shape, text)

    def may_start(self, text: str) -> bool:
        first = self._shape[0]
        if text[:1] == "-" and self.no_flag:
            return False
        return first is None or self.many or first.startswith(text) or (len(self._shape) > 1 and text.startswith(first))


class BranchWord(UnknownWord):
    """The name of a branch that only running the command would tell."""

    __slots__ = ()

    name = True

    def __init__(self, shape: "Shape", reason: str, start: int, end: int) -> None:
        super().__init__(shape, reason, False, start, end, no_flag=True)


class BracketWord(UnknownWord):
    """A glob of a single bracket: names with one of its characters, or its own text if there are none."""

    __slots__ = ("members",)

    def __init__(self, shape: "Shape", members: tuple[str, ...], start: int, end: int, no_flag: bool) -> None:
        super().__init__(shape, GLOB, True, start, end, no_flag=no_flag)
        self.members = members


class ArrayWord(UnknownWord):
    """An array that `declare` and its like are given: its elements, `keyed` if their order says nothing."""

    __slots__ = ("keyed", "values")

    def __init__(self, shape: "Shape", values: "tuple[Value, ...]", keyed: bool, start: int, end: int) -> None:
        super().__init__(shape, "an array", False, start, end)
        self.values = values
        self.keyed = keyed


class Unknowable:
    """A value that cannot be known: of a variable, of a substitution, of standard input.

    `outside` is for what comes from beyond the text (the environment, arguments): whoever wrote the text did not
    choose it. `number` is for what can only be digits, wherever it comes from. `inert` is for what arithmetic can run
    nothing of, be it chosen or not. `many` is for an argument that may have been several, or none. `bare` is for what
    can only be tokens, or nothing; `several` for more than one of them, or of numbers, each on a line of its own.

    `instances` are texts that it may be: what `${x:-…}` brings, what a branch assigns, nothing at all. `enumerated`:
    whoever wrote the text could choose only among these, and all else comes from outside.
    """

    __slots__ = (
        "bare",
        "enumerated",
        "inert",
        "instances",
        "is_blank",
        "many",
        "number",
        "outside",
        "reason",
        "several",
        "shape",
    )

    def __init__(
        self,
        reason: str,
        shape: "Shape" = (None,),
        number: bool = False,
        outside: bool = False,
        many: bool = False,
        inert: bool = False,
        bare: bool = False,
        several: bool = False,
        instances: tuple[str, ...] | None = None,
        enumerated: bool = False,
    ) -> None:
        self.reason = reason
        self.shape = shape
        self.several = several
        self.number = number
        self.outside = outside
        self.many = many
        # Arithmetic expands what stands in a subscript. Of a value from outside, only the pieces that the text itself
        # has put beside it count: those with a `$` or a backtick.
        self.inert = inert or number or (outside and (shape == (None,) or not any(map(_expands, shape))))
        self.bare = bare
        self.enumerated = enumerated or outside or number
        # Whether nobody has said which texts it may be: then it may be nothing, beside what is known of it.
        self.is_blank = instances is None and reason not in _NEVER_NOTHING
        self.instances: tuple[str, ...]
        if instances is not None:
            self.instances = instances
        elif shape == (None,):  # as most are
            self.instances = _NOTHING if self.is_blank else ()
        else:
            self.instances = _instances(reason, shape)


# So many texts are kept of a value that may be one or another.
MAX_INSTANCES = 4


def _instances(reason: str, shape: "Shape") -> tuple[str, ...]:
    """Say what a value is if what is not known of it is nothing; none for what is never nothing."""
    if reason in _NEVER_NOTHING:
        return ()
    return ("".join([piece for piece in shape if piece]),)


def joined_instances(values: "Sequence[Value | Word]") -> tuple[tuple[str, ...], bool]:
    """Say which texts several values may be together, and whether these are all that the text could choose."""
    if len(values) == 1 and not isinstance(values[0], str):
        return values[0].instances, values[0].enumerated
    enumerated = True
    # Mostly, each of them is one text.
    pieces: list[str] = []
    for value in values:
        if type(value) is str:
            pieces.append(value)
            continue
        instances = value.instances  # type: ignore[union-attr]  # no other kind of value is a text
        if len(instances) != 1:
            break
        enumerated = enumerated and value.enumerated  # type: ignore[union-attr]
        pieces.append(instances[0])
    else:
        return ("".join(pieces),), enumerated
    made = [""]
    enumerated = True
    for value in values:
        if isinstance(value, str):
            made = [text + value for text in made]
            continue
        enumerated = enumerated and value.enumerated
        made = [text + instance for text in made for instance in value.instances]
        if len(made) > MAX_INSTANCES:
            made, enumerated = made[:MAX_INSTANCES], False
    return tuple(made), enumerated


# Behind something else, what mktemp has made is no file by itself; all of it may be missing, how it begins as well.
NOTHING_MADE = Unknowable(changed(MADE))

# `x=$x$x` doubles a value each time it stands there. No longer than a text may be, it is known; then no more.
MAX_VALUE_LENGTH = 1_000_000


# What makes several words of a value that is not quoted.
_SPLITTING = " \t\n*?["


def concatenate(values: "list[Value]") -> "Value":
    """Put values together, keeping what is known of them."""
    if len(values) == 1:
        return values[0]
    if sum([len(v) if isinstance(v, str) else _known_length(v) for v in values]) > MAX_VALUE_LENGTH:
        return Unknowable(f"longer than {MAX_VALUE_LENGTH} characters")
    pieces: list[str | None] = []
    reason = ""
    number = outside = inert = bare = True
    for value in values:
        if isinstance(value, str):
            if value:
                number = number and value.isdigit()
                inert = inert and not ("[" in value or _expands(value))
                bare = bare and not any(c in value for c in _SPLITTING)
                if pieces and pieces[-1] is not None:
                    pieces[-1] += value
                else:
                    pieces.append(value)
            continue
        if pieces and value.reason == MADE:
            value = NOTHING_MADE
        reason = both(reason, value.reason)
        number = number and value.number and not value.several
        outside = outside and value.outside
        inert = inert and value.inert
        bare = bare and value.bare and not value.several
        for piece in value.shape:
            if pieces and pieces[-1] is None and piece is None:
                continue
            if pieces and pieces[-1] is not None and piece is not None:
                pieces[-1] += piece
            else:
                pieces.append(piece)
    if not reason:
        return (pieces[0] or "") if pieces else ""
    instances, enumerated = joined_instances(values)
    return Unknowable(
        reason, tuple(pieces), number, outside, inert=inert, bare=bare, instances=instances, enumerated=enumerated
    )


def _expands(piece: str | None) -> bool:
    """Tell whether a piece holds something that a shell would expand, were it read once more."""
    return piece is not None and ("$" in piece or "`" in piece)


def _known_length(value: "Unknowable") -> int:
    return sum([len(piece) for piece in value.shape if piece is not None])


def value_of(word: Word) -> "Value":
    """Give a word's text, or what is known of it, as a value."""
    if word.text is not None:
        return word.text
    # Whoever is handed many names as one value may split them.
    reason = "files that were found" if word.reason == FOUND_ALL else word.reason
    return Unknowable(
        reason or "",
        word.shape,
        many=word.many,
        outside=word.outside,
        # A blank among what is known of it makes more than a token.
        bare=word.bare and not any(c in piece for piece in word.shape if piece for c in _SPLITTING),
        instances=word.instances,
        # What is split stands there as several, and not as one of these texts.
        enumerated=word.enumerated and not (word.many and any(" " in text or "\n" in text for text in word.instances)),
    )


def word_of(value: "Value", start: int, end: int) -> Word:
    """Make a word of a value."""
    if isinstance(value, str):
        return Word(value, start, end)
    return UnknownWord(
        value.shape,
        value.reason,
        value.many,
        start,
        end,
        value.outside or value.number,
        bare=value.bare,
        made_of=[value],
    )


def begins_plainly(shape: "Shape") -> bool:
    """Tell whether what is made of tokens begins with no dash, even if one of them is missing."""
    return next((piece for piece in shape if piece), "")[:1] != "-"


def fits(shape: "Shape", text: str) -> bool:
    """Tell whether `text` is one of the texts that a shape stands for."""
    first, last = shape[0], shape[-1]
    if len(shape) == 1:
        return first is None or first == text
    start = 0
    end = len(text)
    if first is not None:
        if not text.startswith(first):
            return False
        start = len(first)
    if last is not None:
        if not text.endswith(last) or end - len(last) < start:
            return False
        end -= len(last)
    for piece in shape[1:-1]:
        if piece is not None:
            at = text.find(piece, start, end)
            if at < 0:
                return False
            start = at + len(piece)
    return True


def longer(word: Word, ending: Word | None) -> Word:
    """Make a word longer: by an ending that is known, or by one that is not."""
    if ending is not None and ending.text is not None and word.text is not None and "*" not in ending.text:
        return Word(word.text + ending.text, word.start, word.end)
    if word.reason == MADE:  # all of it may be missing
        return UnknownWord((None,), changed(MADE), False, word.start, word.end)
    return UnknownWord((*word.shape, None), NAMED, False, word.start, word.end)
