"""Does a command match a pattern? `YES`, `NO`, or `MAYBE` where a word is not known.

First the flags are found and taken out, wherever they stand; then the rest has to fit the sequence. That is a table of
(element, item), each filled once: the time grows with the product of the two lengths and no pattern makes it worse.

A deny or ask rule is looked for with suspicion (`strict`), an allow rule without: it has to match for sure, and every
occurrence of a flag it names must have the value it names.
"""

from wicket.policy.globs import MAYBE, NO, YES, any_of, matches, word_matches
from wicket.policy.tokens import plain
from wicket.policy.views import Flag, View
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.policy.elements import Element, Pattern
    from wicket.policy.tokens import Glob
    from wicket.policy.views import Item

    Paths = Callable[[Word, tuple[str, ...]], int]

__all__ = ["MAX_CELLS", "MAX_SPLITS", "Captures", "Cells", "Matcher", "splits"]

# No more cells than this are filled for a verdict: then the answer is MAYBE, which allows nothing and denies nothing
# for sure. A pattern of a dozen words against ten thousand is half of it.
MAX_CELLS = 500_000

# Longer than this, a table is filled row by row instead of from the first cell on.
MAX_DEEP = 100

# A wrapper's own words come first; a command that begins further back than this is not looked for.
MAX_SPLITS = 64


class Cells:
    """How many cells of tables may still be filled for this verdict. Small tables cost nothing."""

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_CELLS) -> None:
        self.left = left


class Captures:
    """What a match found: values of placeholders, values of flag groups, and the words that no star swallowed."""

    __slots__ = ("flag_groups", "named", "texts", "vars")

    def __init__(self) -> None:
        self.vars: dict[str, Word] = {}
        self.flag_groups: dict[str, list[Word]] = {}
        self.named: list[Word] = []  # words and flags that the pattern spells
        self.texts: list[str] = []  # how values begin that the pattern spells

    def take(self, other: "Captures") -> None:
        """Become what another one found."""
        self.vars = other.vars
        self.flag_groups = other.flag_groups
        self.named = other.named
        self.texts = other.texts


