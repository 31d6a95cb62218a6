"""Compares where a word points with the paths that a policy lists, and says what lies in folders."""

from wicket.policy.file_rules.listed_path_patterns import (
    WORK_OF_NAMES,
    Visible,
    aims,
    below,
    forms,
    is_plain,
    literals,
    name_matches,
    part_matches,
)
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.catalogue.compiled_catalogue import repositories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from wicket.policy.machine_view import World

__all__ = ["Location", "begins", "holds", "is_folder", "is_seen"]


# ── What lies in folders, as the disk says. Of what is listed wherever it lies, `**/x`, what lies right there counts ──

# Of a glob, so many folders are looked into; if there are more, one of them may hold anything.
MAX_LOOKED = 64

# What comparing a name takes.
WORK_OF_NAME = 60


def holds(
    folder: "tuple[str | tuple[str, ...], ...]", below: "tuple[str, ...]", world: "World", ending: str = ""
) -> bool:
    """Tell whether a listed file lies in a folder, or in one of those that globs stand for, as far as can be seen."""
    found: list[tuple[str, ...]] = [()]
    for part in folder:
        if isinstance(part, str):
            found = [(*above, part) for above in found]
            continue
        answering: list[tuple[str, ...]] = []
        for above in found:
            parent = "/" + "/".join(above)
            names = world.names(parent)
            if names is None and world.kind(parent) == "folder":
                return True
            answered = _answering(parent, part, names or (), world)
            if len(answering) + len(answered) > MAX_LOOKED:
                return True
            answering += [(*above, name) for name in answered]
        found = answering
    return any(_lies_in(one, below, world, ending) for one in found)


def _answering(parent: str, part: "tuple[str, ...]", names: "tuple[str, ...]", world: "World") -> "list[str]":
    """List the names in a folder that a component with holes may stand for: looked for once for a verdict."""
    key = ("answering", parent, part, type(part))
    found: list[str] | None = world.settled.get(key)
    if found is None:
        world.fuel.take(WORK_OF_NAME * len(names))
        found = world.settled[key] = [name for name in names if part_matches(part, name) != NO]
    return found


def _named(folder: str, pattern: str, names: "tuple[str, ...]", world: "World") -> "list[str]":
    """List the names in a folder that a listed name stands for: looked for once for a verdict."""
    key = ("named", folder, pattern)
    found: list[str] | None = world.settled.get(key)
    if found is None:
        world.fuel.take(WORK_OF_NAME * len(names))
        found = world.settled[key] = [name for name in names if name_matches(pattern, name)]
    return found


def _lies_in(folder: "tuple[str, ...]", below: "tuple[str, ...]", world: "World", ending: str) -> bool:
    """Tell whether there is such a file right in a folder, or the folder is on the way to it by its own name."""
    if len(below) > 1 and below[-1] == "**":
        below = below[:-1]
    path = "/" + "/".join(folder)
    lengths = range(min(len(below), len(folder) + 1))
    ways = [n for n in lengths if all(map(name_matches, below[:n], folder[len(folder) - n :]))]
    if world.kind(path) == "" and (any(ways) or (not is_plain(below[-1]) and f"{world.cwd}/".startswith(f"{path}/"))):
        return True  # it is not there to be seen, and it is aimed at, or the command runs in it
    return any(_is_there(path, below[length:], world, ending) for length in ways)


def _is_there(folder: str, below: "tuple[str, ...]", world: "World", ending: str) -> bool:
    *between, last = below
    if not all(map(is_plain, between)):
        return world.kind(folder) == "folder"
    folder = "/".join([folder, *between])
    if is_plain(last):
        return last.endswith(ending) and world.kind(f"{folder}/{last}") != ""
    names = world.names(folder)
    if names is None:
        return world.kind(folder) == "folder"
    found = _named(folder, last, names, world)
    world.fuel.take(len(found))
    return any(name.endswith(ending) for name in found)


def is_folder(wanted: "tuple[str, ...]", world: "World") -> bool:
    """Tell whether what is listed by its path is a folder, or a glob that may stand for one."""
    parent = "/" + "/".join(wanted[:-1])
    if not all(map(is_plain, wanted[:-1])):
        return True
    names = (wanted[-1],) if is_plain(wanted[-1]) else world.names(parent) or ()
    found = _named(parent, wanted[-1], names, world) if not is_plain(wanted[-1]) else names
    return len(found) > MAX_LOOKED or any(world.kind(f"{parent}/{name}") == "folder" for name in found)


def is_seen(
    folder: "tuple[str | tuple[str, ...], ...]", wanted: "tuple[str, ...]", world: "World", how: str = "project"
) -> bool:
    """Tell whether a folder is there, and in it, as far as that can be seen, what is listed.

    A `context` is what an image is built of: whoever has a .dockerignore there has seen to it.
    """
    path = "/" + "/".join(part for part in folder if isinstance(part, str))
    if world.kind(path) != "folder" or (how == "context" and world.kind(f"{path}/.dockerignore")):
        return False
    plain = next((at for at, part in enumerate(wanted) if not is_plain(part)), len(wanted))
    return not plain or world.kind("/" + "/".join(wanted[:plain])) != ""


