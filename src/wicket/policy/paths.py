"""Which files a word stands for, and whether they are among those that a policy lists.

Paths are compared component by component, in absolute form, both as spelled and as symlinks lead. `*` and `?` stand for
characters within a name, `**` for any number of folders. What is listed includes all that lies below it.
"""

from wicket.policy.globs import MAYBE, NO, YES
from wicket.shell.words import NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.policy.world import World
    from wicket.shell.script import Place
    from wicket.shell.words import Word

__all__ = ["Location", "below", "expanded", "locate", "name_matches", "normal"]

# Other names for the folder a process is in, and for the root.
_SELF = ("self", "thread-self", "curproc")


class Location:
    """All that is known of where a word points: each of `paths` is possible, as components; `open` ones have holes.

    A component with a hole is a tuple of the pieces around the holes. None: it may be anywhere.
    """

    __slots__ = ("paths", "real", "wild")

    def __init__(
        self,
        paths: "list[tuple[str | tuple[str, ...], ...]] | None",
        real: "list[tuple[str, ...]]",
        wild: bool = False,
    ) -> None:
        self.paths = paths
        self.real = real
        self.wild = wild  # what fills its holes may lead elsewhere

    def within(self, entry: str, world: "World") -> int:
        """Say whether it is the listed file or folder, or lies below it."""
        if self.paths is None:
            return MAYBE
        best = NO
        for wanted in _forms(entry, world):
            if len(wanted) == 2 and wanted[0] == "**" and _is_plain(wanted[1]):
                best = max(best, self._has(wanted[1]))
                continue
            for path in (*self.paths, *self.real):
                best = max(best, below(path, wanted))
        return best

    def _has(self, name: str) -> int:
        """Say whether one of its components has this name."""
        if any(name in path for path in (*(self.paths or ()), *self.real)):
            return YES
        holes = [part for path in self.paths or () for part in path if isinstance(part, tuple)]
        return max([_part(part, name) for part in holes], default=NO)

    def above(self, entry: str, world: "World", *, plain: bool = False) -> int:
        """Say whether the listed file or folder lies below it; `plain`: on a way without names that begin with a dot.

        Of what is meant in any folder, `**/x`, only what lies right in it is looked for.
        """
        if self.paths is None:
            return MAYBE
        best = NO
        for wanted in _forms(entry, world):
            for path in (*self.paths, *self.real):
                if plain and any(part[:1] == "." for part in wanted[len(path) :]):
                    continue
                if wanted[0] == "**":
                    best = max(best, MAYBE if _holds(path, wanted[1:], world) else NO)
                elif "**" in wanted:
                    start = wanted[: min(len(path), wanted.index("**") + 1)]
                    best = max(best, min(MAYBE, below(path, start)))
                elif len(path) < len(wanted):
                    sure = all(map(_is_plain, wanted))
                    best = max(best, min(YES if sure else MAYBE, below(path, wanted[: len(path)])))
        return best

    def leads_through(self, links: "set[tuple[str, ...]]") -> bool:
        """Tell whether one of these paths stands at its beginning."""
        return any(path[:length] in links for path in self.paths or () for length in range(len(path) + 1))

    def surely_within(self, entries: "Iterable[str]", world: "World", exactly: bool = False) -> int:
        """Say whether every place that it may be lies below one of the entries, or is one of them."""
        if not self.paths:
            return MAYBE if self.paths is None else NO
        wanted = [form for entry in entries for form in _forms(entry, world)]
        return min(
            MAYBE if self.wild else YES,
            *[max([below(path, one, exactly) for one in wanted], default=NO) for path in (*self.paths, *self.real)],
        )


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
    if entry == "~" or entry.startswith("~/"):
        return world.home + entry[1:]
    return entry if entry.startswith("/") else f"{world.cwd}/{entry}"


