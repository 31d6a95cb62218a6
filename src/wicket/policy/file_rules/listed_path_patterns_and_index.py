"""The paths that a policy lists: their forms (home, symlinks), matched by component (`*`, `?`, `**`), and indexed."""

from wicket.policy.patterns.globs_and_home_folder import MAYBE, NO, YES, with_tilde

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
    from wicket.policy.machine_view import World
    from wicket.shell.refusal_and_work_limit import Fuel

    Entry = tuple[str, str]
    Part = str | tuple[str, ...]
    Path = tuple[Part, ...]
    _Known = tuple[Sequence[Entry], "_Index", dict[str, list[int]], dict[str, list[str]]]

__all__ = [
    "WORK_OF_NAMES",
    "Bare",
    "Visible",
    "about",
    "aims",
    "below",
    "expanded",
    "forms",
    "is_plain",
    "literals",
    "name_matches",
    "normal",
    "part_matches",
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
    made: list[str] = []
    for part in path.split("/"):
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


# ── an index of listed paths by their names, so that a long list costs no more than a short one ──

# A path is looked up by the names that are known before its first hole. What may be anywhere is compared with each
# entry.


# A list that is no longer than this is asked as it is.
_FEW = 8


def about(entries: "Sequence[Entry]", location: "Location", world: "World", *, deep: bool) -> "Sequence[Entry]":
    """Leave out the entries that are surely not the place, nor a folder above it; nor, with `deep`, below it."""
    if len(entries) <= _FEW or location.paths is None or location.ending is not None or location.otherwise is not None:
        return entries
    ways = location.ways(world)
    indexes: list[_Index] | None = world.indexes.get(id(entries))
    if indexes is None:
        indexes = world.indexes[id(entries)] = _indexes(entries, world)
    numbers = indexes[0].about(ways, deep)
    for index in indexes[1:]:
        numbers |= index.about(ways, deep)
    return [entries[number] for number in sorted(numbers)]


# By the list and what its entries depend on. The list is kept with it, so that its id is nobody else's. Behind the
# index stand the beginnings of the entries that may lead through links, each with the numbers of those entries, and
# the same by folders and the names in them.
_known: "dict[tuple[int, str, str, str], _Known]" = {}
_MOST_KNOWN = 32


def _indexes(entries: "Sequence[Entry]", world: "World") -> "list[_Index]":
    """Make the index of a list as it is written, which serves many verdicts, and one of where links lead."""
    key = (id(entries), world.home, world.cwd, world.platform)
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found: dict[str, list[int]] = {}
        written: list[tuple[int, tuple[str, ...]]] = []
        for number, (entry, _) in enumerate(entries):
            written += [(number, form) for form in written_forms(entry, world)]
            found.setdefault(head(entry, world), []).append(number)
        found.pop("", None)
        folders: dict[str, list[str]] = {}
        for path in found:
            folder, _, name = path.rpartition("/")
            folders.setdefault(folder, []).append(name)
        known = _known[key] = entries, _Index(written), found, folders
    _, index, heads, folders = known
    moved = [number for path in world.moved(folders) for number in heads[path]]
    led = [(number, *entries[number]) for number in moved]
    linked = [(number, form) for number, entry, _ in led for form in linked_forms(entry, world)]
    return [index, _Index(linked)] if linked else [index]


class _Index:
    """A list of files, by the names that a path must have."""

    __slots__ = ("above", "anywhere", "begun", "below", "longest", "named", "wherever")

    def __init__(self, forms: "Iterable[tuple[int, tuple[str, ...]]]") -> None:
        self.anywhere: set[int] = set()  # what they are about, no name says
        self.below: dict[Path, set[int]] = {}  # by the names that a path begins with
        self.above: dict[Path, set[int]] = {}  # by each of their beginnings
        self.named: dict[Part, set[int]] = {}  # `**/x`: by a name that is somewhere in it
        self.begun: dict[str, set[int]] = {}  # `**/x*`: by what such a name begins with
        for number, wanted in forms:
            plain = next((i for i, part in enumerate(wanted) if not is_plain(part)), len(wanted))
            if plain:
                self.below.setdefault(wanted[:plain], set()).add(number)
                for length in range(plain):
                    self.above.setdefault(wanted[:length], set()).add(number)
            elif len(wanted) > 1 and wanted[0] == "**" and is_plain(wanted[1]):
                self.named.setdefault(wanted[1], set()).add(number)
            elif len(wanted) > 1 and wanted[0] == "**" and (begin := _beginning(wanted[1])):
                self.begun.setdefault(begin, set()).add(number)
            else:
                self.anywhere.add(number)
        self.wherever = self.anywhere.union(*self.named.values(), *self.begun.values())
        self.longest = max(map(len, self.below), default=0)

    def about(self, ways: "Sequence[Path]", deep: bool) -> set[int]:
        """Give the numbers of the entries that may be about a path."""
        numbers = set(self.wherever if deep else self.anywhere)
        for path in ways:
            known = next((i for i, part in enumerate(path) if not isinstance(part, str)), len(path))
            if known < len(path):
                numbers |= self.wherever
                numbers |= self.above.get(path[:known], _NONE)
            elif deep:
                numbers |= self.above.get(path, _NONE)
            for length in range(1, min(known, self.longest) + 1):
                numbers |= self.below.get(path[:length], _NONE)
            for name in path[:known]:
                numbers |= self.named.get(name, _NONE)
                for begin, begun in self.begun.items():
                    if name.startswith(begin):  # type: ignore[union-attr] # before the first hole, each is a text
                        numbers |= begun
        return numbers


_NONE: frozenset[int] = frozenset()


def _beginning(want: str) -> str:
    """Give what a listed name begins with for sure, up to what stands for any characters."""
    return want.partition("!(")[0].partition("*")[0].partition("?")[0]