# ── compares where a word points with the paths that a policy lists; `path_resolution_and_links` says where it points
# ──

# Paths are compared component by component, in absolute form, both as spelled and as symlinks lead. `*` and `?` stand
# for characters within a name, `**` for any number of folders. What is listed includes all that lies below it.


# A path of more components is nothing that anybody works with.
_ORDINARY = 32


class Location:
    """All that is known of where a word points: each of `paths` is possible, as components; `open` ones have holes.

    A component with a hole is a tuple of the pieces around the holes. None: it may be anywhere. `ending`: it is any
    file in and below these folders whose name ends so. `otherwise`: where it points if something has failed before.
    """

    __slots__ = (
        "_may_be_kept",
        "_open",
        "_ways",
        "between",
        "ending",
        "free",
        "otherwise",
        "paths",
        "real",
        "shared",
        "size",
        "wild",
    )

    def __init__(
        self,
        paths: "list[tuple[str | tuple[str, ...], ...]] | None",
        real: "list[tuple[str | tuple[str, ...], ...]]",
        wild: bool = False,
        ending: str | None = None,
        free: bool = False,
    ) -> None:
        self.paths = paths
        self.real = real
        self.wild = wild  # what fills its holes may lead elsewhere
        self.ending = ending
        self.between = ""  # of any file in and below these folders: what stands in its name, whatever is around it
        self.free = free  # nothing is known of it, and nobody in the text has chosen it
        self.otherwise: Location | None = None
        self.shared = False  # by all words that are the same glob
        self.size = 1 + len(paths or ()) + len(real)
        # Each once somebody has asked.
        self._may_be_kept: bool | None = None
        self._ways: list[tuple[str | tuple[str, ...], ...]] | None = None
        self._open: bool | None = None

    def within(self, entry: str, world: "World", exactly: bool = False) -> int:
        """Say whether it is the listed file or folder, or lies below it; `exactly`: not the latter."""
        if self.paths is None:
            return MAYBE
        best = NO
        fuel = world.fuel
        for wanted in forms(entry, world):
            fuel.take(WORK_OF_NAMES * self.size)
            if not exactly and len(wanted) == 2 and wanted[0] == "**" and is_plain(wanted[1]):
                best = max(best, self._has(wanted[1], world))
                continue
            for path in self.ways(world):
                best = max(best, below(path, wanted, fuel, exactly))
        if best == NO and self.ending is not None:
            return min(MAYBE, self.above(entry, world))
        if best == NO and self.otherwise is not None:
            return min(MAYBE, self.otherwise.within(entry, world, exactly))
        return best

    def ways(self, world: "World") -> "list[tuple[str | tuple[str, ...], ...]]":
        """List the paths as they are spelled and as links lead; also in small letters, where these are the same."""
        found = self._ways
        if found is None:
            found = self._ways = [*(self.paths or ()), *self.real]
        return found if world.platform == "linux" else [*found, *map(_folded, found)]

    def open_ways(self, world: "World") -> "list[tuple[str | tuple[str, ...], ...]]":
        """List those of its paths that have holes."""
        if self._open is None:
            self._open = any([*map(type, path)].count(str) < len(path) for path in self.ways(world))
        if not self._open:
            return []  # as of most
        return [path for path in self.ways(world) if any(isinstance(part, tuple) for part in path)]

    def may_be_kept(self, world: "World") -> bool:
        """Tell whether what fills its holes may make it a file of the guard's, or one below."""
        if self._may_be_kept is None:
            self._may_be_kept = any(
                below(path, kept, world.fuel) and not _is_below_file(path, kept, world)
                for path in self.open_ways(world)
                for kept in world.protected
            )
        return self._may_be_kept

    def _has(self, name: str, world: "World") -> int:
        """Say whether one of its components has this name."""
        for path in self.ways(world):
            if name in path:
                return YES
        holes = [part for path in self.open_ways(world) for part in path if isinstance(part, tuple)]
        return max([part_matches(part, name) for part in holes], default=NO)

    def above(self, entry: str, world: "World", how: str = "all") -> int:
        """Say whether the listed file or folder lies below it; `plain`: on a way without names that begin with a dot.

        Of what is meant in any folder, `**/x`, only what lies right in it is looked for; with `listed`, nothing. With
        `tree`, what is kept of a work tree is meant, and the repository is never among that. With `project` and
        `context`, what is not seen to be there does not count; with `tracked`, what version control does not keep.
        """
        if self.paths is None:
            return MAYBE
        best = NO
        for wanted in forms(entry, world):
            world.fuel.take(2 * WORK_OF_NAMES * self.size)
            if (self.ending or self.between) and self._passes(wanted, world):
                continue
            anywhere = wanted[:1] == ("**",)
            for path in self.ways(world):
                if how == "plain" and any(part[:1] == "." for part in wanted[1 if anywhere else len(path) :]):
                    continue
                if how == "tracked":
                    from wicket.policy.file_rules.git_tracked_files import keeps

                    best = max(best, MAYBE if keeps(path, wanted, world) else NO)
                    continue
                if how in ("project", "context") and not is_seen(path, wanted, world, how):
                    continue
                if how == "tree" and not repositories.isdisjoint(wanted[0 if anywhere else len(path) :]):
                    continue
                if anywhere:
                    if how == "listed":
                        continue
                    aimed = len(wanted) == 2 and self._aims(wanted[1], world)
                    best = max(best, MAYBE if aimed or holds(path, wanted[1:], world, self.ending or "") else NO)
                elif "**" in wanted:
                    start = wanted[: min(len(path), wanted.index("**") + 1)]
                    best = max(best, min(MAYBE, below(path, start, world.fuel)))
                elif len(path) < len(wanted):
                    sure = all(map(is_plain, wanted))
                    best = max(best, min(YES if sure else MAYBE, below(path, wanted[: len(path)], world.fuel)))
        if best == NO and self.otherwise is not None:
            return min(MAYBE, self.otherwise.above(entry, world, how))
        return best

    def _aims(self, want: str, world: "World") -> bool:
        """Tell whether what is found is meant to be the wanted, or may be because nobody sees what there is."""
        if self.ending is None:
            return False
        if self.between:
            return any(self.between in part or part in self.between for part in literals(want))
        unseen = [path for path in self.paths or () if not world.kind("/" + "/".join(map(str, path)))]
        return aims(self.ending, want) if self.ending else bool(unseen)

    def _passes(self, wanted: "tuple[str, ...]", world: "World") -> bool:
        """Tell whether no file with its ending is a listed one: the listed one has another, and is no folder."""
        if wanted[-1:] in ((), ("**",)):
            return False
        if self.between:  # so little is known of a name that a folder is one, seen or not
            return wanted[0] == "**" and is_plain(wanted[-1]) and self.between not in wanted[-1]
        if part_matches(("", self.ending or ""), wanted[-1]) != NO:
            return False
        return wanted[0] == "**" or not is_folder(wanted, world)

    def holds(self, entry: str, world: "World") -> bool:
        """Tell whether something lies right in it that is listed wherever it lies, `**/x`."""
        world.fuel.take(WORK_OF_NAMES * self.size)
        return any(
            wanted[:1] == ("**",) and holds(path, wanted[1:], world)
            for wanted in forms(entry, world)
            for path in self.ways(world)
        )

    def leads_through(self, links: "set[tuple[str, ...]]") -> bool:
        """Tell whether one of these paths stands at its beginning, or may stand in it."""
        paths = self.paths or ()
        if self.ending is not None and any(link[: len(path)] == path for path in paths for link in links):
            return True
        return any(begins(path, links) for path in paths)

    def surely_within(self, entries: "Collection[str]", world: "World", exactly: bool = False) -> int:
        """Say whether every place that it may be lies below one of the entries, or is one of them."""
        if not self.paths:
            return MAYBE if self.paths is None else NO
        world.fuel.take(WORK_OF_NAMES * self.size * len(entries))
        wanted = [form for entry in entries for form in forms(entry, world)]
        level = min(
            MAYBE if self.wild else YES,
            *[max([below(path, one, world.fuel, exactly) for one in wanted], default=NO) for path in self.ways(world)],
        )
        if level == YES and self.otherwise is not None:
            return max(MAYBE, self.otherwise.surely_within(entries, world, exactly))
        return level


def _is_below_file(path: "tuple[str | tuple[str, ...], ...]", kept: "tuple[str, ...]", world: "World") -> bool:
    """Tell whether a path lies below what is no folder, so that a glob does not stand for it."""
    return (
        len(path) > len(kept)
        and not any(isinstance(part, tuple) and not isinstance(part, Visible) for part in path)
        and world.kind("/" + "/".join(kept)) != "folder"
    )


def begins(path: "tuple[str | tuple[str, ...], ...]", listed: "Collection[tuple[str, ...]]") -> bool:
    """Tell whether a path begins with one of those listed, which are a set, or is one of them."""
    lengths: Iterable[int] = range(len(path) + 1)
    if len(path) > _ORDINARY:
        lengths = {len(one) for one in listed if len(one) <= len(path)}
    return any(path[:length] in listed for length in lengths)


def _folded(path: "tuple[str | tuple[str, ...], ...]") -> "tuple[str | tuple[str, ...], ...]":
    return tuple(part.lower() if isinstance(part, str) else type(part)(map(str.lower, part)) for part in path)
