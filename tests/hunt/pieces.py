"""Pieces that texts are made of: what is glued to words, spellings of what must not run, ways to hand words on."""

import random

__all__ = ["ATTRIBUTES", "CODE", "EMPTY", "GLUE", "HARMFUL", "LITERAL_DOLLARS", "chance", "cut", "glue", "quoted"]

# Each becomes nothing, or no word at all, where nobody has set anything; a reader cannot always know that.
EMPTY = [
    "$nope",
    '"$nope"',
    "${nope}",
    "${x-}",
    "${x:-}",
    '"${x-}"',
    "$@",
    '"$@"',
    "$*",
    "${nope[@]}",
    '"${nope[@]}"',
    "${x+y}",
    "$(:)",
    '"$(:)"',
    "`:`",
    "${nope:0:1}",
    "${nope//a/b}",
    "${nope^^}",
    "${nope@Q}",
    "${!nope@}",
    "$1",
]

# Dollars that stand for themselves.
LITERAL_DOLLARS = ["$", "$:", "$%", "$.", "$/", "$=", "$,", "$~", "$]", "$^", "$+", "$é", '"$"', "\\$"]

_NOTHING = ["\\\n", "''", '""', "$''", '$""', "{,}", "\\", "~", "*", "?", "[a]", "#", "=", "{a,}", "{}", "/", "//"]

GLUE = EMPTY * 3 + LITERAL_DOLLARS + _NOTHING

# What a text is to do and must not. Most of the time it is the first.
HARMFUL = [
    "rm victim",
    "rm victim",
    "rm victim",
    "rm -rf victim",
    "/bin/rm victim",
    "cat .env",
    "echo a > x.lock",
    "touch new",
]

# The same, as other languages say it.
CODE = {
    "awk": 'BEGIN{system("rm victim")}',
    "mawk": 'BEGIN{"rm victim"|getline}',
    "perl -e": 'system("rm victim")',
    "python3 -c": 'import os; os.system("rm victim")',
    "node -e": 'require("child_process").execSync("rm victim")',
    "sed -n": "1e rm victim",
    "jq -n": "input",
}

ATTRIBUTES = ["-l", "-u", "-c", "-i", "-x", "-a", "-lx", "-ux", "-r", "-t", "-A", "-g", "-n"]


def chance(r: random.Random, of: float) -> bool:
    """Say yes, that often."""
    return r.random() < of


def quoted(text: str) -> str:
    """Write a text as one word in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


def glue(r: random.Random, word: str) -> str:
    """Glue something to a word: before it, behind it, or where an option and its value meet."""
    piece = r.choice(GLUE)
    ends = [0, len(word), len(word)]
    if "=" in word:
        ends += [word.index("="), word.index("=") + 1]
    if word[:2] == "--":
        ends += [2, 3]
    if word[:1] in "-@" or chance(r, 0.2):
        ends.append(1)
    if len(word) > 2 and chance(r, 0.1):
        ends.append(r.randrange(1, len(word)))
    at = r.choice(ends)
    return word[:at] + piece + word[at:]


_PAIRS = {"(": ")", "{": "}"}


def cut(text: str) -> list[str]:
    """Cut a text into words and what is between them, roughly: the odd places are words."""
    parts = [""]
    i = 0
    in_word = False
    while i < len(text):
        if text[i] in " \t\n;|&<>()":
            end = i + 1
            if in_word:
                parts.append("")
                in_word = False
        else:
            end = _beyond(text, i)
            if not in_word:
                parts.append("")
                in_word = True
        parts[-1] += text[i:end]
        i = end
    if in_word:
        parts.append("")
    return parts


def _beyond(text: str, i: int) -> int:
    """Find the end of what begins here: a quoted stretch, a substitution, or one character."""
    c = text[i]
    if c == "\\":
        return min(i + 2, len(text))
    if c in "'`":
        end = text.find(c, i + 1)
        return end + 1 if end >= 0 else i + 1
    if c == '"':
        j = i + 1
        while j < len(text) and text[j] != '"':
            j = j + 2 if text[j] == "\\" else _beyond(text, j) if text[j] == "$" else j + 1
        return min(j + 1, len(text))
    if c == "$" and text[i + 1 : i + 2] == "'":
        j = i + 2
        while j < len(text) and text[j] != "'":
            j += 2 if text[j] == "\\" else 1
        return min(j + 1, len(text))
    if c == "$" and text[i + 1 : i + 2] in _PAIRS:
        open_, close = text[i + 1], _PAIRS[text[i + 1]]
        depth, j = 1, i + 2
        while j < len(text) and depth:
            if text[j] in "'\"\\":
                j = _beyond(text, j)
                continue
            depth += (text[j] == open_) - (text[j] == close)
            j += 1
        return j
    return i + 1
