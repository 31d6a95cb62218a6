"""Decodes words in base64 or hexadecimal that programs may run: `-EncodedCommand cgBtACAA…`."""

from binascii import a2b_base64, unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["unpacked"]

_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_URL_SAFE = str.maketrans("-_", "+/")


def unpacked(text: str) -> "Iterator[str]":
    """Give the plain texts that a word, or the value behind its `=`, stands for in base64 or hexadecimal."""
    name, _, value = text.partition("=")
    # Of `--x=eA==` the value, of `eA==` all.
    word = value if value.strip("=") and not name.isdigit() else text
    if not word.isascii():
        return
    found: list[bytes] = []
    if len(word) % 2 == 0 and _HEXADECIMAL.issuperset(word.removeprefix("0x")):
        found.append(unhexlify(word.removeprefix("0x")))
    bare = word.rstrip("=").translate(_URL_SAFE)
    if len(bare) % 4 != 1 and bare.replace("+", "").replace("/", "").isalnum():
        found.append(a2b_base64(bare + "=" * (-len(bare) % 4)))
    for content in found:
        for encoding in ("utf-8", "utf-16-le"):
            try:
                decoded = content.decode(encoding)
            except UnicodeDecodeError:
                continue
            if decoded.isascii() and decoded.strip().replace("\n", " ").replace("\t", " ").isprintable():
                yield decoded
