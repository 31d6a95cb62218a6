"""An index of the paths that a policy lists, by their names, so that a long list costs no more than a short one.

A path is looked up by the names that are known before its first hole. Of what is listed wherever it lies, `**/x`, the
disk says whether it lies right in a folder; the rest of what may be anywhere is compared with each entry.
"""

from wicket.policy.file_rules.listed_path_patterns import head, is_plain, linked_forms, written_forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
    from wicket.policy.machine_view import World

    Entry = tuple[str, str]
    Path = tuple[str | tuple[str, ...], ...]
    _Known = tuple[Sequence[Entry], "_Index", dict[str, list[int]], dict[str, list[str]]]

__all__ = ["Folder", "about", "with_component"]

# A list that is no longer than this is asked as it is.
_FEW = 8


def about(entries: "Sequence[Entry]", location: "Location", world: "World", *, how: str = "") -> "Sequence[Entry]":
    """Leave out the entries that are surely not the place, nor a folder above it; nor, with `how`, below it.

    `how` is as `Location.above` has it.
    """
    if len(entries) <= _FEW or location.paths is None or location.ending is not None or location.otherwise is not None:
        return entries
    numbers: set[int] = set()
    ways, holed = location.ways(world), location.open_ways(world)
    for index in _indexes(entries, world):
        if holed:
            numbers |= index.about_open(ways, how != "")
        else:
            numbers |= index.about(ways, how, world)
    return [entries[number] for number in sorted(numbers)]


def with_component(entries: "Sequence[Entry]", world: "World", is_wanted: "Callable[[str], bool]") -> "Sequence[Entry]":
    """Give the entries that have a component of this kind, in any form, other than stars alone."""
    numbers = {
        number
        for index in _indexes(entries, world)
        for component, having in index.components.items()
        if is_wanted(component)
        for number in having
    }
    return [entries[number] for number in sorted(numbers)]


# By the list and what its entries depend on. The list is kept with it, so that its id is nobody else's. Behind the
# index stand the beginnings of the entries that may lead through links, each with the numbers of those entries, and
# the same by folders and the names in them.
_known: "dict[tuple[int, str, str, str], _Known]" = {}
_MOST_KNOWN = 32


def _indexes(entries: "Sequence[Entry]", world: "World") -> "list[_Index]":
    """Give the index of a list as it is written, which serves many verdicts, and one of where links lead, if any do."""
    found: list[_Index] | None = world.indexes.get(id(entries))
    if found is None:
        found = world.indexes[id(entries)] = _made(entries, world)
    return found


def _made(entries: "Sequence[Entry]", world: "World") -> "list[_Index]":
    key = (id(entries), world.home, world.cwd, world.platform)
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        heads: dict[str, list[int]] = {}
        written: list[tuple[int, tuple[str, ...]]] = []
        for number, (entry, _) in enumerate(entries):
            written += [(number, form) for form in written_forms(entry, world)]
            heads.setdefault(head(entry, world), []).append(number)
        heads.pop("", None)
        folders: dict[str, list[str]] = {}
        for path in heads:
            folder, _, name = path.rpartition("/")
            folders.setdefault(folder, []).append(name)
        known = _known[key] = entries, _Index(written), heads, folders
    _, index, heads, folders = known
    moved = [number for path in world.moved(folders) for number in heads[path]]
    led = [(number, *entries[number]) for number in moved]
    linked = [(number, form) for number, entry, _ in led for form in linked_forms(entry, world)]
    return [index, _Index(linked)] if linked else [index]


class Folder(dict[str, "Folder"]):
    """A folder on the way to listed paths, with the names in it; by their numbers, those `here` and `below`."""

    __slots__ = ("below", "here")

    def __init__(self) -> None:
        self.here: set[int] = set()
        self.below: set[int] = set()

    def __missing__(self, name: str) -> "Folder":
        made = self[name] = Folder()
        return made

    def add(self, path: "Sequence[str]", number: int) -> None:
        """List a path."""
        folder = self
        for name in path:
            folder.below.add(number)
            folder = folder[name]
        folder.here.add(number)

    def above(self, path: "Path", numbers: set[int]) -> "Folder | None":
        """Add what is listed by a path or by one above it, up to its first hole; give what is there, if it leads on."""
        folder = self
        numbers |= self.here
        for name in path:
            found = folder.get(name)  # type: ignore[arg-type]  # a component with a hole is no name
            if found is None:
                return None
            folder = found
            numbers |= folder.here
        return folder


