"""A word in the making: pieces are added, splitting cuts it into fields, and each field becomes a word."""

from wicket.shell.unknown_values import GLOB, MADE, NEVER_EMPTY, NOTHING_MADE, Unknowable, both
from wicket.shell.walk.brace_expansion_and_globs import extends, members_of, shape_of
from wicket.shell.words import BracketWord, UnknownWord, Word, begins_plainly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Value


class Fields:
    """Collects the words that one word expands to. `separators` is IFS, or None when it is not known."""

    __slots__ = (
        "_bare",
        "_bracket",
        "_closed",
        "_end",
        "_fleeting",
        "_many",
        "_outside",
        "_pieces",
        "_present",
        "_reason",
        "_separators",
        "_star",
        "_start",
        "_values",
        "_words",
    )

    def __init__(self, separators: str | None, start: int, end: int) -> None:
        self._separators = separators
        self._start = start
        self._end = end
        self._words: list[Word] = []
        self._clear()

    def _clear(self) -> None:
        self._pieces: list[tuple[str | None, bool]] = []  # text or None, and whether it was quoted
        self._values: list[Value] = []  # the same, as values
        self._present = False  # even an empty word is a word once it was quoted
        self._many = False
        self._bare = self._outside = True
        self._reason = ""
        self._star = self._bracket = self._closed = self._fleeting = False

    def literal(self, text: str, quoted: bool) -> None:
        """Add text that is never split."""
        if quoted:
            self._present = True
            if text:
                self._pieces.append((text, True))
                self._values.append(text)
        elif text:
            self._pieces.append((text, False))
            self._values.append(text)
            self._look(text)

    def _look(self, text: str) -> None:
        if "*" in text or "?" in text or extends(text):
            self._star = True
        if "[" in text:
            self._bracket = True
        if self._bracket and "]" in text:
            self._closed = True

    def glob(self) -> None:
        """Add an extended pattern."""
        self._pieces.append((None, False))
        self._star = True

    def value(self, value: "Value", quoted: bool) -> None:
        """Add what an expansion brings; unquoted, it is split."""
        if isinstance(value, str):
            if quoted:
                self.literal(value, True)
            else:
                self._split(value)
            return
        self._present = self._present or quoted
        if self._pieces and value.reason == MADE:
            value = NOTHING_MADE
        self._values.append(value)
        self._reason = both(self._reason, value.reason)
        # Of what the text has put beside it, splitting makes words that the text has chosen.
        chosen = not quoted and any(piece and any(c in piece for c in " \t\n") for piece in value.shape)
        self._outside = self._outside and (value.outside or value.number) and not chosen
        # What splits a token in the middle may leave a dash at a beginning.
        self._bare = self._bare and value.bare and (not value.several if quoted else self._separators == " \t\n")
        if (
            value.many
            or (value.several and not quoted)
            or not (quoted or ((value.number or value.bare) and self._separators == " \t\n"))
        ):
            self._many = True
        elif not quoted and value.reason not in NEVER_EMPTY:
            self._fleeting = True  # a number or a token, or nothing at all
        for piece in value.shape:
            self._pieces.append((piece, quoted))

    def _split(self, text: str) -> None:
        separators = self._separators
        if separators is None:
            self.value(Unknowable("IFS is not known"), False)
            return
        if not text:
            return
        if not any(c in text for c in separators):
            self.literal(text, False)
            return
        if separators == " \t\n":
            self._split_plainly(text)
            return
        if any(c in separators for c in " \t\n") and any(c in text for c in separators.strip(" \t\n")):
            self.value(Unknowable("blanks beside other separators"), False)
            return
        run: list[str] = []
        for c in text:
            if c not in separators:
                run.append(c)
                continue
            if run:
                self.literal("".join(run), False)
                run = []
            elif c not in " \t\n":
                self._present = True  # two separators in a row hold an empty word
            self.cut()
        if run:
            self.literal("".join(run), False)

    def _split_plainly(self, text: str) -> None:
        """Split at blanks."""
        pieces = text.replace("\t", " ").replace("\n", " ").split(" ")
        for i, piece in enumerate(pieces):
            if i:
                self.cut()
            if piece:
                self.literal(piece, False)

    def cut(self) -> None:
        """End the field."""
        pieces = self._pieces
        if not pieces and not self._present:
            return
        globbed = self._star or self._closed
        if not globbed and not self._reason:
            text = "".join(text for text, _ in pieces if text is not None)
            self._words.append(Word(text, self._start, self._end))
        else:
            shape: list[str | None] = []
            for literal, quoted in pieces:
                if self._closed and not quoted and literal is not None and "[" in literal and len(pieces) > 1:
                    # Where a bracket that an expansion helped to make ends, is not known.
                    shape += [literal.partition("[")[0], None]
                    break
                for piece in shape_of(literal) if globbed and not quoted and literal is not None else (literal,):
                    if shape and shape[-1] is None and piece is None:
                        continue
                    if shape and piece is not None and shape[-1] is not None:
                        shape[-1] += piece
                    else:
                        shape.append(piece)
            reason = self._reason or GLOB
            gone = self._fleeting and not self._present and not any(text for text, _ in pieces)
            many = self._many or globbed or gone
            outside = self._outside and not globbed and not any(text and "[" in text for text, _ in pieces)
            # What an expansion brings may be several words, of which only the first begins like this one.
            names = not self._reason and (shape[0] or "-")[0] != "-" if shape else False
            bare = self._bare and not globbed
            if len(pieces) == 1 and not (self._star or self._reason or pieces[0][1]):
                members = members_of(pieces[0][0] or "")
                if members:
                    self._words.append(BracketWord(tuple(shape), members, self._start, self._end, names))
                    self._clear()
                    return
            self._words.append(
                UnknownWord(
                    tuple(shape) or ("",),
                    reason,
                    many,
                    self._start,
                    self._end,
                    outside,
                    no_flag=names,
                    bare=bare,
                    made_of=self._values if self._reason else None,
                )
            )
        self._clear()

    @property
    def begun(self) -> bool:
        """Whether the field is a word already, be it empty."""
        return self._present or bool(self._pieces)

    def retract(self) -> None:
        """Forget that the field was quoted: `"$@"` without arguments is no word at all."""
        self._present = False

    def done(self) -> list[Word]:
        """End the last field and give the words."""
        self.cut()
        return self._words