class Matcher:
    """One command against one pattern. `paths` answers whether a word is one of a list of paths."""

    __slots__ = ("captures", "cells", "gone", "items", "knows", "level", "paths", "sequence", "strict", "table")

    def __init__(self, view: View, strict: bool, paths: "Paths", cells: Cells) -> None:
        self.cells = cells
        self.items: list[Item] = [*view.implied, *view.items] if strict else list(view.items)
        self.knows = view.knows
        self.strict = strict
        self.paths = paths
        self.level = YES
        self.gone: set[int] = set()  # words that were taken as values of flags
        self.captures = Captures()
        self.sequence: tuple[Element, ...] = ()
        self.table: dict[int, int] = {}

    def match(self, pattern: "Pattern") -> int:
        """Match all but the program."""
        _, self.sequence, flags, _ = pattern
        for flag in flags:
            self.level = min(self.level, self._take(flag, flags))
            if self.level == NO:
                return NO
        if self.gone:
            self.items = [item for item in self.items if id(item) not in self.gone]
        return min(self.level, self._rest())

    # ── flags ────────────────────────────────────────────────────────────────

    def _take(self, flag: "Element", flags: "tuple[Element, ...]") -> int:
        kind = flag[0]
        if kind == "flag":
            return self._take_flag(flag[1], flag[2], flags, first=flag[3])
        if kind == "noflag":
            return YES - self._presence(flag[1])
        if kind == "group":
            values: list[Word] = []
            level = self._take_flag(flag[2], flag[3], flags, values)
            self.captures.flag_groups[flag[1]] = values
            return level
        # An optional group is there as a whole, or its flags are absent.
        level = YES
        for part in flag[1]:
            presence = self._presence(part[1])
            if presence != NO:
                taken = self._take_flag(part[1], part[2], flags)
                level = min(level, taken if presence == YES else max(taken, MAYBE))
        return level

    def _presence(self, globs: "tuple[Glob, ...]") -> int:
        """Say whether a flag is there, in whatever form."""
        best = NO
        for item in self.items:
            if isinstance(item, Flag):
                best = max(best, self._is(item, globs), self._hidden(item, globs))
            elif item is not None and item.text is None:
                best = max(best, self._may_be_flag(item, globs))
            if best == YES:
                return YES
        return best

    def _is(self, item: Flag, globs: "tuple[Glob, ...]") -> int:
        """Say whether a flag is one of these."""
        for glob in globs:
            for name in item.names:
                if matches(glob, name):
                    return YES if item.sure else MAYBE
        if item.raw is not None and item.raw.text is None:
            return any_of(globs, item.raw)
        if self.strict and self._shortens(item.names[0], globs):
            return MAYBE
        return NO

    def _shortens(self, name: str, globs: "tuple[Glob, ...]") -> bool:
        """Tell whether a long flag may be short for one of these."""
        return len(name) > 3 and name[:2] == "--" and any(glob[0].startswith(name) for glob in globs)

    def _hidden(self, item: Flag, globs: "tuple[Glob, ...]") -> int:
        """Say whether a flag of an unknown program may hold another one: `-oFILE` may be -o, and `-xf` -x and -f."""
        if self.knows or item.raw is None:
            return NO
        text = item.names[0]
        if text[:2] == "--" or len(text) < 3:
            return NO
        for glob in globs:
            letter = plain(glob)
            if letter is not None and len(letter) == 2 and letter[1] in text[1:]:
                return MAYBE
        return NO

    def _may_be_flag(self, word: Word, globs: "tuple[Glob, ...]") -> int:
        """Say whether a word that is not known may turn out to be one of these flags, alone or with a value."""
        for glob in globs:
            if word.may_start(glob[0]) or word_matches(glob, word):
                return MAYBE
        return MAYBE if word.many or word.shape[0] is None else NO

    def _take_flag(
        self,
        globs: "tuple[Glob, ...]",
        value: "Element | None",
        flags: "tuple[Element, ...]",
        values: list[Word] | None = None,
        first: bool = False,
    ) -> int:
        """Take every occurrence of a flag out, and say how well they match."""
        best = NO
        worst = YES
        i = 0
        while i < len(self.items):
            item = self.items[i]
            if isinstance(item, Flag):
                # Behind the command that a program runs, a flag is one of that command.
                other = first and self.knows and item.raw is not None and not self.strict
                level = None if other else self._occurrence(i, item, globs, value, values)
                if level is not None:
                    best = max(best, level)
                    if level == NO and not self._taken_elsewhere(item, globs, flags):
                        worst = NO
                    if level:
                        continue  # it is gone: another one stands here now
                elif self.strict:
                    best = max(best, self._hidden(item, globs))
            elif item is not None and item.text is None:
                best = max(best, self._may_be_flag(item, globs))
            i += 1
        if best != YES and (whole := self._take_bundle(globs, value)):
            best = whole
        return best if self.strict or worst == YES else NO

    def _taken_elsewhere(self, item: Flag, globs: "tuple[Glob, ...]", flags: "tuple[Element, ...]") -> bool:
        """Tell whether another element of the pattern wants this flag, with another value."""
        return any(flag[0] == "flag" and flag[1] is not globs and self._is(item, flag[1]) for flag in flags)

    def _occurrence(
        self, i: int, item: Flag, globs: "tuple[Glob, ...]", value: "Element | None", values: list[Word] | None
    ) -> int | None:
        """Match one flag, and take it out if it matches. None: it is another flag."""
        level = self._is(item, globs)
        if level == NO:
            return self._fused(i, item, globs, value, values)
        following = self.items[i + 1] if i + 1 < len(self.items) else None
        if value is None:
            self._named(item)
            if item.value is None:
                del self.items[i]
            else:
                self.items[i] = item.value
            return level
        if value[0] == "attached":
            self._named(item)
            del self.items[i]
            return level
        if item.value is not None:
            level = min(level, self._value(value, item.value))
            if level:
                self._named(item)
                _keep(values, item.value)
                del self.items[i]
            return level
        if self.knows and item.raw is None:
            return self._value_behind(i, item, level, value, values)
        if isinstance(following, Flag) and following.raw is not None:
            following = following.raw
        if not isinstance(following, Word):
            return NO
        level = min(level, self._value(value, following))
        if level:
            self._named(item)
            _keep(values, following)
            del self.items[i : i + 2]
        return level

    def _value_behind(self, i: int, item: Flag, level: int, value: "Element", values: list[Word] | None) -> int:
        """Match the value of a flag of which it is not known that it takes one: the word that stands behind it."""
        word = item.following
        if word is None or id(word) in self.gone:
            return NO
        level = min(level, self._value(value, word))
        if level:
            self._named(item)
            _keep(values, word)
            self.gone.add(id(word))
            del self.items[i]
        return level

    def _fused(
        self, i: int, item: Flag, globs: "tuple[Glob, ...]", value: "Element | None", values: list[Word] | None
    ) -> int | None:
        """Match `-XPOST` of an unknown program against -X with a value."""
        if self.knows or value is None or item.raw is None or item.raw.text is None:
            return None
        text = item.raw.text
        for glob in globs:
            flag = plain(glob)
            if flag is not None and len(flag) == 2 and text.startswith(flag) and text[:2] != "--" and len(text) > 2:
                rest = Word(text[2:].removeprefix("="), item.raw.start, item.raw.end)
                level = YES if value[0] == "attached" else self._value(value, rest)
                if level:
                    _keep(values, rest)
                    del self.items[i]
                return level
        return None

    def _take_bundle(self, globs: "tuple[Glob, ...]", value: "Element | None") -> int:
        """Match `-rf` in a rule against the flags r and f of a program that is known, wherever they stand."""
        if not self.knows or value is not None:
            return NO
        best = NO
        for glob in globs:
            bundle = plain(glob)
            if bundle is None or bundle[:2] == "--" or len(bundle) < 3:
                continue
            level = YES
            found: list[Item] = []
            for letter in bundle[1:]:
                holding = [item for item in self.items if isinstance(item, Flag) and f"-{letter}" in item.names]
                if not holding:
                    unknown = any(
                        isinstance(item, Word) and item.text is None and self._may_be_flag(item, ((f"-{letter}",),))
                        for item in self.items
                    )
                    level = min(level, MAYBE if unknown else NO)
                found += holding
            if level:
                taken = {id(item) for item in found}
                self.items = [item for item in self.items if id(item) not in taken]
            best = max(best, level)
        return best

    def _named(self, item: Flag) -> None:
        if item.raw is not None:
            self.captures.named.append(item.raw)
        for name in item.names:
            self.captures.named.append(Word(name, 0, 0))

    def _value(self, value: "Element", word: Word) -> int:
        if value[0] == "element":
            level = self._one(value[1], word)
            if level and value[1][0] in ("var", "any", "path"):
                self.captures.vars[value[1][1]] = word
            return level
        level = any_of(value[2], word)
        if value[1]:
            return YES - level
        if level == YES:
            self.captures.texts += [glob[0] for glob in value[2] if glob[0] and matches(glob, word.text or "")]
        return level

    # ── the rest ─────────────────────────────────────────────────────────────

    def _one(self, element: "Element", word: Word) -> int:
        """Match one word against an element that stands for one."""
        kind = element[0]
        if kind == "lit" or kind == "raw":
            return any_of(element[1], word)
        if kind == "not":
            return YES - any_of(element[1], word)
        if kind == "any":
            return MAYBE if word.many else YES
        if kind == "path":
            return self.paths(word, element[2])
        best = NO  # a variable
        for sort, text in element[2]:
            best = max(best, word_matches(text, word) if sort == "glob" else self.paths(word, (text,)))
        return best

    def _rest(self) -> int:
        """Fill the table from the end: how well the elements from `e` on fit the items from `i` on.

        `skipped`: flags were passed over that a star has yet to swallow.
        """
        elements, items = self.sequence, self.items
        table = self.table
        count = len(items)
        width = (count + 1) * 2

        def lazily(e: int, i: int, skipped: int) -> int:
            at = e * width + i * 2 + skipped
            level = table.get(at)
            if level is None:
                level = self._cell(elements[e] if e < len(elements) else None, e, i, skipped, lazily)
                table[at] = level
            return level

        if count + len(elements) < MAX_DEEP:
            return lazily(0, 0, 0)  # few cells of the table matter

        self.cells.left -= len(elements) * width
        if self.cells.left < 0:
            return MAYBE

        def cell(e: int, i: int, skipped: int) -> int:
            return table[e * width + i * 2 + skipped]

        for e in range(len(elements), -1, -1):
            element = elements[e] if e < len(elements) else None
            for i in range(count, -1, -1):
                for skipped in (0, 1):
                    table[e * width + i * 2 + skipped] = self._cell(element, e, i, skipped, cell)
        return cell(0, 0, 0)

    def _cell(
        self, element: "Element | None", e: int, i: int, skipped: int, cell: "Callable[[int, int, int], int]"
    ) -> int:
        items = self.items
        item = items[i] if i < len(items) else None
        there = i < len(items)
        # A word that may vanish, or that was already taken for a flag, may be passed over.
        passing = (
            min(MAYBE, cell(e, i + 1, skipped))
            if there and isinstance(item, Word) and item.text is None and (item.many or self.level == MAYBE)
            else NO
        )
        if element is None:
            return max(passing, YES if not there and not skipped else NO)
        kind = element[0]
        if kind == "star":
            best = cell(e + 1, i, 0)
            return best if best == YES or not there else max(best, cell(e, i + 1, 0), passing)
        if kind == "opts" or kind == "vars":
            return max(passing, cell(e + 1, i, skipped), self._several(kind, e, i, skipped, cell))
        if not there:
            return NO
        if kind == "cmd":
            return max(passing, cell(e + 1, len(items), skipped) if not isinstance(item, Flag) else NO)
        if kind == "dash":
            return max(passing, cell(e + 1, i + 1, skipped) if item is None else NO)
        if item is None:
            # What stands before `--` does not matter to whoever is suspicious.
            return cell(e, i + 1, skipped) if self.strict and kind != "raw" else NO
        if isinstance(item, Flag):
            if kind == "raw":
                level = any_of(element[1], item.raw) if item.raw is not None else NO
                return min(level, cell(e + 1, i + 1, skipped))
            return cell(e, i + 1, 1)
        level = min(self._one(element, item), cell(e + 1, i + 1, skipped))
        if item.many:
            level = max(level, min(MAYBE, self._one(element, item), cell(e + 1, i, skipped)))
        return max(passing, level)

    def _several(self, kind: str, e: int, i: int, skipped: int, cell: "Callable[[int, int, int], int]") -> int:
        """Match one more word of `<opts>` or `<vars>`."""
        if i == len(self.items):
            return NO
        item = self.items[i]
        if kind == "vars":
            if not isinstance(item, Word) or "=" not in (item.text or item.prefix):
                return NO
            return cell(e, i + 1, skipped)
        if item is None:
            return cell(e + 1, i + 1, skipped)
        if not isinstance(item, Flag):
            return NO
        level = cell(e, i + 1, skipped)
        if len(item.names[0]) == 2 and item.names[0][1].isalpha() and item.value is None and i + 1 < len(self.items):
            level = max(level, cell(e, i + 2, skipped)) if isinstance(self.items[i + 1], Word) else level
        return level

    def trace(self) -> None:
        """Walk one way through the table that has the best level, and keep what the placeholders stand for."""
        width = (len(self.items) + 1) * 2
        table = self.table
        e = i = skipped = 0
        while e < len(self.sequence):
            element = self.sequence[e]
            level = table.get(e * width + i * 2 + skipped, NO)
            if not level:
                return
            item = self.items[i] if i < len(self.items) else None
            kind = element[0]
            if kind == "star":
                if table.get((e + 1) * width + i * 2, NO) >= level:
                    e, skipped = e + 1, 0
                else:
                    i, skipped = i + 1, 0
            elif isinstance(item, Flag) and kind not in ("raw", "opts"):
                i, skipped = i + 1, 1
            elif isinstance(item, Word) and kind in ("lit", "raw", "not", "any", "path", "var"):
                if self._one(element, item) < level:
                    i += 1
                    continue
                if kind in ("any", "path", "var"):
                    self.captures.vars[element[1]] = item
                else:
                    self.captures.named.append(item)
                e, i = e + 1, i + 1
            elif kind == "opts" or kind == "vars":
                if table.get((e + 1) * width + i * 2 + skipped, NO) >= level:
                    e += 1
                else:
                    i += 1
            elif kind == "raw" and isinstance(item, Flag):
                if item.raw is not None:
                    self.captures.named.append(item.raw)
                e, i = e + 1, i + 1
            else:
                e, i = e + 1, min(i + 1, len(self.items))


