"""A command's words as patterns see them: positions and flags, each flag under all its names where that is known.

There are two views. As written: what begins with a dash is a flag, `--name=value` is cut, and no more is known. As the
program reads them: bundles are split, values belong to their flags, `-r` is `--recursive`; flags may stand anywhere, so
they come first.
"""

from wicket.policy.spellings import amounts_to
from wicket.shell.programs import usage_of
from wicket.shell.usage import takes_nothing
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from wicket.shell.script import Command

    Item: TypeAlias = "Flag | Word | None"

__all__ = ["Flag", "View"]


class Flag:
    """A flag of a command. `names` are all that it goes by; `raw` is how it stands there."""

    __slots__ = ("following", "names", "raw", "sure", "value")

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
        self.following = following  # the word behind a flag of which nobody knows whether it takes a value

    def __repr__(self) -> str:
        return f"<Flag {'|'.join(self.names)} {self.value or ''}>"


class View:
    """The words behind the program: flags and words in order. `None` stands for `--`.

    `knows`: the flags are as the program itself reads them.
    """

    __slots__ = ("behind", "doubts", "implied", "items", "joined", "knows")

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

    @staticmethod
    def written(words: "Sequence[Word]") -> "View":
        """Take the words as they are written; without the program."""
        items: list[Item] = []
        doubts: list[tuple[Flag, Word]] = []
        behind = False
        waiting: Flag | None = None
        for word in words:
            text = word.text if word.text is not None else word.prefix
            if behind or text[:1] != "-" or text == "-":
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
                items.append(flag)
                waiting = flag if flag.value is None and not takes_nothing(text) else None
        return View(items, False, None, doubts)

    @staticmethod
    def understood(command: "Command") -> "View | None":
        """Take the words as the program reads them, if that is known."""
        taken = usage_of(command)
        if taken is None:
            return None
        name, usage, line = taken
        items: list[Item] = []
        unknown = [word.prefix for word in command.words if word.text is None] if line.found else []
        begun = {prefix for prefix in unknown if prefix[:1] == "-"} if unknown else ()
        behind: dict[str, Word] | None = None
        doubts: list[tuple[Flag, Word]] = []
        for found in line.found:
            option = found.option
            names = option.names if option is not None else (found.name,)
            if found.name not in names:
                names = (*names, found.name)
            following = None
            if option is None and found.value is None:
                if behind is None:
                    behind = _behind(command)
                following = behind.get(found.name)
            flag = Flag(names, found.value, None, found.name not in begun, following)
            items.append(flag)
            items += found.values[1:]
            if following is not None and not takes_nothing(found.name):
                doubts.append((flag, following))
        program = command.words[0]
        for text in name.split(" ")[1:]:
            word = Word(text, program.start, program.end)
            items.append(word)
            doubts += [(flag, word) for flag, following in doubts if following.text == text]
        if usage.stops:
            # Behind the command of a wrapper, what looks like a flag is one of that command.
            items += View.written(line.operands).items
        else:
            items += line.operands
        # Unless `--` may be the value of a flag that nobody knows.
        ended = line.operands[-line.behind :] if line.behind and not usage.stops and not line.unlisted() else ()
        implied = [Flag(names, None, None) for names in amounts_to(name, line)]
        return View(items, True, implied, doubts, [word for word in ended if word.text is None], usage.joined)


def _behind(command: "Command") -> dict[str, Word]:
    """Find the word that stands behind each flag."""
    words = command.words
    return {words[at].text or "": words[at + 1] for at in range(1, len(words) - 1) if words[at].prefix[:1] == "-"}


def _flag(word: Word, text: str) -> Flag:
    name, equals, rest = text.partition("=")
    if equals and (name[:2] == "--" or len(name) == 2):
        if word.text is not None:
            return Flag((name,), Word(rest, word.start, word.end), word)
        shape = (rest, *word.shape[1:]) if rest else word.shape[1:]
        return Flag((name,), UnknownWord(shape or (None,), word.reason or "", word.many, word.start, word.end), word)
    return Flag((text,), None, word, word.text is not None)
