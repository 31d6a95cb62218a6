"""Links and mounts that a text makes itself, and globs that it has stand for more: where words then may lead."""

from wicket.policy.file_rules.listed_path_match import Location
from wicket.policy.file_rules.path_resolution import deep, locate
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.characters import listed
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import base_name
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command, Script

__all__ = ["NAMING", "led_elsewhere", "links_of"]

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
                    made.update([()] if found is None else [_known(path) for path in found])
        elif name in _BINDING:
            given = [word for word in command.words[1:] if word.prefix[:1] != "-"]
            found = locate(given[-1], command.place, world).paths if given else []
            made.update([()] if found is None else [_known(path) for path in found])
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


def _known(path: "tuple[str | tuple[str, ...], ...]") -> "tuple[str, ...]":
    """Give the beginning of a path that has no holes."""
    known: list[str] = []
    for part in path:
        if not isinstance(part, str):
            break
        known.append(part)
    return tuple(known)
