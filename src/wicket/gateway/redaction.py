"""What looks like a secret does not get into the record.

The rule: of a word `name=value` (with or without dashes before it) the value is left out if the name or the value looks
like a secret; of an option `--name value` with such a name, the value; and any word that by itself looks like one, such
as a token with a well-known beginning or a URL with a password. What looks like a secret is the same that is withheld
from extensions. The record keeps a digest of the exact words, so that a suspicion can still be checked.
"""

from collections.abc import Iterable

from wicket.host.environment import looks_secret

__all__ = ["REDACTED", "redacted"]

REDACTED = "[redacted]"


def redacted(words: Iterable[str]) -> list[str]:
    """Leave out what looks like a secret."""
    kept: list[str] = []
    hide_next = False
    for word in words:
        name, equals, value = word.partition("=")
        if hide_next and not word.startswith("-"):
            kept.append(REDACTED)
        elif equals and looks_secret(_variable(name), value):
            kept.append(f"{name}={REDACTED}")
        elif looks_secret("", word):
            kept.append(REDACTED)
        else:
            kept.append(word)
        hide_next = word.startswith("--") and not equals and looks_secret(_variable(word), "x")
    return kept


def _variable(option: str) -> str:
    """The name of a variable that an option's name would be."""
    return option.lstrip("-").replace("-", "_").upper()
