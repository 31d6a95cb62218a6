"""Resolves a word to the paths that it may mean, also through links and mounts that the text makes itself."""

from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
from wicket.policy.file_rules.listed_path_patterns import Bare, Visible, normal, part_matches
from wicket.policy.patterns.globs_of_words_and_home_folder import NO
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.characters import listed
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import base_name
from wicket.shell.unknown_values import FOUND, FOUND_ALL, GLOB, LOOPED, MADE, PIPED
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command, Place, Script

    Path = tuple[str | tuple[str, ...], ...]

__all__ = ["NAMING", "deep", "led_elsewhere", "links_of", "locate"]


# ── resolves a word to the paths that it may mean: known words, globs, links, what find finds, mktemp's files ──

# What following links takes, for each folder on the way.
WORK_OF_FOLLOWING = 80

# Other names for the folder a process is in, and for the root.
_SELF = ("self", "thread-self", "curproc")


def locate(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a word points when it is taken for a path. What a glob stands for is found once for a verdict."""
    text = word.text
    if text is not None:
        return _of_text(text, place, world)
    if word.members:
        return _one_of(word, place, world)
    if word.reason != GLOB:
        return _located(word, place, world)
    key = ("glob", word.shape, word.many, word.bare, word.outside, place.cwd)
    location: Location | None = world.settled.get(key)
    if location is None:
        location = world.settled[key] = _located(word, place, world)
        location.shared = True
    world.fuel.take(20)
    return location


def _of_text(text: str, place: "Place", world: "World") -> Location:
    """Find where a text leads, once for a verdict: the paths are the same, whoever asks for the word."""
    if not text:
        return Location([], [])
    folders = text.count("/") + 1  # those above it are known
    world.fuel.take(100 + (WORK_OF_FOLLOWING * folders + len(text)) * len(place.cwd or ("",)))
    key = ("text", text, place.cwd)
    known: tuple[list[Path] | None, list[Path]] | None = world.settled.get(key)
    if known is None:
        known = world.settled[key] = _ways_of(text, place, world)
    return Location(*known)


def _ways_of(text: str, place: "Place", world: "World") -> "tuple[list[Path] | None, list[Path]]":
    """Give the paths that a text may mean, as they are spelled and as links lead; None: any."""
    bases = _folders_before_path(text, place, world)
    if bases is None:
        return None, []
    paths: list[Path] = []
    real: list[Path] = []
    for base in bases:
        full = _seen_through(base + text, place, world)
        if full is None:
            return None, []
        paths.append(normal(full))
        led = world.realpath(full)  # `..` behind a link leads out of where the link leads to
        if led != full:
            real.append(normal(led))
    return paths, [path for path in real if path not in paths] if real else real


def _located(word: "Word", place: "Place", world: "World") -> Location:
    world.fuel.take(100)
    if word.reason == PIPED and word.shape == ("/dev/fd/", None):
        return Location([], [])  # what is at its other end is judged for itself
    if word.reason == FOUND_ALL or (word.reason == FOUND and not word.many):
        return _paths_that_find_finds(word, place, world)
    # What the text itself put there may hold `..`; the names of files, a number, and what comes from outside do not.
    glob = (word.reason or "").startswith("a glob") or (word.reason == LOOPED and not word.many)
    if word.bare:
        return _path_with_unknown_tokens(word, place, world)
    if word.reason == MADE and not word.many:
        return _path_of_mktemp(word, place, world)
    if word.many and not glob:
        return Location(None, [])
    if not (glob or word.outside) or (word.shape[0] is None and not glob):
        return Location(None, [])
    first = word.shape[0] or ""
    bases = _folders_before_path(first, place, world)
    if bases is None:
        return Location(None, [])
    sort: type[tuple[str, ...]] = Visible if word.reason == GLOB or word.reason == LOOPED else tuple
    holed = [_path_components_with_holes(base, word.shape, sort) for base in bases]
    if any(path[:1] == ("proc",) and len(path) > 2 for path in holed):
        return Location(None, [])
    if _leads_out(word.shape) if glob else _leads_up(word.shape):
        return Location(None, [])
    if any(not isinstance(part, str) and part_matches(part, "..") != NO for path in holed for part in path[:-1]):
        return Location(None, [])  # to some shells, `.*/x` is `../x` as well
    physical = [path for base in bases for path in _behind_links(base, word.shape, sort, world)]
    real = [seen for path in (*holed, *physical) for seen in _through_links(path, world) if seen not in holed]
    return Location([*holed], real, wild=not glob and not (word.reason or "").endswith("is set by the shell"))


def _one_of(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a glob of one bracket leads: its own text, or else each of the names that it may stand for."""
    own, *others = [locate(Word(text, word.start, word.end), place, world) for text in word.members]
    if own.paths is None:
        return own
    paths = [path for other in others for path in other.paths or ()]
    own.otherwise = Location(paths, [path for other in others for path in other.real])
    return own


def _behind_links(
    base: str, shape: "tuple[str | None, ...]", sort: "type[tuple[str, ...]]", world: "World"
) -> "list[tuple[str | tuple[str, ...], ...]]":
    """Give the way as it is when `..` leads out of where a link leads to, before the first hole."""
    at = shape.index(None) if None in shape else len(shape)
    folder, _, rest = (base + "".join([piece or "" for piece in shape[:at]])).rpartition("/")
    if ".." not in folder.split("/"):
        return []
    world.fuel.take(WORK_OF_FOLLOWING * (1 + folder.count("/")))
    return [_path_components_with_holes(f"{world.realpath(folder)}/", (rest, *shape[at:]), sort)]


def _leads_out(shape: "tuple[str | None, ...]") -> bool:
    """Tell whether a way leads up behind what a glob stands for, which may be a link to anywhere."""
    at = shape.index(None) if None in shape else 0
    behind = "".join(["*" if piece is None else piece for piece in shape[at:]])
    return ".." in behind.split("/")[1:]


def _leads_up(shape: "tuple[str | None, ...]") -> bool:
    """Tell whether a way leads up behind a hole, or if there is nothing in one: it is not known from where."""
    at = shape.index(None) if None in shape else len(shape)
    behind = "".join([piece or "" for piece in shape[at:]])
    first = (shape[at - 1] or "").rpartition("/")[2] if at else ""
    return any(part in (".", "..") for part in (first + behind).split("/"))


def _path_with_unknown_tokens(word: "Word", place: "Place", world: "World") -> Location:
    """Find where a path leads that has tokens in it which are not known, and of which each may be missing."""
    first = word.shape[0] if word.shape[0] is not None else (*word.shape, "")[1] or ""
    bases = _folders_before_path(word.shape[0] or "", place, world)
    if bases is None or (word.shape[0] is None and first[:1] == "/"):
        return Location(None, [])  # without the first one, it begins at the root
    holed = [_path_components_with_holes(base, word.shape, Bare) for base in bases]
    if _leads_up(word.shape) or any(path[:1] == ("proc",) for path in holed):
        return Location(None, [])
    empty = [tuple(part for part in path if isinstance(part, str) or "".join(part)) for path in holed]
    if any(sum(isinstance(part, tuple) for part in path) > 1 for path in holed):
        return Location(None, [])
    paths = [*holed, *[path for path in empty if path not in holed]]
    real = [seen for path in paths for seen in _through_links(path, world) if seen not in paths]
    return Location([*paths], real)


def _path_of_mktemp(word: "Word", place: "Place", world: "World") -> Location:
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


def _paths_that_find_finds(word: "Word", place: "Place", world: "World") -> Location:
    """Find where all lies that find finds: in and below the folder that it starts from."""
    first, *rest = word.shape
    if first is None or not rest or any("/" in (piece or "") for piece in rest):
        return Location(None, [])
    start = locate(Word(first, word.start, word.end), place, world)
    found = _below(start, rest[-1] or "", world)
    found.between = rest[1] or "" if len(rest) == 3 and rest[0] is None and rest[2] is None else ""
    return found


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


def _folders_before_path(text: str, place: "Place", world: "World") -> "list[str] | None":
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


def _path_components_with_holes(
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


# ── links and mounts that a text makes itself, and globs that it has stand for more: where words then may lead ──

# Options of shells by which globs stand for more: for names in any case, for any number of folders. Among links, each
# is noted as a path that nothing has.
_BLIND, _DEEP = ("nocaseglob", ""), ("globstar", "")

_WIDENING = {"nocaseglob": _BLIND, "dotglob": _BLIND, "globstar": _DEEP}

_SETTING = frozenset(["shopt", "setopt", *SHELLS])

# Behind them, a folder has another name: the last one that they are given.
_BINDING = listed(
    """
    mount bindfs mergerfs unionfs unionfs-fuse fuse-overlayfs overlayfs sshfs mhddfs mount_nullfs lndir link symlinks
    stow
    """
)

NAMING = _BINDING | {"ln"}

_LINKING = NAMING | _SETTING


def links_of(script: "Script", world: "World") -> "set[tuple[str, ...]]":
    """List the paths at which a text makes links; and whether it has globs stand for more than they say."""
    made: set[tuple[str, ...]] = {_BLIND} if "GLOBIGNORE" in script.text else set()
    world.fuel.take(20 * len(script.commands))
    for command in script.commands:
        name = base_name(command)
        if name not in _LINKING:
            continue
        if name in _SETTING:
            world.fuel.take(5 * len(command.words))
            made.update(_WIDENING[word.text] for word in command.words[1:] if word.text in _WIDENING)
            if name == "shopt" and any(word.text is None for word in command.words):
                made.add(_BLIND)
        elif name == "ln":
            world.fuel.take(60 * len(command.words))
            for act in acts(command):
                if act.kind == "write" and act.word is not None:
                    found = locate(act.word, command.place, world).paths
                    made.update([()] if found is None else [_known_beginning_of_path(path) for path in found])
        elif name in _BINDING:
            given = [word for word in command.words[1:] if word.prefix[:1] != "-"]
            found = locate(given[-1], command.place, world).paths if given else []
            made.update([()] if found is None else [_known_beginning_of_path(path) for path in found])
    return made


def led_elsewhere(
    word: Word, location: Location, command: "Command", world: "World", links: "set[tuple[str, ...]]"
) -> Location:
    """Give where a word points in a text that makes links, or has globs stand for more."""
    if _DEEP in links and word.reason == GLOB:
        location = deep(word, command.place, world)
    if _BLIND in links and word.text is None:
        location = Location(None, [])
    world.fuel.take(len(links) * len(location.paths or ()) if location.ending is not None else 100)
    naming = base_name(command) in NAMING
    if (location.otherwise or location.leads_through(links)) and not naming:
        return Location(None, [])  # a link that the text itself makes: where it leads is not followed
    return location


def _known_beginning_of_path(path: "tuple[str | tuple[str, ...], ...]") -> "tuple[str, ...]":
    """Give the beginning of a path that has no holes."""
    known: list[str] = []
    for part in path:
        if not isinstance(part, str):
            break
        known.append(part)
    return tuple(known)
