"""Finds the names of programs that a rule is about within texts, and makes commands of what stands around them."""

from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, matches
from wicket.shell.programs.command_synonyms_and_python_modules import synonyms_of
from wicket.shell.programs.program_lookup import plain
from wicket.shell.read_result import Command
from wicket.shell.reader_settings import World as Outside
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from wicket.policy.evaluation.rule_match import Rules
    from wicket.policy.machine_view import World

__all__ = [
    "GAP",
    "MAX_ARGUMENTS",
    "MAX_PLACES",
    "MAX_READ",
    "NAMES_ONLY",
    "UNQUOTED",
    "WORK_OF_CHARACTER",
    "WORK_OF_TEXT",
    "WORK_OF_WORD",
    "NamesInTexts",
    "Remembered",
    "shortened",
]

# So many places are looked at, and so many characters read as a shell would. Where there is more, nothing is sure.
MAX_PLACES = 64
MAX_READ = 20_000
MAX_ARGUMENTS = 500
# What looking at a text takes, and at each of its characters; and what a word of a command that may be in it takes.
WORK_OF_TEXT = 200
WORK_OF_CHARACTER = 2
WORK_OF_WORD = 10
# A part of a word that is not known.
GAP = "\0"
_OF_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+")
_QUOTES = "'\"\\"
_PARTING = " \t\r\n\v\f,;|&()[]{}<>`" + GAP
NAMES_ONLY = {code: " " for code in range(128) if chr(code) not in _OF_NAMES}
UNQUOTED = {**NAMES_ONLY, **dict.fromkeys(map(ord, _QUOTES), "")}
_CUT = {ord(c): " " for c in _PARTING + _QUOTES}
_CUT_UNQUOTED = {**{ord(c): " " for c in _PARTING}, **dict.fromkeys(map(ord, _QUOTES), "")}


class Remembered:
    """What has been looked at: variables stay for all commands behind them, and most hold nothing.

    Many commands may stand in one and the same part of a `text`: what one command hands to another does.
    """

    __slots__ = ("denied", "guarded", "names", "plain", "text")

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.plain: set[int | tuple[int, int]] = set()  # variables, and parts of the text
        self.names: dict[str, str] = {}  # under which name a rule is about a program; empty if none is
        # Whether a rule may forbid what may be a command, by where it stands and its words.
        self.denied: dict[tuple[object, ...], bool] = {}
        self.guarded: dict[tuple[object, ...], bool] = {}  # whether a file rule is about a change of a file

    def part(self, span: tuple[int, int]) -> str:
        """Give a part of the text, unless it is known to hold no name that a rule is about."""
        if span in self.plain:
            return ""
        return self.text[slice(*span)]


def _readings(token: str, many: bool) -> "Iterator[str]":
    """Give the names that a token may be or hold: itself, or the value of an option of one letter."""
    if token[:1] != "-":
        yield token.lstrip("+") if token[:1] == "+" else token
    elif token[:2] != "--":
        # In a text of several words, several letters may share the dash.
        for letters in range(2, 6 if many else 3):
            yield token[letters:]


def shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


