"""Globs, as `${x#…}`, `case` and file names use them: `*`, `?` and `[…]` against a known text."""

# A pattern against a text costs at most this many steps; beyond it, the answer is not known.
MAX_STEPS = 20_000

SPECIAL = frozenset("*?[")
# Before a parenthesis they make a pattern of it, if extended globs are on, which an earlier line may have done.
EXTENDING = frozenset("@+!")


def has_glob(text: str) -> bool:
    """Tell whether unquoted text would be matched against file names."""
    return "*" in text or "?" in text or "[" in text or extends(text)


def extends(text: str) -> bool:
    """Tell whether a text holds an extended glob."""
    return "(" in text and any(f"{c}(" in text for c in EXTENDING)


def matches(pattern: str, text: str) -> bool | None:
    """Match `*` and `?`; None for what is not decided here: brackets, escapes, too many steps."""
    if "[" in pattern or "\\" in pattern or "(" in pattern:
        return None
    p = t = 0
    star = mark = -1
    steps = 0
    while t < len(text):
        steps += 1
        if steps > MAX_STEPS:
            return None
        if p < len(pattern) and pattern[p] == "*":
            star, mark = p, t
            p += 1
        elif p < len(pattern) and (pattern[p] == "?" or pattern[p] == text[t]):
            p += 1
            t += 1
        elif star >= 0:
            mark += 1
            p, t = star + 1, mark
        else:
            return False
    while p < len(pattern) and pattern[p] == "*":
        p += 1
    return p == len(pattern)


# So many names are listed that a bracket may stand for.
MAX_MEMBERS = 16


def members_of(text: str) -> tuple[str, ...]:
    """List all that a glob may stand for if it has one bracket of plain characters and nothing else; or nothing.

    The first is the text itself, which stays if no file has one of the other names.
    """
    before, opened, rest = text.partition("[")
    inside, closed, behind = rest.partition("]")
    if not (opened and closed and inside) or has_glob(before) or has_glob(behind) or "]" in behind or "\\" in text:
        return ()
    if not all(c.isalnum() or c in "_," for c in inside) or len(set(inside)) > MAX_MEMBERS or not inside.isascii():
        return ()
    return (text, *[f"{before}{c}{behind}" for c in dict.fromkeys(inside)])


def shape_of(text: str) -> tuple[str | None, ...]:
    """Say what is known of the names that a glob may become: its literal pieces."""
    pieces: list[str | None] = []
    closing = text.rfind("]")
    start = i = 0
    while i < len(text):
        c = text[i]
        extended = c in EXTENDING and text[i + 1 : i + 2] == "("
        if c not in SPECIAL and not extended:
            i += 1
            continue
        if i > start:
            pieces.append(text[start:i])
        if not pieces or pieces[-1] is not None:
            pieces.append(None)
        if c == "[" and closing > i:
            i = closing  # where a bracket ends is not worth knowing: somewhere before the last that closes one
        if text[i + 1 : i + 2] == "(":
            i = max(i, text.rfind(")"))  # nor where such a pattern ends
        i += 1
        start = i
    if start < len(text):
        pieces.append(text[start:])
    return tuple(pieces) or ("",)
