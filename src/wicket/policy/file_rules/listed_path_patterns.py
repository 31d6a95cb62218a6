"""The paths that a policy lists: their forms (home, symlinks), matched by component (`*`, `?`, `**`)."""

from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES, with_tilde

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.refusal_and_work_limit import Fuel

__all__ = [
    "WORK_OF_NAMES",
    "Bare",
    "Visible",
    "aims",
    "below",
    "expanded",
    "forms",
    "head",
    "is_plain",
    "linked_forms",
    "literals",
    "name_matches",
    "normal",
    "part_matches",
    "written_forms",
]


# ── Matches a path component by component, each of which may have holes, with one that a policy lists: `*`, `?`,
# `**` ──

# `!(a|b)` at its end stands for any characters but these: `.env.!(example|sample)`.


# What comparing two names takes.
WORK_OF_NAMES = 10


class Visible(tuple[str, ...]):
    """A component with a hole at its beginning which stands for no dot, as in a shell's glob."""

    __slots__ = ()


class Bare(tuple[str, ...]):
    """A component whose holes stand for letters, digits, dashes and underscores, or for nothing."""

    __slots__ = ()


def is_bare(text: str) -> bool:
    return all(c.isalnum() or c in "_-" for c in text)


def is_plain(name: str) -> bool:
    return "*" not in name and "?" not in name and "!(" not in name


def part_matches(part: "str | tuple[str, ...]", want: "str | tuple[str, ...]") -> int:
    """Compare one component with one that may have `*` and `?`."""
    if isinstance(want, tuple):
        want = "*".join(want)
    if isinstance(part, str):
        return YES if (part == want if is_plain(want) else name_matches(want, part)) else NO
    if "!(" in want:
        begin, others = _parted(want)
        if any(other[:1] == "*" and is_plain(other[1:]) and part[-1].endswith(other[1:]) for other in others):
            return NO
        want = f"{begin}*"
    if want == "*":
        return YES
    first, last = part[0], part[-1]
    if isinstance(part, Visible) and want[:1] == "." and not _aimed_at(part, want):
        return NO
    before = want.partition("*")[0].partition("?")[0]
    after = want.rpartition("*")[2].rpartition("?")[2]
    if not (first.startswith(before) or before.startswith(first)):
        return NO
    if not (last.endswith(after) or after.endswith(last)):
        return NO
    if "*" not in want and "?" not in want and len(want) < sum(map(len, part)):
        return NO
    if isinstance(part, Bare) and len(part) == 2 and not _fills(first, last, want, before, after):
        return NO
    return MAYBE


def _aimed_at(part: Visible, want: str) -> bool:
    """Tell whether a glob without its dot spells a name, as `*env` does: another text may have it stand for that."""
    last = part[-1]
    return bool(last) and is_plain(want) and (len(part) > 2 or want in (last, f".{last}"))


def _fills(first: str, last: str, want: str, before: str, after: str) -> bool:
    """Tell whether a token, or nothing, may stand between two texts where a listed name is wanted.

    `before` and `after` are what the name begins and ends with, up to its first `*` or `?` and behind the last.
    """
    if is_plain(want):
        return is_bare(want[len(first) : len(want) - len(last)])
    head = before[len(first) :]
    tail = after[: len(after) - len(last)] if len(after) > len(last) else ""
    begins = any(is_bare(head[:at]) and last.startswith(head[at:]) for at in range(len(head) + 1))
    return begins and any(is_bare(tail[at:]) and first.endswith(tail[:at]) for at in range(len(tail) + 1))


def aims(ending: str, want: str) -> bool:
    """Tell whether every name that ends so is a wanted one, or one such name is all that is wanted."""
    return is_plain(want) or name_matches(want, ending) or name_matches(want, f"x{ending}")


def literals(want: str) -> list[str]:
    """Give the texts in a listed name between what stands for any characters."""
    return [part for part in want.partition("!(")[0].replace("?", "*").split("*") if part]


def _parted(pattern: str) -> tuple[str, list[str]]:
    """Give what stands before `!(`, and what may not follow it."""
    begin, _, rest = pattern.partition("!(")
    return begin, rest.removesuffix(")").split("|")