def _keep(values: list[Word] | None, word: Word) -> None:
    if values is not None:
        values.append(word)


def splits(pattern: "Pattern", view: View, paths: "Paths", cells: Cells) -> "list[tuple[Word, ...]]":
    """Find every way in which `<cmd>` of a wrapper's pattern can stand for words of a command."""
    _, sequence, flags, _ = pattern
    at = next((number for number, element in enumerate(sequence) if element[0] == "cmd"), None)
    if at is None:
        return []
    before, behind = sequence[:at], sequence[at + 1 :]
    items = view.items
    ends = [len(items)]
    if behind:
        ends = [
            end
            for end in range(1, len(items))[:MAX_SPLITS]
            if _fits(items[end:], (("star",), behind, (), True), paths, cells)
        ]
    starts = [
        start
        for start in range(len(items))[:MAX_SPLITS]
        if isinstance(items[start], Word) and _fits(items[:start], (("star",), before, flags, True), paths, cells)
    ]
    words = [_word_of(item) for item in items]
    return [tuple(words[start:end]) for start in starts for end in ends if start < end]


def _fits(items: "list[Item]", pattern: "Pattern", paths: "Paths", cells: Cells) -> bool:
    return Matcher(View(items, False), True, paths, cells).match(pattern) != NO


def _word_of(item: "Item") -> Word:
    if item is None:
        return Word("--", 0, 0)
    if isinstance(item, Flag):
        return item.raw if item.raw is not None else Word(item.names[0], 0, 0)
    return item
