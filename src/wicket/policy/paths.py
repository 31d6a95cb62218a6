"""Which files a word stands for, and whether they are among those that a policy lists.

Paths are compared component by component, in absolute form, both as spelled and as symlinks lead. `*` and `?` stand for
characters within a name, `**` for any number of folders. What is listed includes all that lies below it.
"""

from wicket.policy.globs import MAYBE, NO, YES
from wicket.policy.home import with_tilde
from wicket.policy.names import Bare, Visible, aims, is_plain, part_matches
from wicket.policy.nearby import holds, is_folder, is_seen
from wicket.shell.words import FOUND, FOUND_ALL, GLOB, LOOPED, MADE, PIPED, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from wicket.policy.world import World
    from wicket.shell.fuel import Fuel
    from wicket.shell.script import Place

__all__ = [
    "Location",
    "begins",
    "below",
    "deep",
    "expanded",
    "forms",
    "linked_forms",
    "locate",
    "normal",
    "written_forms",
]

# What following links takes, for each folder on the way; and comparing two names.
WORK_OF_FOLLOWING = 80
WORK_OF_NAMES = 8

# A path of more components is nothing that anybody works with.
_ORDINARY = 32

# Other names for the folder a process is in, and for the root.
_SELF = ("self", "thread-self", "curproc")


class Location:
    """All that is known of where a word points: each of `paths` is possible, as components; `open` ones have holes.

    A component with a hole is a tuple of the pieces around the holes. None: it may be anywhere. `ending`: it is any
    file in and below these folders whose name ends so. `otherwise`: where it points if something has failed before.
    """

    __slots__ = ("ending", "otherwise", "paths", "real", "shared", "size", "wild")

    def __init__(
        self,
        paths: "list[tuple[str | tuple[str, ...], ...]] | None",
        real: "list[tuple[str | tuple[str, ...], ...]]",
        wild: bool = False,
        ending: str | None = None,
    ) -> None:
        self.paths = paths
        self.real = real
        self.wild = wild  # what fills its holes may lead elsewhere
        self.ending = ending
        self.otherwise: Location | None = None
        self.shared = False  # by all words that are the same glob
        self.size = 1 + len(paths or ()) + len(real)

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
        found = [*(self.paths or ()), *self.real]
        return found if world.platform == "linux" else [*found, *map(_folded, found)]

    def _has(self, name: str, world: "World") -> int:
        """Say whether one of its components has this name."""
        if any(name in path for path in self.ways(world)):
            return YES
        holes = [part for path in self.ways(world) for part in path if isinstance(part, tuple)]
        return max([part_matches(part, name) for part in holes], default=NO)

    def above(self, entry: str, world: "World", how: str = "all") -> int:
        """Say whether the listed file or folder lies below it; `plain`: on a way without names that begin with a dot.

        Of what is meant in any folder, `**/x`, only what lies right in it is looked for; with `listed`, nothing. With
        `tree`, what git keeps in a work tree is meant, and `.git` is never among that. With `project` and `context`,
        what is not seen to be there does not count; with `tracked`, what git does not keep.
        """
        if self.paths is None:
            return MAYBE
        best = NO
        for wanted in forms(entry, world):
            world.fuel.take(2 * WORK_OF_NAMES * self.size)
            if self.ending and self._passes(wanted, world):
                continue
            anywhere = wanted[:1] == ("**",)
            for path in self.ways(world):
                if how == "plain" and any(part[:1] == "." for part in wanted[1 if anywhere else len(path) :]):
                    continue
                if how == "tracked":
                    from wicket.policy.tracked import keeps

                    best = max(best, MAYBE if keeps(path, wanted, world) else NO)
                    continue
                if how in ("project", "context") and not is_seen(path, wanted, world, how):
                    continue
                if how == "tree" and ".git" in wanted[0 if anywhere else len(path) :]:
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
        unseen = [path for path in self.paths or () if not world.kind("/" + "/".join(map(str, path)))]
        return aims(self.ending, want) if self.ending else bool(unseen)

    def _passes(self, wanted: "tuple[str, ...]", world: "World") -> bool:
        """Tell whether no file with its ending is a listed one: the listed one has another, and is no folder."""
        if wanted[-1:] in ((), ("**",)) or part_matches(("", self.ending or ""), wanted[-1]) != NO:
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


