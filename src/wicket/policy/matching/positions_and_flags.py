"""A command's words as patterns see them: positions and flags, and what a match has captured of them."""

from wicket.policy.matching.flag_and_option_variable_spellings import amounts_to
from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.catalogue.option_values_and_parse_result import REFUSED, takes_nothing
from wicket.shell.programs.archives_and_dry_run_options import is_denied, taken_back
from wicket.shell.programs.program_lookup import reading
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.programs.words_that_may_be_options_or_missing import doubted_values, is_doubted
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import TypeAlias

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.programs.subcommands import Invocation
    from wicket.shell.read_result import Command

    Item: TypeAlias = "Flag | Word | None"
    Paths = Callable[[Word, tuple[str, ...]], int]

__all__ = ["Captures", "Flag", "View"]


# ── A command's words as patterns see them: positions and flags, each flag under all its names where that is known ──

# There are two views. As written: what begins with a dash is a flag, `--name=value` is cut, and no more is known. As
# the program reads them: bundles are split, values belong to their flags, `-r` is `--recursive`; flags may stand
# anywhere, so they come first.


class Flag:
    """A flag of a command. `names` are all that it goes by; `raw` is how it stands there."""

    __slots__ = ("denied", "following", "names", "raw", "repeated", "sure", "undone", "value", "whole")

    def __init__(
        self,
        names: tuple[str, ...],
        value: Word | None,
        raw: Word | None,
        sure: bool = True,
        following: Word | None = None,
    ) -> None:
        self.names = names
        self.value = value
        self.raw = raw
        self.sure = sure  # it is this flag, and not another one that begins like it
        self.whole = False  # it is an option of the program by this name, and short for no other
        self.undone = False  # another option may take it back
        self.denied = False  # it says of itself that it is not there: `--force=false`
        self.following = following  # the word behind a flag of which it is not known whether it takes a value
        self.repeated = False  # there are several of these, and it may be that behind another one

    def __repr__(self) -> str:
        return f"<Flag {'|'.join(self.names)} {self.value or ''}>"


class View:
    """The words behind the program: flags and words in order. `None` stands for `--`.

    `knows`: the flags are as the program itself reads them.
    """

    __slots__ = ("_order", "behind", "doubts", "implied", "items", "joined", "knows", "refuses")

    def __init__(
        self,
        items: "list[Item]",
        knows: bool,
        implied: "list[Flag] | None" = None,
        doubts: "list[tuple[Flag, Word]] | None" = None,
        behind: "Sequence[Word]" = (),
        joined: bool = False,
    ) -> None:
        self.items = items
        self.knows = knows
        self.implied = implied or []  # flags that amount to the same as what stands there
        self.doubts = doubts or []  # flags that may take a value, each with the word that would be it
        self.behind = behind  # words that are not known, and no flags: they stand behind `--`
        self.joined = joined  # the first word may hold flags without a dash
        self._order: tuple[Command, Callable[[], Sequence[Item]]] | None = None  # who knows what is behind a subcommand
        self.refuses = ""  # the program does nothing at all if a word with one of these is taken for an option

    @staticmethod
    def written(words: "Sequence[Word]", command: "Command | None" = None) -> "View":
        """Take the words as they are written; without the program.

        Of those that are not known, whoever reads them as `command` tells which are the values of options.
        """
        values = _values(command) if command is not None else ()
        taken = usage_of(command) if command is not None and len(words) > 1 else None
        listed: Collection[str] = taken.usage.options if taken is not None else ()
        items: list[Item] = []
        doubts: list[tuple[Flag, Word]] = []
        behind = False
        waiting: Flag | None = None
        for word in words:
            text = word.text if word.text is not None else word.prefix
            if values and id(word) in values and items and isinstance(items[-1], Flag) and items[-1].value is None:
                items[-1].value = word
                waiting = items[-1] if is_doubted(word) else None  # if it is missing, the next word is the value
            elif behind or text[:1] != "-" or text == "-":
                items.append(word)
                if waiting is not None:
                    doubts.append((waiting, word))
                    waiting = None
            elif text == "--" and word.text is not None:
                items.append(None)
                behind = True
                waiting = None
            else:
                flag = _flag(word, text)
                flag.whole = flag.names[0] in listed
                items.append(flag)
                waiting = flag if flag.value is None and not takes_nothing(text) else None
        made = View(items, False, None, doubts)
        if command is not None and taken is not None and _is_ordered(taken):
            sub = taken.line.sub
            made._order = command, lambda: items[next((i for i, item in enumerate(items) if item is sub), len(items)) :]
        return made

    @staticmethod
    def understood(command: "Command") -> "View | None":
        """Take the words as the program reads them, if that is known."""
        known = usage_of(command)
        if known is None:
            return None
        name, usage, line = known.name, known.usage, known.line
        items: list[Item] = []
        unknown = [word.prefix for word in command.words if word.text is None] if line.found else []
        begun = {prefix for prefix in unknown if prefix[:1] == "-"} if unknown else ()
        behind: dict[str, Word] | None = None
        seen: dict[str, Flag] = {}
        doubts: list[tuple[Flag, Word]] = []
        flags: list[Flag] = []
        undone: Collection[str] = taken_back(name, line) if line.found else ()
        for found in line.found:
            option = found.option
            names = option.names if option is not None else (found.name,)
            if found.name not in names:
                names = (*names, found.name)
            following = last = None
            if option is None and found.value is None:
                if behind is None:
                    behind = _behind(command)
                following = behind.get(found.name)
                last = behind.get(f"…{found.name}")
            elif unknown and found.value is not None and found.value.text is None:
                following = _behind_missing(command, line, found.value)
            flag = Flag(
                names, found.value, None, found.name not in begun, following or last if option is None else None
            )
            if flag.following is not None:
                flag.repeated = found.name in seen
                if flag.repeated:
                    seen[found.name].repeated = True
                seen[found.name] = flag
            flag.undone = bool(undone) and any(one in undone for one in names)
            flag.denied = flag.undone and is_denied(found)
            items.append(flag)
            flags.append(flag)
            items += found.values[1:]
            if following is not None and not takes_nothing(found.name):
                doubts.append((flag, following))
        program = command.words[0]
        for text in name.split(" ")[1:]:
            word = Word(text, program.start, program.end)
            items.append(word)
            doubts += [(flag, word) for flag, following in doubts if following.text == text]
        behind_it = len(items)
        if usage.stops:
            # Behind the command of a wrapper, what looks like a flag is one of that command.
            items += View.written(line.operands).items
        else:
            items += line.operands
        # Unless `--` may be the value of an unknown flag.
        ended = line.operands[-line.behind :] if line.behind and not usage.stops and not line.unlisted() else ()
        implied = [Flag(names, None, None) for names in amounts_to(name, line)]
        made = View(items, True, implied, doubts, [word for word in ended if word.text is None], usage.joined)
        made.refuses = REFUSED.get(name, "")
        if len(command.words) > 2 and _is_ordered(known):
            made._order = command, lambda: [*flags[line.own :], *items[behind_it:]]
        return made

    def later(self) -> "tuple[set[int], Collection[str]]":
        """Give what stands behind the subcommand, if that is known, and which options have no place there."""
        if self._order is None:
            return set(), ()
        command, items_behind = self._order
        taken = usage_of(command)
        if taken is None:
            return set(), ()
        line = taken.line
        own = reading(taken.name.partition(" ")[0])
        for word in command.words[1:] if own is not None and not line.doubted else ():
            if word is line.sub:
                return {id(item) for item in items_behind()}, own.options if own is not None else ()
            if word.text is None and (word.many or not any(word is one.value for one in line.found)):
                break
        return set(), ()


