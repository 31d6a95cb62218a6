"""Which branch is checked out when a command runs: by HEAD of its repository, and by what the text switches to."""

from wicket.policy.matching.git_config_and_head import Repository, repository
from wicket.shell.catalogue.compiled_catalogue import dashed, fact, repositories, traits
from wicket.shell.programs.subcommands import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command, Script


__all__ = ["CheckedOut", "changes_mapping"]


def checked_out(script: "Script | None", command: "Command") -> list[str] | None:
    """List the branches that other commands of the text may check out. None: any may be."""
    if script is None:
        return []
    made: list[str] = []
    for other in script.commands:
        given = [*other.words[1:], *[redirect.target for redirect in other.redirects]]
        if any(_is_in_repository(str(word)) for word in given):
            return None  # what lies there says which one it is
        if other is command:
            continue
        name = (other.name or "").rpartition("/")[2]
        words = [str(word) for word in other.words[1:]]
        if not set(fact("checks_out", name).split()).isdisjoint(words):
            return None
        if "work-tree" not in traits(name) and not name.startswith(dashed):
            continue
        taken = usage_of(other)
        told = traits(taken.name) if taken is not None else frozenset()
        if "switches-branch" not in told and "keeps-branch" not in told:
            return None
        if "switches-branch" not in told:
            continue
        for word in other.words[2:]:
            text = str(word)
            if word.reason is not None or text == "-" or "@{" in text:
                return None
            if text[:1] != "-":
                made += [text, *([text.partition("/")[2]] if "/" in text else [])]
    return made


def _is_in_repository(text: str) -> bool:
    """Tell whether a word names the folder of a repository, or something in it."""
    return any(one in text and (one in text.split("/") or f"{one}/" in text) for one in repositories)


def changes_mapping(script: "Script | None", command: "Command") -> bool:
    """Tell whether a command of the text, or the push itself, sets under which name a branch is pushed."""
    for one in (command, *(script.commands if script is not None else ())):
        if any(assignment.name.startswith("GIT_CONFIG") for assignment in (*one.changed, *one.assignments)):
            return True
        name = (one.name or "").rpartition("/")[2]
        if "work-tree" in traits(name) and any(_is_mapping(str(word)) for word in one.words[1:]):
            return True
    return False


def _is_mapping(text: str) -> bool:
    key = text.partition("=")[0].lower()
    return (
        key.startswith(("push.default", "include"))
        or key == "symbolic-ref"
        or (key.startswith("remote.") and key.endswith((".push", ".mirror")))
        or (key.startswith("branch.") and key.endswith(".merge"))
    )


def _misleads(name: str) -> bool:
    """Tell whether a variable may have it work in another repository, or by other settings."""
    return name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_NAMESPACE") or name.startswith("GIT_CONFIG")


class CheckedOut:
    """Which branch is checked out where a command runs, by HEAD and by what the text switches to."""

    __slots__ = ("_command", "_elsewhere", "_line", "_world")

    def __init__(self, command: "Command", line: "Line", world: "World", elsewhere: list[str]) -> None:
        self._command = command
        self._line = line
        self._elsewhere = elsewhere  # options with which another repository may be meant, or other settings count
        self._world = world

    def _heads(self) -> tuple[list[str], bool]:
        """List the branches that may be checked out when it runs, and say whether that is sure; empty: any may be."""
        found = self._repositories()
        names = [one.branch if one is not None else None for one in found]
        switched = checked_out(self._world.script, self._command)
        if not names or None in names or switched is None:
            return [""], False
        heads = list(dict.fromkeys([*[name or "" for name in names], *switched]))
        if len(heads) > 1:
            heads = [head for head in heads if head]  # with none checked out, nothing is pushed
        return heads, len(heads) == 1 and not switched

    def _repositories(self) -> list[Repository | None]:
        """Find the repositories that it may work in, each with what is known of it."""
        command, world = self._command, self._world
        folders = command.place.cwd
        names = [assignment.name for assignment in (*command.changed, *command.assignments)]
        environ = [name for name in world.environ if name.startswith("GIT_")]
        if folders is None or any(one in names for one in ("HOME", "XDG_CONFIG_HOME")):
            return [None]
        if any(_misleads(name) for name in (*names, *environ)) or any(map(self._own, self._elsewhere)):
            return [None]
        made: list[Repository | None] = []
        for folder in folders:
            place = folder if folder[:1] == "/" else f"{world.cwd}/{folder}".rstrip("/")
            for found in self._line.found[: self._line.own]:
                if found.name != "-C" or found.value is None:
                    continue
                if found.value.reason is not None:
                    return [None]
                path = str(found.value)
                place = path if path[:1] == "/" else f"{place}/{path}"
            key = ("repository", place)
            if key not in world.settled:
                world.settled[key] = repository(world.realpath(place), world)
            made.append(world.settled[key])
        return made

    def _own(self, name: str) -> bool:
        """Tell whether the program itself is given an option, before the subcommand."""
        return any(found.name == name for found in self._line.found[: self._line.own])