def name_matches(pattern: str, name: str) -> bool:
    """Match one name against a pattern of `*` and `?`: greedily, with one step back, in quadratic time at worst."""
    if "!(" in pattern:
        begin, others = _parted(pattern)
        return name_matches(f"{begin}*", name) and not any(name_matches(begin + other, name) for other in others)
    i = j = 0
    star = -1
    mark = 0
    while i < len(name):
        if j < len(pattern) and (pattern[j] == "?" or (pattern[j] == name[i] and pattern[j] != "*")):
            i, j = i + 1, j + 1
        elif j < len(pattern) and pattern[j] == "*":
            star, mark, j = j, i, j + 1
        elif star >= 0:
            mark += 1
            i, j = mark, star + 1
        else:
            return False
    return all(c == "*" for c in pattern[j:])


def below(
    path: "tuple[str | tuple[str, ...], ...]",
    wanted: "tuple[str | tuple[str, ...], ...]",
    fuel: "Fuel",
    exactly: bool = False,
) -> int:
    """Say whether a path is the wanted one or lies below it.

    Names are compared from the front; from a `**` on, which is tried at every length, in a table of one row.
    """
    front = YES
    at = 0
    for part, want in zip(path, wanted, strict=False):
        if want == "**":
            break
        front = min(front, part_matches(part, want))
        if front == NO:
            if at:  # most paths differ in their first name
                fuel.take(WORK_OF_NAMES * (1 + at))
            return NO
        at += 1
    fuel.take(WORK_OF_NAMES * (2 + at))
    if at == len(wanted):
        return front if not exactly or at == len(path) else NO
    rest = len(path) - at
    fuel.take(WORK_OF_NAMES * rest * (len(wanted) - at))
    row = [NO if exactly else YES] * rest + [YES]
    for want in reversed(wanted[at:]):
        if want == "**":
            for i in range(rest - 1, -1, -1):
                row[i] = max(row[i], row[i + 1])
        else:
            row = [min(part_matches(path[at + i], want), row[i + 1]) for i in range(rest)] + [NO]
    return min(front, row[0])


# ── the forms of a path that a policy lists: as it is written, with the home filled in, and as symlinks lead ──


def normal(path: str) -> tuple[str, ...]:
    """Cut an absolute path into components, without `.` and `..`."""
    parts = path.split("/")
    if ".." not in parts:
        return tuple([part for part in parts if part and part != "."])
    made: list[str] = []
    for part in parts:
        if part == "..":
            if made:
                made.pop()
        elif part and part != ".":
            made.append(part)
    return tuple(made)


def expanded(entry: str, world: "World") -> str:
    """Make a listed path absolute: `~` is the home folder, what is relative lies in the working folder."""
    entry = with_tilde(entry)
    if entry == "~" or entry.startswith("~/"):
        return world.home + entry[1:]
    return entry if entry.startswith("/") else f"{world.cwd}/{entry}"


def forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as components: as written, and as symlinks lead. Found once for a verdict."""
    found: list[tuple[str, ...]] | None = world.forms.get(entry)
    if found is None:
        found = world.forms[entry] = [*written_forms(entry, world), *linked_forms(entry, world)]
    return found


def written_forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as it is written, and in lower case where that is the same."""
    written, _, _ = _components(expanded(entry, world))
    return [written] if world.platform == "linux" else [written, tuple(map(str.lower, written))]


def head(entry: str, world: "World") -> str:
    """Give the beginning of a listed path, up to its first `*` or `?`: only links on it are known."""
    _, start, _ = _components(expanded(entry, world))
    return start


def linked_forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as symlinks lead; nothing where there are none on the way."""
    written, start, rest = _components(expanded(entry, world))
    if not start or (led := world.realpath(start)) == start or (real := normal(led) + rest) == written:
        return []
    return [real] if world.platform == "linux" else [real, tuple(map(str.lower, real))]


# Listed paths that were cut, by their texts: the same ones are asked about for every verdict.
_cut: "dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]]" = {}

_MOST_CUT = 2_000


def _components(path: str) -> "tuple[tuple[str, ...], str, tuple[str, ...]]":
    """Cut a listed path: all its components, the path up to the first one with a `*` or `?`, and those from there."""
    found = _cut.get(path)
    if found is None:
        if len(_cut) >= _MOST_CUT:
            _cut.clear()
        written = normal(path)
        plain = next((i for i, part in enumerate(written) if not is_plain(part)), len(written))
        found = _cut[path] = written, "/" + "/".join(written[:plain]) if plain else "", written[plain:]
    return found
