"""Which words of a shell text become the values of which variables, by whatever way the shell has.

P=x   export P=x   for P in x y   printf -v P %s x   read P <<< x   set -- x
"""

import re
from collections.abc import Collection, Iterator

from wicket.redaction.secret_names import says_secret
from wicket.redaction.shell_words import Command, Word

__all__ = ["assigned", "is_read_into"]

_POSITIONAL = re.compile(r"[1-9@*]")
_SETTING = frozenset(("for", "select", "printf", "set"))
_NOWHERE = 1_000_000


def assigned(command: Command, variables: Collection[str]) -> Iterator[tuple[Word, int]]:
    """Find words that are assigned to one of the variables, and where in them the value begins."""
    words = command.words
    values = command.values
    for word in words:
        name, equals, _ = word.value.partition("=")
        if equals and name.removesuffix("+") in variables:
            yield word, len(name) + 1
    for before, name_of, word in zip(values, values[1:], words[2:], strict=False):
        if before in ("--arg", "--argjson") and name_of in variables:  # of `jq`
            yield word, 0
    # Before it may stand what runs it: `ssh host for …`.
    for at in (number for number, value in enumerate(values[:8]) if value in _SETTING):
        yield from ((word, 0) for word in words[at + _given(values[at : at + 4], variables) :])


def _given(values: list[str], variables: Collection[str]) -> int:
    """Say which word behind such a command is the first value."""
    match values:
        case ["for" | "select", name, "in", *_] if name in variables or says_secret(name):
            return 3
        case ["printf", "-v", name, *rest] if name in variables or says_secret(name):
            return 4 if rest and "%" in rest[0] else 3
        case ["set", "--", *_] if any(map(_POSITIONAL.fullmatch, variables)):
            return 2
        case _:
            return _NOWHERE


def is_read_into(command: Command, variables: Collection[str]) -> bool:
    """Whether a command reads one of the variables from what is given to it."""
    values = command.values
    return "read" in values and not set(values[values.index("read") :]).isdisjoint(variables)