def _is_ordered(taken: "Invocation") -> bool:
    """Tell whether a program's own options stand before its subcommand, or the module that it runs, for sure."""
    own_first = "own-options-first" in traits(taken.name.partition(" ")[0])  # as those of interpreters before a module
    return taken.line.sub is not None and (taken.usage.ends or own_first)


def _values(command: "Command") -> set[int]:
    """Find the words that are not known, and are the values of options for sure."""
    made: set[int] = set()
    words = command.words
    if all(word.text is not None for word in words) or (taken := usage_of(command)) is None:
        return made
    found = taken.line.found
    given = {id(one.value) for one in found if one.option is not None and one.option.takes == "="}
    odd = [one.name for one in found if one.option is None] if taken.line.strange else []
    for word in words[1:]:
        text = word.text
        if text is None:
            if word.many or id(word) not in given:
                break  # it may be an option that takes what follows
            made.add(id(word))
        elif (
            odd
            and text[:1] == "-"
            and any(text.startswith(name) or (name[1:] in text[1:] and len(name) == 2) for name in odd)
        ):
            break  # it is not known what it takes
    return made


def _behind(command: "Command") -> dict[str, Word]:
    """Find the word that stands behind each flag; `…-c` is for the last one of `-abc`."""
    words = command.words
    made: dict[str, Word] = {}
    for at in range(1, len(words) - 1):
        text = words[at].text or ""
        if words[at].prefix[:1] == "-":
            made[text] = words[at + 1]
            if text[1:2] != "-" and len(text) > 2:
                made[f"…-{text[-1]}"] = words[at + 1]
    return made


def _behind_missing(command: "Command", line: "Line", value: Word) -> Word | None:
    """Give the word that an option takes if its own value is missing."""
    for word in doubted_values(command, line):
        if (word.start, word.end) == (value.start, value.end):
            at = next(i for i, one in enumerate(command.words) if one is word)
            return command.words[at + 1] if at + 1 < len(command.words) else None
    return None


def _flag(word: Word, text: str) -> Flag:
    name, equals, rest = text.partition("=")
    if equals and (name[:2] == "--" or len(name) == 2):
        if word.text is not None:
            return Flag((name,), Word(rest, word.start, word.end), word)
        shape = (rest, *word.shape[1:]) if rest else word.shape[1:]
        return Flag((name,), UnknownWord(shape or (None,), word.reason or "", word.many, word.start, word.end), word)
    return Flag((text,), None, word, word.text is not None)


# ── what a match found: values of placeholders and flag groups, and the words that no star swallowed ──


class Captures:
    """What a match found: values of placeholders, values of flag groups, and the words that no star swallowed."""

    __slots__ = ("copied", "flag_groups", "named", "texts", "vague", "vars")

    def __init__(self) -> None:
        self.vars: dict[str, Word] = {}
        self.flag_groups: dict[str, list[Word]] = {}
        self.named: list[Word] = []  # words and flags that the pattern spells
        self.texts: list[str] = []  # how values begin that the pattern spells
        self.copied = False  # the pattern spells every word
        self.vague = False  # a flag of a group may be there

    def take(self, other: "Captures") -> None:
        """Become what another one found."""
        self.vars = other.vars
        self.flag_groups = other.flag_groups
        self.named = other.named
        self.texts = other.texts
        self.vague = other.vague
