"""Commands among the words of a program that nobody knows: it may run them.

`deploy-tool rm -rf x` and `deploy-tool --hook='rm -rf x'` may do what a rule forbids. What is known of a program says
better what it runs, so this is for the others alone.
"""

from wicket.policy.context import Context
from wicket.policy.globs import NO
from wicket.shell.read import read
from wicket.shell.script import Command
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.rules import Rules
    from wicket.policy.world import World

__all__ = ["MAX_LOOKED_AT", "hidden"]

# A command that begins further back than this is not looked for.
MAX_LOOKED_AT = 64

# What parts the names of programs in a text; quotes and backslashes within them do not.
_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+")
_QUOTES = frozenset("'\"\\")


def hidden(command: Command, names: "frozenset[str]", rules: "Rules", world: "World") -> str:
    """Give the word of a command that may be, or hold, one that a deny or ask rule is about; `names` are theirs."""
    words = command.words
    for at in range(1, min(len(words), MAX_LOOKED_AT)):
        text = words[at].text
        if text is None:
            continue
        if text.rpartition("/")[2] in names and _denied(words[at:], command, rules, world):
            return text
        held = text.partition("=")[2] if text[:1] == "-" else text
        if any(c in " \t\n;|&(" for c in held) and _mentioned(held) & names:
            for inner in read(held).commands:
                if inner.words and _denied((*inner.words, *words[at + 1 :]), command, rules, world):
                    return text
    return ""


def _mentioned(text: str) -> set[str]:
    """The names that stand in a text, whatever they are."""
    return set("".join([c if c in _NAMES else "" if c in _QUOTES else " " for c in text]).split())


def _denied(words: "tuple[Word, ...]", within: Command, rules: "Rules", world: "World") -> bool:
    command = Command(words, (), (), within.start, within.end, within.place)
    context = Context(command, world)
    return any(rule[0] != "allow" and rules.matching(rule, command, context)[0] != NO for rule in rules.about(command))
