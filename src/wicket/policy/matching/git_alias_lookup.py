"""What an alias in the settings files of version control stands for: `x pm` may push to main."""

from wicket.policy.matching.git_config_and_head import common_folder, global_files, included, parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["aliases"]

# Settings files that name others lead no deeper.
_DEEPEST = 4
# What reading a character takes.
_WORK = 1


def aliases(name: str, command: "Command", world: "World") -> list[str] | None:
    """List what an alias may stand for, in any of the repositories that it may work in. None: nobody can say."""
    files = global_files(world)
    for folder in _folders_of_git_command(command, world):
        common = common_folder(folder, world)
        if common is not None:
            files += [f"{common}/config", f"{common}/config.worktree"]
    found: list[str] = []
    for file in dict.fromkeys(files):
        if not _look_for_alias(file, name.lower(), found, world, 0):
            return None
    return list(dict.fromkeys(found))


def _folders_of_git_command(command: "Command", world: "World") -> list[str]:
    """List the folders that it may start in."""
    folders = [f"{world.cwd}/{folder}" for folder in command.place.cwd or ()]
    words = [str(word) for word in command.words]
    for at, word in enumerate(words[:-1]):
        if word == "-C":
            given = words[at + 1]
            folders = [given if given[:1] == "/" else f"{folder.rstrip('/')}/{given}" for folder in folders]
    return folders


def _look_for_alias(file: str, name: str, found: list[str], world: "World", depth: int) -> bool:
    """Add what a file and those that it includes say, whatever their conditions; say whether all of it is known."""
    if not world.kind(file):
        return True
    text = world.read(file)
    settings = parsed(text) if text is not None and depth < _DEEPEST else None
    if text is None or settings is None:
        return False
    world.fuel.take(_WORK * len(text))
    for key, value in settings:
        if key.startswith("include") and not _look_for_alias(
            included(value, file, world), name, found, world, depth + 1
        ):
            return False
        if key.lower() in (f"alias.{name}", f"alias.{name}.command"):
            found.append(value)
    return True
