"""A pattern as it is matched. A compiled policy stores plain tuples, which load fast; here their places have names.

A pattern is stored as `(program, sequence, flags, kind)`. The program, the elements of the sequence and the flags are
tuples that begin with their kind; `FIELDS` says what stands behind it.
"""

from wicket.policy.patterns.globs_of_words_and_home_folder import NO, YES, any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.words import Word

    StoredElement: TypeAlias = tuple[Any, ...]
    StoredPattern: TypeAlias = tuple[StoredElement, tuple[StoredElement, ...], tuple[StoredElement, ...], int]

__all__ = ["COPIED", "Element", "Pattern", "named"]

# What the last item of a pattern of nothing but words is, where others say whether they are exact.
COPIED = 2

# What is stored behind the kind of an element, in this order.
FIELDS = {
    # the program
    "names": ("globs",),
    # the program, or positions
    "star": (),
    "any": ("name",),
    "var": ("name", "values"),
    # positions
    "lit": ("globs",),
    "raw": ("globs",),  # a word, or a flag, in this very place
    "here": ("globs",),  # a flag in this very place
    "not": ("globs",),
    "path": ("name", "entries"),
    "dash": (),
    "cmd": (),
    "opts": (),
    "vars": (),
    "copy": ("globs", "quoted"),  # see `literal_command_patterns`
    "end": (),  # behind the last position
    # flags
    "flag": ("globs", "value", "first"),
    "noflag": ("globs",),
    "optional": ("flags",),
    "group": ("name", "globs", "value"),
    "anywhere": ("globs",),  # a word
    # values of flags
    "globs": ("negated", "globs"),
    "element": ("element",),
    "attached": (),
}


# Of alternatives with a star: so many words that were compared are kept, as the same ones come often. They come from
# strangers.
_MOST_COMPARED = 64
_LONG = 100


class Element:
    """The program of a pattern, one of its positions, a flag, or the value of a flag. It has the fields of its kind.

    `globs` are alternatives; `name` is that of a placeholder; `values` of a variable are pairs of their sort and their
    text; `entries` are those of a list of paths. `first`: a flag stands before every word of the pattern, so it is an
    option of the program itself. `negated`: any value but these. `quoted` says how a word is.
    """

    __slots__ = (
        "_compared",
        "_starred",
        "_texts",
        "element",
        "entries",
        "first",
        "flags",
        "globs",
        "kind",
        "name",
        "negated",
        "quoted",
        "value",
        "values",
    )

    kind: str
    globs: "tuple[Glob, ...]"
    name: str
    values: "tuple[tuple[str, Any], ...]"
    entries: tuple[str, ...]
    quoted: int
    value: "Element | None"
    first: bool
    flags: "tuple[Element, ...]"
    negated: bool
    element: "Element"

    def __init__(self, stored: "StoredElement") -> None:
        self._texts: frozenset[str] | None = None
        self.kind, *items = stored
        for name, item in zip(FIELDS[self.kind], items, strict=True):
            setattr(self, name, _HOLDS[name](item) if name in _HOLDS else item)

    @property
    def texts(self) -> frozenset[str]:
        """The alternatives without a star."""
        if self._texts is None:
            self._texts = frozenset([glob[0] for glob in self.globs if len(glob) == 1])
            self._starred = tuple([glob for glob in self.globs if len(glob) > 1])
            self._compared: dict[str, int] = {}
        return self._texts

    def fits(self, word: "Word") -> int:
        """Match one word against the alternatives."""
        if word.reason is not None:
            return any_of(self.globs, word)
        text, texts = word.prefix, self.texts
        if text in texts or (word.also is not None and word.also in texts):
            return YES
        if not self._starred:
            return NO
        if word.also is not None or len(text) > _LONG:
            return any_of(self._starred, word)
        level = self._compared.get(text)
        if level is None:
            if len(self._compared) >= _MOST_COMPARED:
                self._compared.clear()
            level = self._compared[text] = any_of(self._starred, word)
        return level


def _elements(stored: "Iterable[StoredElement]") -> "tuple[Element, ...]":
    return tuple([Element(one) for one in stored])


def _value(stored: "StoredElement | None") -> "Element | None":
    return Element(stored) if stored is not None else None


# What is made of fields that hold elements themselves.
_HOLDS: "dict[str, Any]" = {"value": _value, "flags": _elements, "element": Element}


class Pattern:
    """A pattern by its parts.

    `kind` is 0 for most; 1 for one that is exact: it says where a flag stands, as `--` does, and then the words are
    taken as they are, whatever is known of the program; and `COPIED`. `any_words`: it is about the program alone.
    """

    __slots__ = ("any_words", "flags", "kind", "program", "sequence", "stored")

    def __init__(self, stored: "StoredPattern") -> None:
        self.stored = stored
        program, sequence, flags, self.kind = stored
        self.program = Element(program)
        self.sequence = _elements(sequence)
        self.flags = _elements(flags)
        self.any_words = sequence == (("star",),) and not flags


def named(stored: "Iterable[StoredPattern | Pattern]") -> "tuple[Pattern, ...]":
    """Give patterns by their parts; those that are so already stay as they are."""
    return tuple([one if isinstance(one, Pattern) else Pattern(one) for one in stored])
