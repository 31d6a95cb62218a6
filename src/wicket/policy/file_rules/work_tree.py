"""Where the work is, and which commands only write there: what `allow_write` and `ask_delete_outside` are about."""

from wicket.policy.file_rules.listed_path_match import normal
from wicket.shell.catalogue.compiled_catalogue import repositories
from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.file_rules.file_effect import Effect
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["in_project", "only_writes"]

_LOOKING = frozenset(["read", "look", "list"])

# Their purpose is to write, move or delete the files that they are given, and they do nothing else.
_WRITERS = listed("cp mv rm rmdir mkdir touch ln tee install chmod unlink mktemp truncate gzip gunzip bzip2 xz zstd")


def in_project(entries: "tuple[tuple[str, str], ...]", world: "World") -> list[str]:
    """Give the folders of a list. What is relative lies in the work tree that is worked in.

    A work tree is the folder that holds a repository, or else the working folder; never the home or a folder above it,
    in which everything lies.
    """
    found = [entry for entry, _ in entries if entry[:1] in ("/", "~")]
    relative = [entry for entry, _ in entries if entry[:1] not in ("/", "~")]
    if relative and (top := _work_tree(world)):
        found += [f"{top}/{entry}" for entry in relative]
    return found


def _work_tree(world: "World") -> str:
    """Find the top of the work tree; empty: there is none that could be meant."""
    here, home = normal(world.cwd), normal(world.home)
    if ("work tree",) not in world.settled:
        top = None
        for length in range(len(here), 0, -1):
            if here[:length] == home[:length]:
                break
            if any(world.kind("/" + "/".join((*here[:length], name))) for name in repositories):
                top = here[:length]
                break
        above = here == home[: len(here)]
        world.settled["work tree",] = "" if above else "/" + "/".join(top or here)
    found: str = world.settled["work tree",]
    return found


def only_writes(command: "Command", effects: "list[Effect]", allowed: set[int]) -> bool:
    """Tell whether a command does nothing but write files where that is allowed; then it needs no rule."""
    if command.name not in _WRITERS or command.assignments:
        return False
    changing = [number for number, effect in enumerate(effects) if effect.kind not in _LOOKING]
    return bool(changing) and all(
        number in allowed or (effects[number].kind == "copy" and not effects[number].own) for number in changing
    )
