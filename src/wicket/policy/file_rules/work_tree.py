"""Where the work is: the folder that a relative entry of `allow_write` or `ask_delete_outside` lies in."""

from wicket.policy.file_rules.listed_path_forms import normal
from wicket.shell.catalogue.compiled_catalogue import repositories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World

__all__ = ["in_project"]


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
