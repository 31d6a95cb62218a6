"""Does a command match a pattern? `YES`, `NO`, or `MAYBE` where a word is not known.

First the flags are found and taken out, wherever they stand; then the rest has to fit the sequence. That is a table of
(element, item), each filled once: the time grows with the product of the two lengths and no pattern makes it worse.

`flag_match` has the first half.
"""

from wicket.policy.matching.flag_match import FlagMatcher
from wicket.policy.matching.positions_and_flags import Flag, View
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.matching.flag_match import Paths
    from wicket.shell.refusal_and_work_limit import Fuel

__all__ = ["WORK_OF_CELL", "Matcher"]

# What filling a cell takes.
WORK_OF_CELL = 28

# Longer than this, a table is filled row by row instead of from the first cell on.
MAX_DEEP = 100


# What stands behind the last element of a pattern.
_END = Element(("end",))


class Matcher(FlagMatcher):
    """One command against one pattern."""

    __slots__ = ("doubtful", "doubts", "excepting", "level", "sequence", "table")

    def __init__(self, view: View, strict: bool, paths: "Paths", fuel: "Fuel", excepting: bool = False) -> None:
        super().__init__(view, strict, paths, fuel)
        self.excepting = excepting
        self.doubts = view.doubts
        self.doubtful: set[int] = set()
        self.level = YES
        self.sequence: tuple[Element, ...] = ()
        self.table: dict[int, int] = {}

    def match(self, sequence: "tuple[Element, ...]", flags: "tuple[Element, ...]") -> int:
        """Match all of a pattern but the program."""
        self.sequence = sequence
        if flags and self._begins_otherwise(flags):
            return NO
        for flag in flags:
            self.level = min(self.level, self.take(flag, flags))
            if self.level == NO:
                return NO
        if self.gone:
            self.items = [item for item in self.items if id(item) not in self.gone]
        level = self._plainly()
        return min(self.level, self._rest() if level is None else level)

    def _begins_otherwise(self, flags: "tuple[Element, ...]") -> bool:
        """Tell at once of a command whose first word is another one, where taking flags out cannot change that."""
        first = self.sequence[0] if self.sequence else _END
        if first.kind != "lit":
            return False
        for item in self.items:
            if isinstance(item, Flag):
                if item.value is not None and not (self.knows and item.raw is None):
                    return False  # what is left of it may come first
                continue
            if item is None or item.text is None or first.fits(item) or self._is_doubted(item):
                return False
            return all(flag.kind == "noflag" or (flag.kind == "flag" and flag.value is None) for flag in flags)
        return False

    def _is_doubted(self, word: Word) -> bool:
        """Tell whether a word may be the value of a flag."""
        if self.doubts:
            self.fuel.take(len(self.doubts))
        return bool(self.doubts) and any(one is word for _, one in self.doubts)

    def _plainly(self) -> int | None:
        """Match words that are spelled out, and then anything, as most patterns are. None: that takes the table."""
        sequence = self.sequence
        wanted = len(sequence) - 1
        if wanted < 0 or sequence[wanted].kind != "star":
            return None
        at = 0
        for item in self.items:
            if at == wanted:
                break
            if isinstance(item, Flag):
                continue
            if sequence[at].kind != "lit" or item is None or item.text is None or self._is_doubted(item):
                return None
            if not sequence[at].fits(item):
                return NO
            at += 1
        return YES if at == wanted else None

    def _rest(self) -> int:
        """Fill the table: how well the elements from `e` on fit the items from `i` on.

        `skipped`: flags were passed over that a star has yet to swallow.
        """
        if self.doubts:
            # A flag that the pattern names takes what the pattern says. The last word leaves its place to no other; but
            # what takes a command out of a rule that forbids it must not be the value of a flag.
            left = {id(item) for item in self.items}
            last = next((id(item) for item in reversed(self.items) if isinstance(item, Word)), 0)
            last = 0 if self.excepting else last
            self.doubtful = {id(word) for flag, word in self.doubts if id(flag) in left and id(word) != last}
        count = len(self.items)
        if count + len(self.sequence) < MAX_DEEP:
            return self._cell(0, 0, 0)  # few cells of the table matter
        for e in range(len(self.sequence), -1, -1):
            for i in range(count, -1, -1):
                self._cell(e, i, 0)
                self._cell(e, i, 1)
        return self._cell(0, 0, 0)

    def _cell(self, e: int, i: int, skipped: int) -> int:
        """Give one cell of the table, filled when it is first asked for."""
        at = (e * (len(self.items) + 1) + i) * 2 + skipped
        level = self.table.get(at)
        if level is None:
            self.fuel.take(WORK_OF_CELL)
            level = self.table[at] = self._filled(e, i, skipped)
        return level

    def _filled(self, e: int, i: int, skipped: int) -> int:
        items, cell = self.items, self._cell
        there = i < len(items)
        item = items[i] if there else None
        element = self.sequence[e] if e < len(self.sequence) else _END
        kind = element.kind
        if kind == "lit" and isinstance(item, Flag):
            return cell(e, i + 1, 1)
        doubtful = bool(self.doubtful) and id(item) in self.doubtful
        # A word may be passed over that may vanish, was already taken for a flag, or may be the value of one.
        passing = (
            min(MAYBE, cell(e, i + 1, skipped))
            if (doubtful and self.strict)
            or (isinstance(item, Word) and item.text is None and (item.many or self.level == MAYBE))
            else NO
        )
        if element is _END:
            return max(passing, YES if not there and not skipped else NO)
        if kind == "star":
            if e + 1 == len(self.sequence):
                return YES  # it swallows whatever is left
            best = cell(e + 1, i, 0)
            return best if best == YES or not there else max(best, cell(e, i + 1, 0), passing)
        if kind == "opts" or kind == "vars":
            return max(passing, cell(e + 1, i, skipped), self._several(kind, e, i, skipped))
        if not there:
            return NO
        if kind == "cmd":
            return max(passing, cell(e + 1, len(items), skipped) if not isinstance(item, Flag) else NO)
        if kind == "dash":
            if self.strict and isinstance(item, Flag):
                return cell(e, i + 1, 1)
            return max(passing, cell(e + 1, i + 1, skipped) if item is None else NO)
        if item is None:
            # What stands before `--` does not matter to whoever is suspicious.
            return cell(e, i + 1, skipped) if self.strict and kind != "raw" else NO
        if isinstance(item, Flag):
            if kind == "raw" or kind == "here":
                level = element.fits(item.raw) if item.raw is not None else NO
                return min(level, cell(e + 1, i + 1, skipped))
            return cell(e, i + 1, 1)
        if kind == "here":
            return passing
        fits = self.one(element, item)
        if kind == "not" and not self.strict and self._is_taken(element):
            fits = min(MAYBE, fits)
        if fits == NO:
            return passing
        level = min(fits, cell(e + 1, i + 1, skipped))
        if doubtful and not self.strict and kind != "raw":
            level = min(MAYBE, level)
        if item.many:
            level = max(level, min(MAYBE, fits, cell(e + 1, i, skipped)))
        return max(passing, level)

    def _is_taken(self, element: "Element") -> bool:
        """Tell whether a flag has taken a word that must not be there: nobody who wrote the rule thought of that."""
        self.fuel.take(len(self.items))
        return any(
            isinstance(item, Flag) and item.value is not None and element.fits(item.value) for item in self.items
        )

    def _several(self, kind: str, e: int, i: int, skipped: int) -> int:
        """Match one more word of `<opts>` or `<vars>`."""
        if i == len(self.items):
            return NO
        item = self.items[i]
        if kind == "vars":
            if not isinstance(item, Word) or "=" not in (item.text or item.prefix):
                return NO
            return self._cell(e, i + 1, skipped)
        if item is None:
            return self._cell(e + 1, i + 1, skipped)
        if not isinstance(item, Flag):
            return NO
        level = self._cell(e, i + 1, skipped)
        if len(item.names[0]) == 2 and item.names[0][1].isalpha() and item.value is None and i + 1 < len(self.items):
            level = max(level, self._cell(e, i + 2, skipped)) if isinstance(self.items[i + 1], Word) else level
        return level

    def trace(self) -> None:
        """Walk one way through the table that has the best level, and keep what the placeholders stand for."""
        if not self.table:
            self._rest()
        width = (len(self.items) + 1) * 2
        table = self.table
        e = i = skipped = 0
        while e < len(self.sequence):
            element = self.sequence[e]
            level = table.get(e * width + i * 2 + skipped, NO)
            if not level:
                return
            item = self.items[i] if i < len(self.items) else None
            kind = element.kind
            if kind == "star":
                if table.get((e + 1) * width + i * 2, NO) >= level:
                    e, skipped = e + 1, 0
                else:
                    i, skipped = i + 1, 0
            elif isinstance(item, Flag) and kind not in ("raw", "here", "opts"):
                i, skipped = i + 1, 1
            elif isinstance(item, Word) and kind in ("lit", "raw", "not", "any", "path", "var"):
                if self.one(element, item) < level:
                    i += 1
                    continue
                if kind in ("any", "path", "var"):
                    self.captures.vars[element.name] = item
                else:
                    self.captures.named.append(item)
                e, i = e + 1, i + 1
            elif kind == "opts" or kind == "vars":
                if table.get((e + 1) * width + i * 2 + skipped, NO) >= level:
                    e += 1
                else:
                    i += 1
            elif kind in ("raw", "here") and isinstance(item, Flag):
                if item.raw is not None:
                    self.captures.named.append(item.raw)
                e, i = e + 1, i + 1
            else:
                e, i = e + 1, min(i + 1, len(self.items))
