"""Matches the flags that a pattern names, wherever they stand in a command, and single words.

A deny or ask rule is looked for with suspicion (`strict`), an allow rule without: it has to match for sure, and every
occurrence of a flag it names must have the value it names.
"""

from wicket.policy.matching.path_patterns import normalised
from wicket.policy.matching.positions_and_flags import Captures, Flag, View
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES, any_of, matches, word_matches
from wicket.policy.patterns.pattern_tokenizer import plain
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.policy.matching.positions_and_flags import Item
    from wicket.policy.patterns.compiled_pattern import Element
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.refusal_and_work_limit import Fuel

    Paths = Callable[[Word, tuple[str, ...]], int]

__all__ = ["FlagMatcher"]


# What it takes to see whether a word is a flag.
WORK_OF_FLAG = 10


class FlagMatcher:
    """The words of one command, of which a pattern takes some. `paths` answers whether a word is one of a list."""

    __slots__ = (
        "_later",
        "behind",
        "captures",
        "doubts",
        "fuel",
        "gone",
        "items",
        "joined",
        "knows",
        "paths",
        "refuses",
        "strict",
    )

    def __init__(self, view: View, strict: bool, paths: "Paths", fuel: "Fuel") -> None:
        fuel.take(60 + 2 * len(view.items))
        self.fuel = fuel
        self.items: list[Item] = list(view.items)
        if strict:
            # To whoever forbids it, a flag that is not there is none. To whoever allows, it is one more word.
            given = [item for item in view.items if not (isinstance(item, Flag) and item.denied)]
            self.items = [*view.implied, *given]
        self.knows = view.knows
        self.behind = view.behind
        self.doubts = view.doubts
        self.joined = view.joined
        self._later = view.later
        self.refuses = view.refuses
        self.strict = strict
        self.paths = paths
        self.gone: set[int] = set()  # words that were taken as values of flags
        self.captures = Captures()

    def take(self, flag: "Element", flags: "tuple[Element, ...]") -> int:
        kind = flag.kind
        self.fuel.take(WORK_OF_FLAG * len(self.items))
        if kind == "flag":
            return self._take_flag(flag.globs, flag.value, flags, first=flag.first)
        if kind == "noflag":
            return YES - self._presence(flag.globs)
        if kind == "anywhere":
            return self._take_word(flag)
        if kind == "group":
            values: list[Word] = []
            level = self._take_flag(flag.globs, flag.value, flags, values)
            self.captures.flag_groups[flag.name] = values
            self.captures.vague = self.captures.vague or level == MAYBE
            return level
        # An optional group is there as a whole, or its flags are absent.
        level = YES
        for part in flag.flags:
            self.fuel.take(WORK_OF_FLAG * len(self.items))
            presence = self._presence(part.globs)
            if presence != NO:
                taken = self._take_flag(part.globs, part.value, flags)
                level = min(level, taken if presence == YES else max(taken, MAYBE))
        return level

    def _take_word(self, element: "Element") -> int:
        """Take a word out, wherever it stands."""
        best, at = NO, -1
        for i, item in enumerate(self.items):
            level = element.fits(item) if isinstance(item, Word) else NO
            if level > best:
                best, at = level, i
        if best:
            del self.items[at]
        return best

    def _presence(self, globs: "tuple[Glob, ...]") -> int:
        """Say whether a flag is there, in whatever form."""
        best = NO
        for item in self.items:
            if isinstance(item, Flag):
                level = max(self._is(item, globs), self._hidden(item, globs))
                best = max(best, min(MAYBE, level) if item.undone else level)
            elif item is not None and item.text is None:
                best = max(best, self._may_be_flag(item, globs))
            if best == YES:
                return YES
        return best

    def _is(self, item: Flag, globs: "tuple[Glob, ...]") -> int:
        """Say whether a flag is one of these."""
        if item.denied:
            return NO
        for glob in globs:
            for name in item.names:
                if matches(glob, name):
                    return YES if item.sure and (self.strict or not item.undone) else MAYBE
        if item.raw is not None and item.raw.text is None:
            return any_of(globs, item.raw)
        if self.strict and not item.whole and self._shortens(item.names[0], globs):
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
        self.fuel.take(10 * (1 + len(globs)) + len(self.behind))
        if (word.no_flag and not self.joined) or any(word is one for one in self.behind):
            return NO
        # Each name that a glob stands for ends as the glob does.
        last = word.shape[-1]
        if self.refuses and last and (not word.many or word.reason == GLOB) and any(c in last for c in self.refuses):
            return NO
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
        # Behind the subcommand, there are no options of the program itself.
        later, own = self._later() if first and self.strict else (set(), ())
        before = bool(later) and all(plain(glob) in own for glob in globs)
        while i < len(self.items):
            item = self.items[i]
            if before and id(item) in later:
                pass
            elif isinstance(item, Flag):
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
        return any(flag.kind == "flag" and flag.globs is not globs and self._is(item, flag.globs) for flag in flags)

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
            _keep(values, Word("", 0, 0))
            if item.value is None:
                del self.items[i]
            elif self.knows and item.raw is None:
                # Where flags stand is not known here, so what is left of one comes last.
                del self.items[i]
                self.items.append(item.value)
            else:
                self.items[i] = item.value
            return level
        if value.kind == "attached":
            self._named(item)
            _keep(values, item.value if item.value is not None else Word("", 0, 0))
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
        if word is None or id(word) in self.gone or (item.repeated and not self.strict):
            return NO
        level = min(level, self._value(value, word))
        if level:
            self._named(item)
            _keep(values, word)
            self.gone.add(id(word))
            if not self.strict:  # what was read as the subcommand is another word of the same text
                self.gone.update([id(one) for flag, one in self.doubts if flag is item])
            del self.items[i]
        return level

    def _fused(
        self, i: int, item: Flag, globs: "tuple[Glob, ...]", value: "Element | None", values: list[Word] | None
    ) -> int | None:
        """Match `-XPOST` of an unknown program against -X with a value, and `-j4` in a pattern against -j with 4."""
        if value is None and item.value is not None and not item.value.reasons:
            short = [name for name in item.names if len(name) == 2 and name[1] != "-"]
            wanted = [glob for glob in globs if len(glob[0]) > 2 and glob[0][:2] in short]
            if wanted:
                if not any(matches(glob, glob[0][:2] + item.value.prefix) for glob in wanted):
                    return NO  # the same flag with another value
                self._named(item)
                _keep(values, Word("", 0, 0))
                del self.items[i]
                return YES if item.sure and (self.strict or not item.undone) else MAYBE
        if self.knows or value is None or item.raw is None or item.raw.text is None:
            return None
        text = item.raw.text
        for glob in globs:
            flag = plain(glob)
            if flag is not None and len(flag) == 2 and text.startswith(flag) and text[:2] != "--" and len(text) > 2:
                rest = Word(text[2:].removeprefix("="), item.raw.start, item.raw.end)
                level = YES if value.kind == "attached" else self._value(value, rest)
                if level:
                    _keep(values, rest)
                    del self.items[i]
                return level
        return None

    def _take_bundle(self, globs: "tuple[Glob, ...]", value: "Element | None") -> int:
        """Match `-rf` in a rule against the flags r and f of a program that is known, wherever they stand.

        The value in `-am msg` is that of the last one.
        """
        if not self.knows:
            return NO
        best = NO
        for glob in globs:
            bundle = plain(glob)
            if bundle is None or bundle[:2] == "--" or len(bundle) < 3:
                continue
            level = YES
            found: list[Item] = []
            words: list[Word] = []
            for letter in bundle[1:] if value is None else bundle[1:-1]:
                self.fuel.take(5 * len(self.items))
                holding = [item for item in self.items if isinstance(item, Flag) and f"-{letter}" in item.names]
                if not holding:
                    level = min(level, self._may_hold(letter))
                elif not self.strict and any(item.undone or not item.sure for item in holding):
                    level = min(level, MAYBE)
                found += holding
            if value is not None and level:
                level = min(level, self._take_last(bundle[-1], value, found, words))
            if level:
                for item in found:
                    if isinstance(item, Flag):
                        self._named(item)
                taken = {id(item) for item in found}
                self.gone.update([id(word) for word in words])
                self.items = [item for item in self.items if id(item) not in taken]
            best = max(best, level)
        return best

    def _may_hold(self, letter: str) -> int:
        """Say whether a word that is not known may be this flag."""
        unknown = any(
            isinstance(item, Word) and item.text is None and self._may_be_flag(item, ((f"-{letter}",),))
            for item in self.items
        )
        return MAYBE if unknown else NO

    def _take_last(self, letter: str, value: "Element", found: "list[Item]", words: list[Word]) -> int:
        """Match the last flag of a bundle with its value; every occurrence must have it."""
        self.fuel.take(5 * len(self.items))
        holding = [item for item in self.items if isinstance(item, Flag) and f"-{letter}" in item.names]
        levels = []
        for item in holding:
            word = item.value if item.value is not None else item.following
            unsure = item.value is None and item.repeated and not self.strict
            levels.append(
                NO if word is None or unsure else YES if value.kind == "attached" else self._value(value, word)
            )
            if word is not None and item.value is None:
                words.append(word)
        found += holding
        if not levels:
            return self._may_hold(letter)
        return max(levels) if self.strict else min(levels)

    def _named(self, item: Flag) -> None:
        if item.raw is not None:
            self.captures.named.append(item.raw)
        for name in item.names:
            self.captures.named.append(Word(name, 0, 0))

    def _value(self, value: "Element", word: Word) -> int:
        if value.kind == "element":
            element = value.element
            level = self.one(element, word)
            if level and element.kind in ("var", "any", "path"):
                self.captures.vars[element.name] = word
            return level
        level = value.fits(word)
        if value.negated:
            return YES - level
        if level == YES:
            self.captures.texts += [glob[0] for glob in value.globs if glob[0] and matches(glob, word.text or "")]
        return level

    def one(self, element: "Element", word: Word) -> int:
        """Match one word against an element that stands for one."""
        kind = element.kind
        if kind == "lit" or kind == "raw":
            return element.fits(word)
        if kind == "not":
            level = element.fits(word)
            if level == NO and not self.strict and "/" in word.prefix:
                level = element.fits(Word(normalised(word.prefix), word.start, word.end))  # `./x` is `x`
            return YES - level
        if kind == "any":
            return MAYBE if word.many else YES
        if kind == "path":
            return self.paths(word, element.entries)
        best = NO  # a variable
        for sort, text in element.values:
            best = max(best, word_matches(text, word) if sort == "glob" else self.paths(word, (text,)))
        return best


def _keep(values: list[Word] | None, word: Word) -> None:
    """Note the value of a flag of a group; of one without a value that it is there, as an empty text."""
    if values is not None:
        values.append(word)
