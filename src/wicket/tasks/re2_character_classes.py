"""The characters that a regular expression names as a class, as RE2 understands them: only ASCII, if it does not say.

Letters that differ in case only are those that Unicode relates one to one.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache

__all__ = ["PERL", "POSIX", "Test", "any_of", "anything", "between", "category", "folded", "no_newline", "opposite"]
__all__ += ["same_letters"]

Test = Callable[[str], bool]


def anything(_c: str) -> bool:
    return True


def no_newline(c: str) -> bool:
    return c != "\n"


def opposite(test: Test) -> Test:
    return lambda c: not test(c)


def any_of(tests: Sequence[Test]) -> Test:
    return tests[0] if len(tests) == 1 else lambda c: any(test(c) for test in tests)


def between(low: str, high: str) -> Test:
    return lambda c: low <= c <= high


def _ranges(text: str) -> Test:
    """Give the test for ranges written without separators: `09az`."""
    return any_of([between(low, high) for low, high in zip(text[::2], text[1::2], strict=True)])


PERL: dict[str, Test] = {"d": _ranges("09"), "s": "\t\n\f\r ".__contains__, "w": _ranges("09AZaz__")}
POSIX: dict[str, Test] = {
    "alnum": _ranges("09AZaz"),
    "alpha": _ranges("AZaz"),
    "ascii": _ranges("\0\x7f"),
    "blank": "\t ".__contains__,
    "cntrl": _ranges("\0\x1f\x7f\x7f"),
    "digit": _ranges("09"),
    "graph": _ranges("!~"),
    "lower": _ranges("az"),
    "print": _ranges(" ~"),
    "punct": _ranges("!/:@[`{~"),
    "space": _ranges("\t\r  "),
    "upper": _ranges("AZ"),
    "word": _ranges("09AZaz__"),
    "xdigit": _ranges("09AFaf"),
}
_KINDS = {"C": "cfnos", "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "S": "ckmo", "Z": "lps"}
_CATEGORIES = frozenset(letter + kind for letter, kinds in _KINDS.items() for kind in ("", *kinds))


def category(name: str) -> Test | None:
    if name == "Any":
        return anything
    if name not in _CATEGORIES:
        return None
    return lambda c: unicodedata.category(c).startswith(name)


# Besides those whose letters Python relates by `upper` and `lower`: RE2 keeps these two apart from `i`.
_ALONE = "\u0130\u0131"


@cache
def _orbits() -> dict[str, frozenset[str]]:
    """Map each character to those that differ from it in case only, itself among them."""
    found: dict[str, set[str]] = {}
    for c in map(chr, _cased()):
        found.setdefault(_key(c), set()).add(c)
    return {c: frozenset(same) for same in found.values() if len(same) > 1 for c in same}


def _cased() -> Iterable[int]:
    yield from range(0x3000)
    yield from range(0xA640, 0xAC00)
    yield from range(0xFF00, 0xFF60)
    yield from range(0x10400, 0x10600)
    yield from range(0x10C80, 0x10D00)
    yield from range(0x118A0, 0x118E0)
    yield from range(0x16E40, 0x16E80)
    yield from range(0x1E900, 0x1E944)


def _key(c: str) -> str:
    if c in _ALONE:
        return c
    for change in (str.lower, str.upper, str.lower):
        changed = change(c)
        c = changed if len(changed) == 1 else c
    return c


def same_letters(c: str) -> frozenset[str]:
    return _orbits().get(c) or frozenset((c,))


def folded(test: Test) -> Test:
    """Give a test that holds for a character if it does for one that differs from it in case only."""
    return lambda c: any(test(same) for same in same_letters(c))