def locate(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a word points when it is taken for a path."""
    if word.text is not None:
        if not word.text:
            return Location([], [])
        bases = _bases(word.text, place, world)
        if bases is None:
            return Location(None, [])
        paths: list[tuple[str, ...]] = []
        real: list[tuple[str, ...]] = []
        for base in bases:
            full = _seen_through(base + word.text, place, world)
            if full is None:
                return Location(None, [])
            paths.append(normal(full))
            # `..` behind a link leads out of where the link leads to.
            real.append(normal(world.realpath(full)))
        return Location([*paths], [path for path in real if path not in paths])
    # What the text itself put there may hold `..`; the names of files, a number, and what comes from outside do not.
    glob = word.reason is not None and (word.reason.startswith("a glob") or (word.reason == NAME and not word.many))
    if word.many and not glob:
        return Location(None, [])
    if not (glob or word.outside) or (word.shape[0] is None and not glob):
        return Location(None, [])
    first = word.shape[0] or ""
    bases = _bases(first, place, world)
    if bases is None:
        return Location(None, [])
    holed = [_holed(base, word.shape) for base in bases]
    if any(path[:1] == ("proc",) and len(path) > 2 for path in holed):
        return Location(None, [])
    return Location([*holed], [], wild=not glob and not (word.reason or "").endswith("is set by the shell"))


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


def _holds(folder: "tuple[str | tuple[str, ...], ...]", below: "tuple[str, ...]", world: "World") -> bool:
    """Tell whether a file lies in a folder, as far as both are known."""
    parts = [part for part in (*folder, *below) if isinstance(part, str)]
    if len(parts) < len(folder) + len(below) or any("*" in part or "?" in part for part in below):
        return True
    return world.kind("/" + "/".join(parts)) != ""


def _holed(base: str, shape: "tuple[str | None, ...]") -> "tuple[str | tuple[str, ...], ...]":
    """Cut a path with holes into components."""
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
            made.append(tuple(part))
        elif part[0] == "..":
            made[-1:] = []
        elif part[0] not in ("", "."):
            made.append(part[0])
    return tuple(made)


def _forms(entry: str, world: "World") -> "list[tuple[str, ...]]":
    """Give a listed path as components: as written, and as symlinks lead. Found once for a verdict."""
    found: list[tuple[str, ...]] | None = world.forms.get(entry)
    if found is None:
        full = expanded(entry, world)
        written = normal(full)
        found = [written]
        if "*" not in full and "?" not in full:
            real = normal(world.realpath("/" + "/".join(written)))
            if real != written:
                found.append(real)
        world.forms[entry] = found
    return found


def below(
    path: "tuple[str | tuple[str, ...], ...]", wanted: "tuple[str | tuple[str, ...], ...]", exactly: bool = False
) -> int:
    """Say whether a path is the wanted one or lies below it. `**` is tried at every length, from a table of one row."""
    if wanted[:1] != ("**",) and path and wanted and isinstance(path[0], str) and path[0] != wanted[0]:
        first = wanted[0]
        if isinstance(first, str) and "*" not in first and "?" not in first:
            return NO  # most paths differ in their first name
    row = [NO if exactly else YES] * len(path) + [YES]
    for want in reversed(wanted):
        if want == "**":
            for i in range(len(path) - 1, -1, -1):
                row[i] = max(row[i], row[i + 1])
        else:
            row = [min(_part(path[i], want), row[i + 1]) for i in range(len(path))] + [NO]
    return row[0]


def _is_plain(name: str) -> bool:
    return "*" not in name and "?" not in name


def _part(part: "str | tuple[str, ...]", want: "str | tuple[str, ...]") -> int:
    """Compare one component with one that may have `*` and `?`."""
    if isinstance(want, tuple):
        want = "*".join(want)
    if isinstance(part, str):
        return YES if (name_matches(want, part) if "*" in want or "?" in want else part == want) else NO
    if want == "*":
        return YES
    first, last = part[0], part[-1]
    before = want.partition("*")[0].partition("?")[0]
    after = want.rpartition("*")[2].rpartition("?")[2]
    if not (first.startswith(before) or before.startswith(first)):
        return NO
    if not (last.endswith(after) or after.endswith(last)):
        return NO
    if "*" not in want and "?" not in want and len(want) < sum(map(len, part)):
        return NO
    return MAYBE


def name_matches(pattern: str, name: str) -> bool:
    """Match one name against a pattern of `*` and `?`: greedily, with one step back, in quadratic time at worst."""
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
