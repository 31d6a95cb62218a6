"""An index of listed paths by their names, so that a long list costs no more than a short one.

A path is looked up by the names that are known before its first hole. What may be anywhere is compared with each entry.
"""

from wicket.policy.file_rules.listed_path_forms import head, linked_forms, written_forms
from wicket.policy.file_rules.path_component_match import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wicket.policy.file_rules.listed_path_match import Location
    from wicket.policy.machine_view import World

    Entry = tuple[str, str]
    Part = str | tuple[str, ...]
    Path = tuple[Part, ...]
    _Known = tuple[Sequence[Entry], "_Index", dict[str, list[int]], dict[str, list[str]]]

__all__ = ["about"]

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

    __slots__ = ("above", "anywhere", "below", "longest", "named", "wherever")

    def __init__(self, forms: "Iterable[tuple[int, tuple[str, ...]]]") -> None:
        self.anywhere: set[int] = set()  # what they are about, no name says
        self.below: dict[Path, set[int]] = {}  # by the names that a path begins with
        self.above: dict[Path, set[int]] = {}  # by each of their beginnings
        self.named: dict[Part, set[int]] = {}  # `**/x`: by a name that is somewhere in it
        for number, wanted in forms:
            plain = next((i for i, part in enumerate(wanted) if not is_plain(part)), len(wanted))
            if plain:
                self.below.setdefault(wanted[:plain], set()).add(number)
                for length in range(plain):
                    self.above.setdefault(wanted[:length], set()).add(number)
            elif len(wanted) > 1 and wanted[0] == "**" and is_plain(wanted[1]):
                self.named.setdefault(wanted[1], set()).add(number)
            else:
                self.anywhere.add(number)
        self.wherever = self.anywhere.union(*self.named.values())
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
        return numbers


_NONE: frozenset[int] = frozenset()
