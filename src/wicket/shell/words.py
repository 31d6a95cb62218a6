"""A word as a program would receive it: its text, or as much of it as can be known and why not the rest."""

from wicket.shell.unknown_values import (
    FOUND_ALL,
    GLOB,
    MADE,
    NAMED,
    NOT_ASSIGNED,
    SPLITTING,
    Unknowable,
    changed,
    instances_of_shape,
    joined_instances,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Shape, Value

__all__ = [
    "ArrayWord",
    "BracketWord",
    "BranchWord",
    "LedWord",
    "UnknownWord",
    "Word",
    "begins_plainly",
    "fits",
    "longer",
]


# ── which texts a partly known one may be. Its shape has the known pieces in order, and None for the others ──


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


# ── A word as a program would receive it: its text, or as much of it as can be known and why not the rest ──


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


_WHOLE = (None,)
# What variables of these names hold: an address of a database or a server, which begins with its kind.
_ADDRESSES = tuple(f"{ending}{NOT_ASSIGNED}" for ending in ("_URL", "_URI", "_DSN"))


def _no_flag(reason: str) -> bool:
    """Tell whether a whole value is an address from outside that goes by the name of one."""
    return reason[:1] == "$" and reason.endswith(_ADDRESSES)


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
        self.no_flag = (
            no_flag or (bare and begins_plainly(shape)) or (shape == _WHOLE and not many and _no_flag(reason))
        )
        self.bare = bare
        self._made_of = made_of  # the values that it is made of, which say more of it
        self._joined: tuple[tuple[str, ...], bool] | None = None  # once somebody has asked

    def _texts(self) -> tuple[tuple[str, ...], bool]:
        found = self._joined
        if found is None:
            if self._made_of is None:
                found = instances_of_shape(self.reason or "", self._shape), False
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
        bare=word.bare and not any(c in piece for piece in word.shape if piece for c in SPLITTING),
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


def longer(word: Word, ending: Word | None) -> Word:
    """Make a word longer: by an ending that is known, or by one that is not."""
    if ending is not None and ending.text is not None and word.text is not None and "*" not in ending.text:
        return Word(word.text + ending.text, word.start, word.end)
    if word.reason == MADE:  # all of it may be missing
        return UnknownWord((None,), changed(MADE), False, word.start, word.end)
    return UnknownWord((*word.shape, None), NAMED, False, word.start, word.end)
