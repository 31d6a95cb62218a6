"""The forms of a path that a policy lists: as it is written, with the home filled in, and as symlinks lead."""

from wicket.policy.file_rules.path_component_match import is_plain
from wicket.policy.patterns.home_folder import with_tilde

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World

__all__ = ["expanded", "forms", "head", "linked_forms", "normal", "written_forms"]


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
