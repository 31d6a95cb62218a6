"""Texts that hold no secret, whoever looks: a few known programs with short and plain words.

All else that is written down goes through `clean`, which takes a while to load. A hook has no such while, and most of
what agents run is `git status`.
"""

__all__ = ["is_plain_command", "is_plain_path"]

MAX_CHARS = 300
MAX_WORDS = 10  # twelve are a wallet

# Digits are plain as a small number, and nowhere else: `head -20`, but not `hunter2`.
MAX_DIGITS = 4

# They take no secret among their operands or after an option.
_PROGRAMS = frozenset(
    str.split("""
    basename cargo cat cd cmp cp date df diff dirname du echo false file find git go head hostname ls make mkdir mv
    node npm pnpm printf ps pwd pytest python rg rm rmdir ruff sed sleep sort stat tail test touch tree true
    tsc uname uniq wc which yarn
    """)
)

_WORD = frozenset("abcdefghijklmnopqrstuvwxyz./_-")
_BETWEEN = ("&&", "||", "|", ";")

# What stands beside a secret, or is a part of its name.
_TELLTALE = tuple(
    str.split("""
    access account admin api auth basic bear cert cred crypt hash horse id_ jwt key letmein license login mysql netrc
    oauth otp pass pem pgp pin private psql pw qwert root salt secret sesame session sign ssh sso sudo token user vault
    """)
)


def is_plain_command(text: str) -> bool:
    """Tell whether a text for a shell is made of known programs and plain words."""
    words = text.split(" ")
    if len(text) > MAX_CHARS or len(words) > MAX_WORDS or any(word in text for word in _TELLTALE):
        return False
    begins = True
    for word in words:
        if word in _BETWEEN:
            begins = True
        elif begins:
            if word not in _PROGRAMS:
                return False
            begins = False
        elif not _is_plain(word):
            return False
    return True


def is_plain_path(path: str) -> bool:
    """Tell whether a path is made of plain names."""
    return len(path) <= MAX_CHARS and not any(word in path for word in _TELLTALE) and _is_plain(path)


def _is_plain(word: str) -> bool:
    return _WORD.issuperset(word) or (len(word) <= MAX_DIGITS and word.removeprefix("-").isdecimal() and word.isascii())
