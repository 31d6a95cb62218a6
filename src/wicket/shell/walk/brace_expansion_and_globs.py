"""Brace expansion, `{a,b}` and `{1..3}`, and globs: `*`, `?` and `[…]` against a known text."""

from wicket.shell.characters import NAME, is_name
from wicket.shell.grammar.syntax_nodes import Parameter, Quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Part, Parts, WordNode
    from wicket.shell.refusal_and_work_limit import Fuel


# ── brace expansion: `{a,b}` and `{1..3}` make several words of one, before anything else happens to it ──

# One word never becomes more than this; beyond it, it is unknowable.
MAX_WORDS = 256
MAX_NESTING = 20
# Nor is one that is longer than this looked into.
MAX_CHARACTERS = 20_000
# `{-9223372036854775808..9223372036854775807..9223372036854775807}`
LONGEST_SEQUENCE = 70


# What it takes to spell a word out, and to expand it.
WORK_OF_SPELLING = 80


class TooMany(Exception):
    """The braces of one word stand for more words than are worth spelling out."""


def expand(parts: "Parts", fuel: "Fuel") -> "list[Parts]":
    """Spell out the words that a word's braces stand for.

    Raises:
        TooMany: they are too many.
    """
    if sum(len(part) for part in parts if type(part) is str) > MAX_CHARACTERS:
        raise TooMany
    atoms: list[str | Part] = []
    for part in parts:
        if type(part) is str:
            atoms.extend(part)
        else:
            atoms.append(part)
    # Where more close than open, bash may pair others.
    if "{" in atoms and "," in atoms and atoms.count("{") < atoms.count("}"):
        raise TooMany
    return [_single_characters_joined(word) for word in _expand(atoms, 0, fuel)]


def _expand(atoms: "list[Part]", depth: int, fuel: "Fuel") -> "list[list[Part]]":
    fuel.take(40 + 4 * len(atoms))
    if depth > MAX_NESTING:
        raise TooMany
    pairs = _brace_pairs(atoms)
    done: list[list[Part]] = [[]]
    i = 0
    while i < len(atoms):
        choices: list[list[Part]] | None = None
        if i in pairs:
            end, commas = pairs[i]
            if commas:
                edges = [i, *commas, end]
                choices = [atoms[edges[k] + 1 : edges[k + 1]] for k in range(len(edges) - 1)]
            elif end - i < LONGEST_SEQUENCE:
                choices = _brace_sequence(atoms[i + 1 : end])
            if choices is not None:
                spelled: list[list[Part]] = []
                for choice in choices:
                    spelled += _expand(choice, depth + 1, fuel)
                    if len(spelled) * len(done) > MAX_WORDS:
                        raise TooMany
                fuel.take(WORK_OF_SPELLING * len(spelled) * len(done) + len(spelled) * len(done) * (len(atoms) - end))
                done = [before + choice for before in done for choice in spelled]
                i = end + 1
                continue
            fuel.take(end - i)
            if any(j in pairs for j in range(i + 1, end)) and _has_dots(atoms[i + 1 : end]):
                raise TooMany  # of `{a{b,c}..d}`, bash drops the braces outside
        for word in done:
            word.append(atoms[i])
        i += 1
    return done


def _brace_pairs(atoms: "list[Part]") -> dict[int, tuple[int, list[int]]]:
    """Find the braces that close, and the commas that stand right inside each."""
    pairs = {}
    opened: list[tuple[int, list[int]]] = []
    for i, atom in enumerate(atoms):
        if type(atom) is not str:
            continue
        if atom == "{":
            opened.append((i, []))
        elif atom == "," and opened:
            _, commas = opened[-1]
            commas.append(i)
        elif atom == "}" and opened:
            start, commas = opened.pop()
            pairs[start] = (i, commas)
    return pairs


def _has_dots(atoms: "list[Part]") -> bool:
    return any(atom == "." == atoms[i] for i, atom in enumerate(atoms[1:]))


def _brace_sequence(atoms: "list[Part]") -> "list[list[Part]] | None":
    if not all(type(atom) is str for atom in atoms):
        return None
    ends = "".join(atom for atom in atoms if type(atom) is str).split("..")
    if len(ends) not in (2, 3):
        return None
    step = 1
    if len(ends) == 3:
        if not ends[2].removeprefix("-").isdigit():
            return None
        step = abs(int(ends[2])) or 1
    first, last = ends[0], ends[1]
    if _is_integer(first) and _is_integer(last):
        if len(first) > 18 or len(last) > 18:
            raise TooMany
        a, b = int(first), int(last)
        if abs(a - b) // step >= MAX_WORDS:
            raise TooMany
        width = max(len(first), len(last)) if _padded(first) or _padded(last) else 0
        numbers = range(a, b + 1, step) if a <= b else range(a, b - 1, -step)
        return [[_number(number, width)] for number in numbers]
    if len(first) == len(last) == 1 and first.isascii() and last.isascii() and first.isalpha() and last.isalpha():
        x, y = ord(first), ord(last)
        codes = range(x, y + 1, step) if x <= y else range(x, y - 1, -step)
        if not all(chr(code).isalpha() for code in codes):
            raise TooMany  # what stands between Z and a means something to the shell
        return [[Quoted(chr(code))] for code in codes]
    return None


def _number(number: int, width: int) -> str:
    return f"{number:0{width}d}"


def _is_integer(text: str) -> bool:
    return text.isascii() and text.lstrip("+-").isdigit() and len(text) - len(text.lstrip("+-")) <= 1


def _padded(text: str) -> bool:
    digits = text.lstrip("+-")
    return len(digits) > 1 and digits[0] == "0"


def _single_characters_joined(atoms: "list[Part]") -> "Parts":
    """Put single characters together again."""
    parts: Parts = []
    run: list[str] = []
    for atom in atoms:
        if type(atom) is str:
            run.append(atom)
            continue
        if run:
            parts.append("".join(run))
            run = []
        parts.append(atom)
    if run:
        parts.append("".join(run))
    return parts


def hides_braces(parts: "Parts") -> bool:
    """Tell whether bash takes a brace for that of `${…}` which is none: `$${x:-{a,b}}`."""
    for i, part in enumerate(parts[1:]):
        before = parts[i]
        if isinstance(part, str) and part[0] == "{" and isinstance(before, Parameter) and before.name == "$":
            return True
    return False


def makes_names(parts: "Parts") -> bool:
    """Tell whether a word that braces have made reads otherwise than its pieces: they come before all else.

    Of `$x{m,}` becomes `$xm`, and of `{$,}x` `$x`.
    """
    for i, part in enumerate(parts):
        if isinstance(part, str):
            if "$" in part:
                return True
        elif isinstance(part, Parameter) and not part.braced and is_name(part.name):
            following = parts[i + 1] if i + 1 < len(parts) else ""
            text = following.text if isinstance(following, Quoted) else following
            if isinstance(text, str) and text[:1] in NAME:
                return True
    return False


def is_spelled_out(word: "WordNode", fuel: "Fuel") -> bool:
    """Tell whether braces make other words of an assignment: then bash takes none of them for one, and splits them."""
    parts: Parts = [word.parts] if isinstance(word.parts, str) else word.parts
    if not any(isinstance(part, str) and "{" in part for part in parts):
        return False
    try:
        return expand(parts, fuel) != [parts]
    except TooMany:
        return True


# ── globs, as `${x#…}`, `case` and file names use them: `*`, `?` and `[…]` against a known text ──

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