def begins(path: "tuple[str | tuple[str, ...], ...]", listed: "Collection[tuple[str, ...]]") -> bool:
    """Tell whether a path begins with one of those listed, which are a set, or is one of them."""
    lengths: Iterable[int] = range(len(path) + 1)
    if len(path) > _ORDINARY:
        lengths = {len(one) for one in listed if len(one) <= len(path)}
    return any(path[:length] in listed for length in lengths)


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


def locate(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a word points when it is taken for a path. What a glob stands for is found once for a verdict."""
    if word.reason != GLOB:
        return _located(word, place, world)
    key = ("glob", word.shape, word.many, word.bare, word.outside, place.cwd)
    location: Location | None = world.settled.get(key)
    if location is None:
        location = world.settled[key] = _located(word, place, world)
        location.shared = True
    world.fuel.take(20)
    return location


def _located(word: "Word", place: "Place", world: "World") -> Location:
    world.fuel.take(100)
    if word.text is not None:
        if not word.text:
            return Location([], [])
        folders = word.text.count("/") + 1  # those above it are known
        world.fuel.take((WORK_OF_FOLLOWING * folders + len(word.text)) * len(place.cwd or ("",)))
        bases = _bases(word.text, place, world)
        if bases is None:
            return Location(None, [])
        paths: list[tuple[str, ...]] = []
        real: list[tuple[str | tuple[str, ...], ...]] = []
        for base in bases:
            full = _seen_through(base + word.text, place, world)
            if full is None:
                return Location(None, [])
            paths.append(normal(full))
            # `..` behind a link leads out of where the link leads to.
            real.append(normal(world.realpath(full)))
        return Location([*paths], [path for path in real if path not in paths])
    if word.reason == PIPED and word.shape == ("/dev/fd/", None):
        return Location([], [])  # what is at its other end is judged for itself
    if word.reason == FOUND_ALL or (word.reason == FOUND and not word.many):
        return _found(word, place, world)
    # What the text itself put there may hold `..`; the names of files, a number, and what comes from outside do not.
    glob = (word.reason or "").startswith("a glob") or (word.reason == LOOPED and not word.many)
    if word.bare:
        return _tokens(word, place, world)
    if word.reason == MADE and not word.many:
        return _new(word, place, world)
    if word.many and not glob:
        return Location(None, [])
    if not (glob or word.outside) or (word.shape[0] is None and not glob):
        return Location(None, [])
    first = word.shape[0] or ""
    bases = _bases(first, place, world)
    if bases is None:
        return Location(None, [])
    sort: type[tuple[str, ...]] = Visible if word.reason == GLOB or word.reason == LOOPED else tuple
    holed = [_holed(base, word.shape, sort) for base in bases]
    if any(path[:1] == ("proc",) and len(path) > 2 for path in holed):
        return Location(None, [])
    if _leads_out(word.shape) if glob else _leads_up(word.shape):
        return Location(None, [])
    if any(not isinstance(part, str) and part_matches(part, "..") != NO for path in holed for part in path[:-1]):
        return Location(None, [])  # to some shells, `.*/x` is `../x` as well
    physical = [path for base in bases for path in _behind_links(base, word.shape, sort, world)]
    real = [seen for path in (*holed, *physical) for seen in _through_links(path, world) if seen not in holed]
    return Location([*holed], real, wild=not glob and not (word.reason or "").endswith("is set by the shell"))


def _behind_links(
    base: str, shape: "tuple[str | None, ...]", sort: "type[tuple[str, ...]]", world: "World"
) -> "list[tuple[str | tuple[str, ...], ...]]":
    """Give the way as it is when `..` leads out of where a link leads to, before the first hole."""
    at = shape.index(None) if None in shape else len(shape)
    folder, _, rest = (base + "".join([piece or "" for piece in shape[:at]])).rpartition("/")
    if ".." not in folder.split("/"):
        return []
    world.fuel.take(WORK_OF_FOLLOWING * (1 + folder.count("/")))
    return [_holed(f"{world.realpath(folder)}/", (rest, *shape[at:]), sort)]


def _leads_out(shape: "tuple[str | None, ...]") -> bool:
    """Tell whether a way leads up behind what a glob stands for, which may be a link to anywhere."""
    at = shape.index(None) if None in shape else 0
    behind = "".join(["*" if piece is None else piece for piece in shape[at:]])
    return ".." in behind.split("/")[1:]


def _leads_up(shape: "tuple[str | None, ...]") -> bool:
    """Tell whether a way leads up behind a hole, or if there is nothing in one: nobody knows from where."""
    at = shape.index(None) if None in shape else len(shape)
    behind = "".join([piece or "" for piece in shape[at:]])
    first = (shape[at - 1] or "").rpartition("/")[2] if at else ""
    return any(part in (".", "..") for part in (first + behind).split("/"))


def _tokens(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a path leads that has tokens in it which are not known, and of which each may be missing."""
    first = word.shape[0] if word.shape[0] is not None else (*word.shape, "")[1] or ""
    bases = _bases(word.shape[0] or "", place, world)
    if bases is None or (word.shape[0] is None and first[:1] == "/"):
        return Location(None, [])  # without the first one, it begins at the root
    holed = [_holed(base, word.shape, Bare) for base in bases]
    if _leads_up(word.shape) or any(path[:1] == ("proc",) for path in holed):
        return Location(None, [])
    empty = [tuple(part for part in path if isinstance(part, str) or "".join(part)) for path in holed]
    if any(sum(isinstance(part, tuple) for part in path) > 1 for path in holed):
        return Location(None, [])
    paths = [*holed, *[path for path in empty if path not in holed]]
    real = [seen for path in paths for seen in _through_links(path, world) if seen not in paths]
    return Location([*paths], real)


def _new(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a file lies that mktemp has made; if it has made none, only what stands behind its name is left.

    What it has made is new, so its name is like no other's.
    """
    first, _, *rest = word.shape
    if not first or len(rest) > 1 or _leads_up(word.shape):
        return Location(None, [])
    behind = rest[0] or "" if rest else ""
    location = locate(Word(f"{first}XXXXXXXXXX{behind}", word.start, word.end), place, world)
    location.otherwise = locate(Word(behind, word.start, word.end), place, world) if behind else None
    return location


def _through_links(
    path: "tuple[str | tuple[str, ...], ...]", world: "World"
) -> "list[tuple[str | tuple[str, ...], ...]]":
    """Follow the links in what stands before the first hole, and those that may fill it."""
    key = ("links", path, tuple(map(type, path)))
    known: list[tuple[str | tuple[str, ...], ...]] | None = world.settled.get(key)
    if known is not None:
        world.fuel.take(20 * len(known))
        return known
    hole = next((i for i, part in enumerate(path) if not isinstance(part, str)), len(path))
    world.fuel.take(WORK_OF_FOLLOWING * (1 + hole))
    folder = world.realpath("/" + "/".join([part for part in path[:hole] if isinstance(part, str)]))
    made = [normal(folder) + path[hole:]]
    if hole < len(path):
        listed = world.links(folder)
        world.fuel.take(30 * len(listed))
        links = [name for name in listed if part_matches(path[hole], name) != NO]
        world.fuel.take(WORK_OF_FOLLOWING * len(links))
        made += [normal(world.realpath(f"{folder}/{name}")) + path[hole + 1 :] for name in links]
    world.settled[key] = made
    return made


def _found(word: "Word", place: "Place", world: "World") -> Location:
    """Find where all lies that find finds: in and below the folder that it starts from."""
    first, *rest = word.shape
    if first is None or not rest or any("/" in (piece or "") for piece in rest):
        return Location(None, [])
    start = locate(Word(first, word.start, word.end), place, world)
    return _below(start, rest[-1] or "", world)


def _below(start: Location, ending: str, world: "World") -> Location:
    """Give all that lies below a folder; links that lie right in it may be among it."""
    holed = [(*path, ("", ending)) for path in start.paths or ()]
    links = [seen for path in holed for seen in _through_links(path, world) if seen[-1:] != path[-1:]]
    return Location(start.paths, [*start.real, *links], ending=ending)


def deep(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a glob leads whose `**` stands for any number of folders."""
    folder, slash, _ = word.prefix.rpartition("/")
    ending = (word.shape[-1] or "").rpartition("/")[2]
    if not ending:
        return Location(None, [])
    return _below(locate(Word(folder + slash or ".", word.start, word.end), place, world), ending, world)


def _bases(text: str, place: "Place", world: "World") -> "list[str] | None":
    """Give what has to stand before a path to make it absolute: one text for each folder the command may be in."""
    if text.startswith("/"):
        return [""]
    if place.cwd is None:
        return None
    return [_folder(folder, world) + "/" for folder in place.cwd]


def _folder(folder: str, world: "World") -> str:
    return folder if folder.startswith("/") else f"{world.cwd}/{folder}"


def _seen_through(path: str, place: "Place", world: "World") -> str | None:
    """See through the names that /proc has for folders; None: it may be any."""
    if not path.startswith("/proc/") and "/fd/" not in path:
        return path
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if parts[:2] == ["dev", "fd"]:
        return path if len(parts) < 4 else None
    if parts[0] != "proc" or len(parts) < 3 or not (parts[1] in _SELF or parts[1].isdigit()):
        return path
    rest = "/".join(parts[3:])
    if parts[2] == "root":
        return f"/{rest}"
    if parts[2] == "cwd" and parts[1] in _SELF and place.cwd is not None and len(place.cwd) == 1:
        return f"{_folder(place.cwd[0], world)}/{rest}"
    return path if len(parts) == 3 and parts[2] not in ("cwd", "exe", "..") else None


def _folded(path: "tuple[str | tuple[str, ...], ...]") -> "tuple[str | tuple[str, ...], ...]":
    return tuple(part.lower() if isinstance(part, str) else type(part)(map(str.lower, part)) for part in path)


def _holed(
    base: str, shape: "tuple[str | None, ...]", sort: "type[tuple[str, ...]]"
) -> "tuple[str | tuple[str, ...], ...]":
    """Cut a path with holes into components; those with holes become of this sort."""
    parts: list[list[str]] = [[""]]
    for piece in (base, *shape):
        if piece is None:
            parts[-1].append("")
            continue
        head, *rest = piece.split("/")
        parts[-1][-1] += head
        parts += [[text] for text in rest]
    made: list[str | tuple[str, ...]] = []
    for part in parts:
        if len(part) > 1:
            made.append(tuple(part) if sort is Visible and part[0] else sort(part))
        elif part[0] == "..":
            made[-1:] = []
        elif part[0] not in ("", "."):
            made.append(part[0])
    return tuple(made)


def forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as components: as written, and as symlinks lead. Found once for a verdict."""
    found: list[tuple[str, ...]] | None = world.forms.get(entry)
    if found is None:
        found = world.forms[entry] = [*written_forms(entry, world), *linked_forms(entry, world)]
    return found


def written_forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as it is written, and in lower case where that is the same."""
    written = _components(expanded(entry, world))[0]
    return [written] if world.platform == "linux" else [written, tuple(map(str.lower, written))]


def linked_forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as symlinks lead; nothing where there are none on the way."""
    written, head, rest = _components(expanded(entry, world))
    if not head or (led := world.realpath(head)) == head or (real := normal(led) + rest) == written:
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


def below(
    path: "tuple[str | tuple[str, ...], ...]",
    wanted: "tuple[str | tuple[str, ...], ...]",
    fuel: "Fuel",
    exactly: bool = False,
) -> int:
    """Say whether a path is the wanted one or lies below it. `**` is tried at every length, from a table of one row."""
    if wanted[:1] != ("**",) and path and wanted and isinstance(path[0], str) and path[0] != wanted[0]:
        first = wanted[0]
        if isinstance(first, str) and "*" not in first and "?" not in first:
            return NO  # most paths differ in their first name
    fuel.take(WORK_OF_NAMES * (2 + len(path) * len(wanted)))
    row = [NO if exactly else YES] * len(path) + [YES]
    for want in reversed(wanted):
        if want == "**":
            for i in range(len(path) - 1, -1, -1):
                row[i] = max(row[i], row[i + 1])
        else:
            row = [min(part_matches(path[i], want), row[i + 1]) for i in range(len(path))] + [NO]
    return row[0]
