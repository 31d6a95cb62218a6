"""Words that nobody would have typed: long and random, as keys are.

A word is random if few of its neighbouring letters stand together in English and in the names of programs. What is as
long and as odd, but known to be no secret, is spared: hashes of commits, digests that say that they are some, ids of
the usual form, and paths of files.
"""

import re
from itertools import pairwise

from wicket.redaction.spans import Span

__all__ = ["is_ordinary_pair", "random_words"]

# Pairs of letters that make up nine tenths of words.
# fmt: off
_PAIRS = frozenset(str.split("""
ab ac ad ag ai ak al am an ap ar as at au av ay ba be bi bl bo br bs bu ca cc cd ce ch ci ck cl co cr cs ct cu da dd
de df di dl do dr ds du ea eb ec ed ee ef eg ei el em en eo ep eq er es et ev ew ex ey fa fe ff fi fl fo fr ft fu ga
ge gh gi gl gn go gr gs gu ha he hi ho ht ia ib ic id ie if ig il im in io ip ir is it iv iz ke ki ks la lc ld le li
ll lo lp ls lt lu ly ma mb me mi ml mm mo mp ms mu na nc nd ne nf ng ni nk nl nn no np ns nt nu nv oa ob oc od of og
oi ol om on oo op or os ot ou ov ow pa pe ph pi pl po pp pr ps pt pu py qu ra rc rd re rg ri rk rl rm rn ro rp rr rs
rt ru ry sa sc se sf sh si sl so sp ss st su sy ta tc td te tf th ti tl tm to tp tr ts tt tu ty ua ub uc ue ui ul um
un up ur us ut va ve vi wa we wi wo wr xp xt yp ys ze
"""))
# fmt: on

_RUN = re.compile(r"[A-Za-z0-9+/=_~-]{16,20000}")
_PIECE = re.compile(r"[A-Za-z0-9]+")
_DIGIT = re.compile("[0-9]")
_KINDS = (re.compile("[a-z]"), re.compile("[A-Z]"), _DIGIT)
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_ID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")

# What stands before a digest to say that it is one, and what does behind it, as `sha256sum` prints it.
_DIGEST_BEFORE = re.compile(
    r"(?:sha-?\d{1,3}|md5|blake2?[bs3]?|digest|checksum|hash|integrity|commit|rev(?:ision)?|ref|tree|etag|cid)\W{0,4}$"
    r"|\b(?:docker|podman|nerdctl|git|nix|crane)\b[^\n;|&]{0,300}$",
    re.IGNORECASE,
)
_DIGEST_BEHIND = re.compile(r" [ *][\w./-]")

# What a pod is called, and a file: its name has an ending.
_POD = re.compile(r"-[a-z0-9]{8,10}-[a-z0-9]{5}$")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w.])")

# So many letters and digits a random word has at least, and so many of them without anything between.
_MIN_CHARS = 16
_MIN_PIECE = 8
_MIN_DISTINCT = 8

# Of the pairs in a random word, two in five stand together in English by chance; in names, nine of ten do. The fewer
# pairs there are, the surer it must be.
_LONG_CHARS = 20
_MAX_ORDINARY = 0.6
_MAX_ORDINARY_SHORT = 0.5


def random_words(text: str) -> list[Span]:
    """Find random words."""
    return [span for match in _RUN.finditer(text) for span in _random(text, match)]


def is_ordinary_pair(pair: str) -> bool:
    """Whether two small letters stand together in English."""
    return pair in _PAIRS


def _random(text: str, match: re.Match[str]) -> list[Span]:
    start, word = match.start(), match[0]
    if _is_path(text, start, word):
        return []
    # A name before it is no part of it: `x=…`. At the end, `=` fills up base64.
    core = word.rstrip("=")
    cut = core.rfind("=") + 1
    core, start = core[cut:], start + cut
    if len(core) < _MIN_CHARS or _ID.search(core):
        return []
    if _HEX.fullmatch(core):
        return [(start, match.end())] if _is_random_hex(text, start, core) else []
    pieces = _PIECE.findall(core)
    chars = sum(map(len, pieces))
    if max(map(len, pieces), default=0) < _MIN_PIECE or chars < _MIN_CHARS - 1 or len(set(core)) < _MIN_DISTINCT:
        return []
    if not _is_mixed(core):
        return []
    most = _MAX_ORDINARY if chars >= _LONG_CHARS else _MAX_ORDINARY_SHORT
    if _ordinary(pieces) >= most or _is_digest(text, start) or _is_name(text, match.end(), core):
        return []
    return [(start, match.end())]


def _is_name(text: str, end: int, core: str) -> bool:
    return _POD.search(core) is not None or _ENDING.match(text, end) is not None


def _is_path(text: str, start: int, word: str) -> bool:
    """Whether it lies in the name of a file or in an address, which are read more often than they hide something."""
    if not word.startswith(("/", "~/")):
        return text[max(0, start - 1) : start] in ("@", "#")
    return "+" not in word and (len(word) < _LONG_CHARS or not _has_all_kinds(word))


def _is_random_hex(text: str, start: int, core: str) -> bool:
    digits = core.removeprefix("0x")
    # Commits have 40 digits, and so have addresses; ids of databases 24.
    if len(digits) < 32 or len(digits) == 40 or len(set(digits)) < 6 or digits.isdigit():
        return False
    return not _is_digest(text, start) and _DIGEST_BEHIND.match(text, start + len(core)) is None


def _is_digest(text: str, start: int) -> bool:
    return _DIGEST_BEFORE.search(text, max(0, start - 320), start) is not None


def _is_mixed(core: str) -> bool:
    """Whether there are digits among the letters, or capitals among the small ones."""
    return _DIGIT.search(core) is not None or (core != core.lower() and core != core.upper())


def _has_all_kinds(word: str) -> bool:
    return all(kind.search(word) for kind in _KINDS)


def _ordinary(pieces: list[str]) -> float:
    """How much of a word stands together in English: 0 to 1."""
    ordinary = odd = 0
    for piece in pieces:
        for one, other in pairwise(piece):
            if one.isdigit() and other.isdigit():
                continue
            if one.isdigit() or other.isdigit() or (one + other).lower() not in _PAIRS:
                odd += 1
            else:
                ordinary += 1
    return ordinary / (ordinary + odd) if ordinary + odd else 1.0
