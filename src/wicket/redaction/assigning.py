"""Which words of a shell text become the values of which variables, by whatever way the shell has.

P=x   export P=x   for P in x y   printf -v P %s x   read P <<< x   set -- x
"""

import re
from collections.abc import Collection, Iterator

from wicket.redaction.names import says_secret
from wicket.redaction.shell_words import Command, Word

__all__ = ["assigned", "is_read_into"]

_POSITIONAL = re.compile(r"[1-9@*]")


def assigned(command: Command, variables: Collection[str]) -> Iterator[tuple[Word, int]]:
    """Find words that are assigned to one of the variables, and where in them the value begins."""
    words = command.words
    values = command.values
    for word in words:
        name, equals, _ = word.value.partition("=")
        if equals and name.removesuffix("+") in variables:
            yield word, len(name) + 1
    match values:
        case ["for" | "select", name, "in", *_] if name in variables or says_secret(name):
            yield from ((word, 0) for word in words[3:])
        case ["printf", "-v", name, *_] if name in variables or says_secret(name):
            yield from ((word, 0) for word in words[4:] or words[3:])
        case ["set", "--", *_] if any(map(_POSITIONAL.fullmatch, variables)):
            yield from ((word, 0) for word in words[2:])


def is_read_into(command: Command, variables: Collection[str]) -> bool:
    """Whether a command reads one of the variables from what is given to it."""
    values = command.values
    while values and "=" in values[0]:
        values = values[1:]
    return values[:1] == ["read"] and not set(values[1:]).isdisjoint(variables)
