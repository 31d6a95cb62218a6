"""Halves of surrogate pairs, as JavaScript writes a text that was cut inside of a character.

JSON lets them be escaped, and no strict decoder takes them. Hosts that are written in Go read U+FFFD in their place,
and extensions get away with them; here they do, too.
"""

import re

__all__ = ["mended"]

# An escaped backslash, or a whole pair: both stay. Else half a pair.
_HALF = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def mended(line: bytes) -> bytes:
    """Put U+FFFD in the place of each half, in a line of JSON. One that has none is the very same line."""
    return _HALF.sub(lambda found: found[1] or rb"\ufffd", line)
