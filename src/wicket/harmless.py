"""Text from strangers, made fit to be shown: nothing in it acts on a terminal or turns a line around.

Whoever takes in such text cleans it once, right there; so every place that shows it later (terminal, hook reply,
console, ledger) shows the same.
"""

import re

__all__ = ["harmless", "in_one_line"]

# The ASCII controls but tab, newline and carriage return; DEL and the C1 controls, which some terminals take for
# escape sequences; and the characters that make text read in another order than it is stored.
_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

# Half a character: it stands for a byte that was no UTF-8, and cannot be written anywhere.
_SURROGATE = re.compile("[\ud800-\udfff]")

_WHITE_SPACE = re.compile(r"\s+")


def harmless(text: str) -> str:
    """Take out what would act on whoever shows the text. Line breaks and tabs stay."""
    return _SURROGATE.sub("\ufffd", _HARMFUL.sub("", text))


def in_one_line(text: str, limit: int = 200) -> str:
    """Make text harmless and fit for one line of a log, `limit` characters long at most."""
    line = _WHITE_SPACE.sub(" ", harmless(text[: 4 * limit])).strip()
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
