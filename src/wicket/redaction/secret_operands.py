"""Operands that are secrets by where they stand: `radtest me x host 0 y`, `qpdf --encrypt x y`.

`POSITIONS` has a row for each such use of a program. Verbs by which a password is set or used need no program.
"""

import re
from collections.abc import Iterator, Sequence

from wicket.redaction.secret_operand_tables import ANYWHERE, GIVEN, LAST_OPERAND, POSITIONS

__all__ = ["Place", "base_of", "in_positions"]

# The number of a word, and where in it a secret begins and ends.
Place = tuple[int, int, int]

# Verbs by which a password is set or used, whatever the program: their last operand is one.
_VERB = re.compile(
    r"(?:[\w-]+[.:]){0,5}(?:(?:change|set|reset|update|auth|authenticate|hash|encrypt)[-_]?(?:\w+[-_])?(?:password|passwd|pass|user)"
    r"|set[-_]?api[-_]?key|set-pin|user[-_]create|create[-_]user|add[-_]user|setpin|encrypt[-_]string|encryptwallet|walletpassphrase)"
)
_WITH_OPERANDS = frozenset({*LAST_OPERAND, *GIVEN})

# A word of a row: any one, a secret, the secret behind an account's name, a secret unless it is a file.
_ANY, _SECRET, _ACCOUNT, _NO_FILE = ".", "S", "A", "W"


def base_of(word: str) -> str:
    return word.rpartition("/")[2]


def in_positions(words: Sequence[str]) -> Iterator[Place]:
    """Find operands that hold a secret by where they stand. Of each program, the first is looked at."""
    seen: set[str] = set()
    for number, word in enumerate(words):
        base = base_of(word)
        if base in seen:
            continue
        is_verb = (bool(number) or len(words) > 2) and _VERB.fullmatch(word) is not None
        if is_verb or base in _WITH_OPERANDS:
            seen.add(base)
            yield from _last(words, number, base, is_verb=is_verb)
        if (rows := POSITIONS.get(base.lower())) is not None:
            seen.add(base)
            yield from _by_rows(words, number, rows)
        for row in ANYWHERE.get(word.lower(), ()):
            yield from _by_row(words, range(number + 1, len(words)), row) if number else ()


def _last(words: Sequence[str], number: int, base: str, *, is_verb: bool) -> Iterator[Place]:
    word = words[number]
    dashes = ("-", "/") if base == "net" else ("-",)
    rest = words[number + 1 :]
    plain = [number + 1 + each for each, operand in enumerate(rest) if not operand.startswith(dashes)]
    if not plain:
        return
    last = plain[-1]
    # Behind an option may stand its value.
    operands = [each for each in plain if not words[each - 1].startswith("-") or "=" in words[each - 1]]
    if is_verb and len(plain) > word.endswith("user"):
        yield from _whole(words, plain[0] if word.startswith(("encrypt", "wallet")) else last)
        if operands and operands[-1] != last and not word.endswith("user"):
            yield from _whole(words, operands[-1])
    elif base in GIVEN and GIVEN[base].fullmatch(" ".join(rest[:20])):
        yield from _whole(words, last)
    for verb, least in LAST_OPERAND.get(base, {}).items():
        if len(plain) >= least and (not verb or any(words[each].lower() == verb for each in plain[:-1])):
            yield from _whole(words, last)


def _by_rows(words: Sequence[str], number: int, rows: Sequence[tuple[str, ...]]) -> Iterator[Place]:
    """Lay rows over the operands: as if every option had a value, and as if none had."""
    behind = range(number + 1, len(words))
    plain = [each for each in behind if not words[each].startswith("-")]
    valued = {each + 1 for each in behind if words[each].startswith("-") and "=" not in words[each]}
    for row in rows:
        if row[0].startswith(("-", "/")):  # an option with several values
            at = next((each for each in behind if words[each].lower() in row[0].split("|")), None)
            yield from _by_row(words, range(at + 1, len(words)), row[1:]) if at is not None else ()
            continue
        found = list(_by_row(words, [each for each in plain if each not in valued], row))
        yield from found or _by_row(words, plain, row)


def _by_row(words: Sequence[str], operands: Sequence[int], row: tuple[str, ...]) -> Iterator[Place]:
    if len(operands) < len(row):
        return
    if any(
        expected not in (_ANY, _SECRET, _ACCOUNT, _NO_FILE) and words[at].lower() not in expected.split("|")
        for at, expected in zip(operands, row, strict=False)
    ):
        return
    for at, expected in zip(operands, row, strict=False):
        if expected == _SECRET or (expected == _NO_FILE and not set(words[at]) & set("./")):
            yield from _whole(words, at)
        elif expected == _ACCOUNT and ":" in words[at].rstrip(":"):
            start = words[at].index(":") + 1
            yield at, start, max(start + 1, words[at].rfind("@")) if "@" in words[at][start:] else len(words[at])


def _whole(words: Sequence[str], at: int) -> Iterator[Place]:
    if words[at] and not words[at].startswith("/user:"):
        yield at, 0, len(words[at])
