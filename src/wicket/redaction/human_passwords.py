"""Passwords as people make them up: they are told by their spelling, wherever they stand.

    P@ssw0rd   s3cr3t!   Tr0ub4dor&3   Summer2024!   kX9mP2qL   hunter2   twelve words of a wallet

Digits and signs in the place of letters, or all four kinds of characters in one short word, are in no name of a
program, of a file or of a version.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from wicket.redaction.known_tokens_and_random_words import is_ordinary_pair
from wicket.redaction.shell_words_and_assigned_variables import Span

__all__ = ["human_passwords", "is_odd"]

# A word by itself: nothing that belongs to a name, a path or a version is beside it.
_WORD = re.compile(
    r"(?<![A-Za-z0-9_./$%&@~#+!*^?-])[A-Za-z0-9][A-Za-z0-9!@#$%^&*]{5,31}(?![A-Za-z0-9_/$%&@~#+*^-]|[.?]\w)"
)

_SIGNS = re.compile(r"[!@#$%^&*]")
_KINDS = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"), _SIGNS)

# What signs mean elsewhere: an encoded character, a variable, a host or a version, another parameter, a place in a
# page.
_OTHER_SIGNS = re.compile(r"%[0-9A-Fa-f]{2}|[$%@#&?][a-z]{3,}|@\d|[A-Za-z]\d?#L?\d|[*^]|\$[A-Z]{2,}|&&|\$\d")

# A digit in the place of a letter.
_LEET = str.maketrans("013457@$!", "oieastasi")
_LEET_INSIDE = re.compile(r"(?<=[A-Za-z])[013457@$](?=[A-Za-z])")
_INSIDE = re.compile(r"(?<=[A-Za-z])[0-9](?=[A-Za-z])")
_STEMS = ("password", "passw", "secret", "letmein", "welcome", "qwerty", "hunter", "dragon", "monkey", "master", "pass")
_HEX = re.compile(r"[0-9a-fA-F]+")
_SHORT_NAMES = re.compile(
    r"i18n|l10n|a11y|k8s|[xX]64|[xX]86|[sS]3|[eE][cC]2|[pP]2[pP]|[eE]2[eE]|[bB]2[bBcC]|[hH]264|utf8|OAuth2"
)

# What many have for a password, and nothing else is called.
_COMMON = re.compile(
    r"(?:(?:password|passwd|secret|admin|root|welcome|qwerty|letmein|changeme|iloveyou|dragon|monkey)(?:12345?6?|\d{3,4})"
    r"|hunter\d{1,3}|letmein|trustno1|opensesame|(?:super|top|my)-?secret(?:-?(?:password|passwd|pass|key|token|value))?\d{0,4}"
    r"|(?:super|top|my|our|the)(?:secret)?pass(?:word|wd|phrase)\d{0,4}|(?:secret|[a-z]{2,12}secret)pass(?:word|wd)?\d{0,4}|correct-?horse-?battery-?staple|qwertz?uiop)[!?#$]{0,3}",
    re.IGNORECASE,
)
_COMMON_WORD = re.compile(r"(?<![A-Za-z0-9_./-])[A-Za-z][A-Za-z-]{3,28}\d{0,6}[!?#$]{0,3}(?![A-Za-z0-9_/(=:-]|\.\w)")

# With other signs between, the usual passwords alone are told: `my-s3cr3t_pw`.
_RUN = re.compile(r"(?<![\w./@-])[A-Za-z0-9][A-Za-z0-9!@#$%^&*_+-]{5,63}(?![\w./@-])")

# Words of a wallet: so many, short, and none of those that hold sentences together. In quotes, or on a line.
_PHRASE = re.compile(r"(?:(?<=[\"'=\n])|^)(?P<words>[a-z]{3,8}(?: [a-z]{3,8}){11,23})(?=[\"'\n]|$)")
_PHRASE_COUNTS = frozenset((12, 15, 18, 21, 24))
_OF_SENTENCES = frozenset(
    str.split("""
    the and for are not from into has was but its does did been were our your their her his she him which than run
    test tests file files using uses use via per also all each both only new fix fixes adds added
    """)
)

# So many digits inside of a word are by no accident.
_MIN_INSIDE = 2
_MIN_LETTERS = 4


def human_passwords(text: str) -> list[Span]:
    """Find passwords that people made up."""
    return list(_found(text))


def is_odd(word: str) -> bool:
    """Whether a word is hardly one of a language: it has digits or signs among its letters, or capitals inside."""
    return re.search(r"[A-Za-z][0-9]|[0-9][A-Za-z]|[a-z][A-Z]|\w[!#$%^&*?@]", word) is not None


def _found(text: str) -> Iterator[Span]:
    for match in _WORD.finditer(text):
        word = match[0].rstrip("?")
        if _is_made_up(word):
            yield match.start(), match.start() + len(word)
    for match in _RUN.finditer(text):
        if _LEET_INSIDE.search(match[0]) is not None and _has_stem(match[0]):
            yield match.span()
    for match in _COMMON_WORD.finditer(text):
        if _COMMON.fullmatch(match[0]):
            yield match.span()
    for match in _PHRASE.finditer(text):
        words = match["words"].split(" ")
        if len(words) in _PHRASE_COUNTS and _OF_SENTENCES.isdisjoint(words):
            yield match.span("words")


def _is_made_up(word: str) -> bool:
    if _LEET_INSIDE.search(word) is not None and _has_stem(word):
        return True
    if _SIGNS.search(word.rstrip("!")) is not None and _OTHER_SIGNS.search(word) is not None:
        return False
    if _HEX.fullmatch(word) or _SHORT_NAMES.search(word):
        return False
    kinds = small, capital, _, _ = [bool(kind.search(word)) for kind in _KINDS]
    if all(kinds) and len(word) >= 8:
        return True
    inside = len(_INSIDE.findall(word))
    if inside < _MIN_INSIDE or sum(map(str.isalpha, word)) < _MIN_LETTERS:
        return False
    if small and capital:
        return len(word) >= 8
    return len(_LEET_INSIDE.findall(word)) == inside and _reads_as_a_word(word)


def _has_stem(word: str) -> bool:
    """Whether it is one of the usual passwords, but not as it is written."""
    lower = word.lower()
    plain = lower.translate(_LEET)
    return any(stem in plain and stem not in lower for stem in _STEMS)


def _reads_as_a_word(word: str) -> bool:
    plain = re.sub(r"[^a-z]+$", "", word.lower()).translate(_LEET)
    pairs = list(pairwise(plain))
    return bool(pairs) and sum(is_ordinary_pair(one + other) for one, other in pairs) >= 0.9 * len(pairs)