def quoted_word(values: "list[Value]", start: int, end: int) -> Word:
    """Make the one word that values are between double quotes, where nothing is split and nothing is a pattern."""
    if len(values) == 1:
        only = values[0]
        if isinstance(only, str):
            return Word(only, start, end)
        if only.shape == (None,) and only.reason:
            return UnknownWord(
                only.shape,
                only.reason,
                only.many,
                start,
                end,
                only.outside or only.number,
                only.number and not only.several,
                only.bare and not only.many,
                only.bare and not only.several,
                values,
            )
    shape: list[str | None] = []
    texts: list[str] = []  # what is known behind the last hole
    reason = ""
    many = False
    outside = number = bare = tokens = True
    for value in values:
        if isinstance(value, str):
            if value:
                texts.append(value)
            continue
        if value.reason == MADE and (shape or texts):
            value = NOTHING_MADE
        reason = both(reason, value.reason) if reason else value.reason
        many = many or value.many
        outside = outside and (value.outside or value.number)
        if value.number or value.bare:
            number = number and value.number and not value.several
            bare = bare and value.bare and not value.several
            tokens = tokens and value.bare and not value.many
        else:
            number = bare = tokens = False
        for piece in value.shape:
            if piece is not None:
                texts.append(piece)
                continue
            if texts:
                shape.append("".join(texts))
                texts = []
            if not shape or shape[-1] is not None:
                shape.append(None)
    if texts:
        shape.append("".join(texts))
    if not reason:
        return Word("".join([piece for piece in shape if piece]), start, end)
    outside = outside and not any(piece and "[" in piece for piece in shape)
    plain = tokens and begins_plainly(tuple(shape))
    return UnknownWord(tuple(shape) or ("",), reason, many, start, end, outside, number, plain, bare, values)