class NamesInTexts:
    """The texts that one command is given, and what is left of the bounds."""

    def __init__(
        self, command: Command, policy: "dict[str, Any]", rules: "Rules", world: "World", remembered: Remembered
    ) -> None:
        self.command = command
        self.policy = policy
        self.names: frozenset[str] = policy["strict"]
        self.hides: bool = policy["hides"]
        self.globs = policy["strict_globs"]
        self.rules = rules
        self.world = world
        self.inner = Outside(fuel=world.fuel)  # what a shell that it starts knows
        self.remembered = remembered
        self.fuel = world.fuel
        self.places = MAX_PLACES
        self.unread = MAX_READ
        self.last = (0, 0)  # the span of the word that was looked at last as it is written

    def named_in(self, text: str, place: int) -> str:
        """Say whether the name of a program that a rule is about stands in a text, with what that rule wants."""
        if self.mentions(text.translate(NAMES_ONLY)) or (
            any(c in text for c in _QUOTES) and self.mentions(text.translate(UNQUOTED))
        ):
            for cut in (_CUT, _CUT_UNQUOTED):
                for words in self.commands_in(text, cut, place):
                    self.places -= 1
                    if self.places < 0 or self.denied(words):
                        return f"`{shortened(text)}`, which a rule is about"
        return ""

    def behind(self, place: int) -> "tuple[Word, ...]":
        """Give the words behind one."""
        words = self.command.words
        if len(words) - place <= MAX_ARGUMENTS:
            return words[place + 1 :]
        more = UnknownWord((None,), "and more", True, *self.command.span)
        return (*words[place + 1 : place + MAX_ARGUMENTS], more)

    def mentions(self, names: str) -> bool:
        """Tell whether one of these names, parted by blanks, may be that of a program that a rule is about."""
        return any(self.named(name) for token in set(names.split()) for name in _readings(token, many=True))

    def named(self, name: str) -> str:
        """Give the name under which a rule is about this program; empty if none is. The same names come often."""
        known = self.remembered.names.get(name)
        if known is None:
            known = self.remembered.names[name] = self._named(name)
        return known

    def _named(self, name: str) -> str:
        for one in (name, name.lower(), plain(name)):
            if one in self.names or any(matches(glob, one) for glob in self.globs):
                return one
        same = synonyms_of(name)  # what a rule is about by another name
        return name if same is not None and not same.names.isdisjoint(self.names) else ""

    def commands_in(self, text: str, cut: "dict[int, str]", place: int) -> "Iterator[tuple[Word, ...]]":
        """Give what may be commands in a text: a name that a rule is about, and what stands around it."""
        self.fuel.take(WORK_OF_CHARACTER * len(text))
        pieces = text.translate(cut).split()
        behind = self.behind(place)
        for at, piece in enumerate(pieces):
            for name, rest in self.names_in(piece, many=len(pieces) > 1):
                yield self.arguments(name, (rest, *pieces[at + 1 : at + 2 + MAX_ARGUMENTS]), behind)
                if behind and behind[0].text == "--":  # the program may keep that for itself: `exec rm -- -rf x`
                    yield self.arguments(name, (rest, *pieces[at + 1 : at + 2 + MAX_ARGUMENTS]), behind[1:])
                if name != piece or len(pieces) > 1 or place == len(self.command.words):
                    yield self.arguments(name, self.loose(text, at, pieces), ())

    def names_in(self, piece: str, many: bool) -> "Iterator[tuple[str, str]]":
        """Give each name in a piece of text that a rule is about, with what follows it there."""
        start = path = 0
        for at in range(len(piece) + 1):
            c = piece[at : at + 1]
            if c and (c in _OF_NAMES or not c.isascii()):
                continue
            if c != "/" and c != "=" and piece[at : at + 3] != "://":  # a folder, the name of what is given, an address
                for name in _readings(piece[start:at], many):
                    known = self.named(name)
                    if known:
                        # A path stays one, as rules may be about the very file.
                        whole = known == name and piece[start : start + 1] not in ("-", "+")
                        yield (piece[path:at] if whole else known), piece[at + 1 :]
            start = at + 1
            path = path if c == "/" else start

    def loose(self, text: str, at: int, pieces: "list[str]") -> "tuple[str, ...]":
        """Give all that a program is given, cut small: what follows a name first, then what stands before it."""
        self.fuel.take(3 * WORK_OF_WORD * min(len(self.command.words), MAX_ARGUMENTS))
        others = [
            piece
            for word in self.command.words[1 : MAX_ARGUMENTS + 2]
            if word.text != text
            for piece in (word.text or " ").replace("=", " ").translate(_CUT).split()
        ]
        return (*pieces[at + 1 : at + 2 + MAX_ARGUMENTS], *others, *pieces[: min(at, MAX_ARGUMENTS)])

    def arguments(self, name: str, texts: "tuple[str, ...]", behind: "tuple[Word, ...]") -> "tuple[Word, ...]":
        start, end = self.command.span
        self.fuel.take(WORK_OF_WORD * (len(texts) + len(behind)))
        # Whoever runs it may take `~` for the home.
        home = self.world.home
        given = [home + text[1:] if text == "~" or text[:2] == "~/" else text for text in texts[:MAX_ARGUMENTS]]
        made = [Word(text, start, end) for text in (name, *given) if text and text != ":"]
        more = (UnknownWord((None,), "and more", True, start, end),) if len(texts) > MAX_ARGUMENTS else ()
        return (*made, *more, *behind)

    def denied(self, words: "tuple[Word, ...]") -> bool:
        self.fuel.take(WORK_OF_TEXT + WORK_OF_WORD * len(words))
        command = Command(words, (), (), self.command.start, self.command.end, self.command.place)
        context = Context(command, self.world)
        for rule in self.rules.about(command, guessed=True):
            if rule.strict:
                level, _ = self.rules.matching(rule, command, context)
                if level != NO:
                    return True
        return False
