"""Which folders a container is handed: those of the work tree alone, or others as well."""

from wicket.policy.file_rules.embedded_paths import mounted
from wicket.policy.file_rules.path_resolution import locate
from wicket.policy.file_rules.work_tree import in_project
from wicket.policy.patterns.globs import MAYBE, NO, YES
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.subcommands import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["mounts"]

_HERE = ((".", ""),)


def mounts(where: str, command: "Command", world: "World") -> int:
    """Say whether all that a command mounts lies in the work tree (`inside`), or something does not (`outside`)."""
    if usage_of(command) is None:
        return MAYBE
    found = [path for act in acts(command) if act.kind == "mount" for path in mounted(act.word)]
    inside = min([_lies_inside(path, command, world) for path in found], default=YES)
    return inside if where == "inside" else YES - inside  # the three values stand in a row


def _lies_inside(path: "Word", command: "Command", world: "World") -> int:
    if path.reason is not None:
        return MAYBE
    name = path.prefix
    if name[1:2] == ":":
        return NO  # it begins with a drive
    if name and "/" not in name and name[0] not in ".~":
        return YES  # the name of a volume
    return locate(path, command.place, world).surely_within(in_project(_HERE, world), world)
