"""Which folders a container is handed, and whether they lie in the work tree."""

from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.file_rules.work_tree_and_writable_folders import in_project
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command


__all__ = ["mounted", "mounts"]


_HERE = ((".", ""),)


# What `--mount` is told, as `key=value`.
_OF_MOUNTS = frozenset(["type", "src", "source", "dst", "destination", "target", "volume-opt"])


def mounts(where: str, command: "Command", world: "World") -> int:
    """Say whether all that a command mounts lies in the work tree (`inside`), or something does not (`outside`)."""
    if usage_of(command) is None:
        return MAYBE
    found = [path for act in acts(command) if act.kind == "mount" for path in mounted(act.word)]
    inside = min([_lies_inside(path, command, world) for path in found], default=YES)
    return inside if where == "inside" else YES - inside  # the three values stand in a row


def _lies_inside(path: Word, command: "Command", world: "World") -> int:
    if path.reason is not None:
        return MAYBE
    name = path.prefix
    if name[1:2] == ":":
        return NO  # it begins with a drive
    if name and "/" not in name and name[0] not in ".~":
        return YES  # the name of a volume
    return locate(path, command.place, world).surely_within(in_project(_HERE, world), world)


def mounted(word: Word | None) -> list[Word]:
    """Give the folders that a container is handed: `x:/y`, `type=bind,src=x,dst=/y`, `volume-opt=device=x`."""
    if word is None or word.text is None:
        return [word] if word is not None else []
    first, colon, rest = word.text.partition(":")
    if len(first) == 1 and first.isalpha() and colon and ":" in rest:
        first = f"{first}:{rest.partition(':')[0]}"  # a drive of Windows
    found = [first]
    pairs = [item.strip('"').partition("=") for item in word.text.split(",")]
    if any(key.lower() in _OF_MOUNTS for key, _, _ in pairs):
        found = [value for key, _, value in pairs if key.lower() in ("src", "source")]
        found += [value[7:] for key, _, value in pairs if key.lower() == "volume-opt" and value[:7] == "device="]
    return [Word(path, word.start, word.end) for path in found]