class _Index:
    """A list of files, by the names that a path must have."""

    __slots__ = (
        "_components",
        "_forms",
        "anywhere",
        "beginnings",
        "begun",
        "beside",
        "named",
        "top",
        "unseen",
        "wherever",
    )

    def __init__(self, forms: "Iterable[tuple[int, tuple[str, ...]]]") -> None:
        self._forms = list(forms)
        self._components: dict[str, set[int]] | None = None
        self.top = Folder()  # by the names that a path begins with, before what stands for any characters
        self.anywhere: set[int] = set()  # what they are about, no name says
        self.named: dict[str, set[int]] = {}  # `**/x`: by a name that is somewhere in it
        self.begun: dict[str, set[int]] = {}  # `**/x*`: by what such a name begins with
        self.beside: dict[str, set[int]] = {}  # `**/x/y`: by what has to lie right in a folder, if it has no stars
        self.unseen: set[int] = set()  # the rest of what may be anywhere: that it is below a folder, no look tells
        for number, wanted in self._forms:
            plain = next((i for i, part in enumerate(wanted) if not is_plain(part)), len(wanted))
            if plain:
                self.top.add(wanted[:plain], number)
            elif len(wanted) > 1 and wanted[0] == "**" and is_plain(wanted[1]):
                self.named.setdefault(wanted[1], set()).add(number)
                if all(map(is_plain, wanted[1:])):
                    self.beside.setdefault("/".join(wanted[1:]), set()).add(number)
                else:
                    self.unseen.add(number)
            elif len(wanted) > 1 and wanted[0] == "**" and (begin := _beginning(wanted[1])):
                self.begun.setdefault(begin, set()).add(number)
                self.unseen.add(number)
            else:
                self.anywhere.add(number)
        self.beginnings = tuple(self.begun)
        self.wherever = self.anywhere.union(*self.named.values(), *self.begun.values())

    @property
    def components(self) -> "dict[str, set[int]]":
        """The listed paths by each of their components that is more than stars."""
        if self._components is None:
            self._components = {}
            for number, wanted in self._forms:
                for component in wanted:
                    if component.strip("*"):
                        self._components.setdefault(component, set()).add(number)
        return self._components

    def about(self, ways: "Sequence[Path]", how: str, world: "World") -> set[int]:
        """Give the numbers of the entries that may be about a path that is known."""
        numbers = set(self.anywhere)
        looks = how not in _NO_LOOK  # what is listed wherever it lies is below a folder if it is seen there
        if how == "tracked":
            numbers |= self.wherever
        elif looks:
            numbers |= self.unseen
        for path in ways:
            folder = self.top.above(path, numbers)
            if how and folder is not None:
                numbers |= folder.below
            self._add_named(path, numbers)
            if looks and self.beside and world.kind(here := "/" + "/".join(map(str, path))) == "folder":
                for below, lying in self.beside.items():
                    if world.kind(f"{here}/{below}") != "":
                        numbers |= lying
        return numbers

    def about_open(self, ways: "Sequence[Path]", deep: bool) -> set[int]:
        """Give the numbers of the entries that may be about a path some of whose names may have holes."""
        numbers = set(self.wherever if deep else self.anywhere)
        for path in ways:
            known = next((i for i, part in enumerate(path) if not isinstance(part, str)), len(path))
            folder = self.top.above(path[:known], numbers)
            if known < len(path):
                numbers |= self.wherever
            if folder is not None and (deep or known < len(path)):
                numbers |= folder.below
            self._add_named(path[:known], numbers)
        return numbers

    def _add_named(self, names: "Sequence[Any]", numbers: set[int]) -> None:
        """Add the entries that are found by any one of these names."""
        if not self.named.keys().isdisjoint(names):
            for name in names:
                numbers |= self.named.get(name, _NONE)
        if self.beginnings:
            for name in names:
                if name.startswith(self.beginnings):
                    for begin, begun in self.begun.items():
                        if name.startswith(begin):
                            numbers |= begun


_NONE: frozenset[int] = frozenset()

# Nothing below is asked for, or nothing that is listed wherever it lies, or another one knows what is there.
_NO_LOOK = ("", "listed", "tracked")


def _beginning(want: str) -> str:
    """Give what a listed name begins with for sure, up to what stands for any characters."""
    return want.partition("!(")[0].partition("*")[0].partition("?")[0]
