"""Which branch is checked out and pushed: HEAD and config of a repository, and what the text switches to or sets.

All is looked up through `World`. What cannot be known is None, and then it may be anything.
"""

from wicket.shell.catalogue.compiled_catalogue import dashed, fact, of_all, repositories, traits
from wicket.shell.programs.subcommands import usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command, Script

    Settings = dict[str, list[str]]

__all__ = [
    "CheckedOut",
    "Repository",
    "changes_mapping",
    "common_folder",
    "global_files",
    "included",
    "parsed",
    "repository",
]

_BRANCH = "ref: refs/heads/"
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}
# Settings files that name others lead no deeper.
_DEEPEST = 4
# What reading a character takes.
_WORK = 1
# Settings of these sections say what is pushed.
_OF_PUSHES = ("push.default", "remote.", "branch.")
# Where version control has its settings, in the folder for those of all programs.
_CONFIGURED = [
    path for name in of_all("repository") for path in of_all("settings_files").get(name, ()) if path[:1] == "/"
]


class Repository:
    """What is known of a repository. `branch` is the one that is checked out; empty: none is."""

    __slots__ = ("_world", "branch", "common", "settings")

    def __init__(self, branch: str | None, settings: "Settings | None", common: str, world: "World") -> None:
        self.branch = branch
        self.settings = settings
        self.common = common  # the folder that all its work trees share
        self._world = world

    def leads_to(self, branch: str) -> str | None:
        """Give the branch that one of this name is another name for. None: it is none, or nobody can say."""
        file = f"{self.common}/refs/heads/{branch}"
        line = (self._world.read(file) or "") if branch and self._world.kind(file) == "file" else ""
        return line[len(_BRANCH) :].strip() if line.startswith(_BRANCH) else None

    def is_old(self, remote: str) -> bool:
        """Tell whether a remote is described by a file of its own, as it once was, which may say what is pushed."""
        return bool(remote) and any(
            self._world.kind(f"{self.common}/{one}/{remote}") for one in ("remotes", "branches")
        )

    def last(self, key: str) -> str:
        """Give the value of a setting that counts, in small letters where it is a keyword; empty: it is not set."""
        return ((self.settings or {}).get(key) or [""])[-1]

    def all(self, key: str) -> list[str]:
        return (self.settings or {}).get(key, [])

    def remotes(self) -> list[str]:
        """List the names of the remotes that have an address."""
        ends = (".url", ".pushurl")
        keys = [key for key in self.settings or {} if key.startswith("remote.") and key.endswith(ends)]
        return list(dict.fromkeys(key[len("remote.") :].rpartition(".")[0] for key in keys))


def repository(folder: str, world: "World") -> Repository | None:
    """Find the repository of a folder, and what it says. None: there is none to be seen."""
    found = _places_of_repository(folder, world)
    if found is None:
        return None
    place, common = found
    return Repository(_branch(place, world), _settings(place, common, world), common, world)


def common_folder(folder: str, world: "World") -> str | None:
    """Find where a folder's repository keeps what all its work trees share. None: there is none to be seen."""
    found = _places_of_repository(folder, world)
    if found is None:
        return None
    _, common = found
    return common


def _places_of_repository(folder: str, world: "World") -> tuple[str, str] | None:
    """Find where the repository of a folder keeps what belongs to its work tree, and what all work trees share."""
    top = folder.rstrip("/")
    while True:
        place, kind = next(((path, kind) for path in _inside(top) if (kind := world.kind(path))), ("", ""))
        if kind:
            break
        if not top:
            return None
        top = top.rpartition("/")[0]
    if kind == "file":
        line = world.read(place)
        if line is None or not line.startswith("gitdir:"):
            return None
        place = _joined(top, line.removeprefix("gitdir:").strip())
    common = place
    if world.kind(f"{place}/commondir"):
        line = world.read(f"{place}/commondir")
        if line is None:
            return None
        common = _joined(place, line.strip())
    return place, common


def _inside(folder: str) -> list[str]:
    """List the places in a folder where a repository may lie."""
    return [f"{folder}/{name}" for name in repositories]


def _joined(folder: str, path: str) -> str:
    return path if path[:1] == "/" else f"{folder}/{path}"


def _branch(place: str, world: "World") -> str | None:
    head = world.read(f"{place}/HEAD")
    if head is None:
        return None
    if head.startswith(_BRANCH):
        name = head[len(_BRANCH) :].strip()
        return name if name and name != ".invalid" else None  # so it stands where refs are kept in a table
    return "" if head.strip().isalnum() else None


def _settings(place: str, common: str, world: "World") -> "Settings | None":
    made: Settings = {}
    for file in (*global_files(world), f"{common}/config"):
        if not _add_git_config_file(file, made, world, 0):
            return None
    if made.get("extensions.worktreeconfig") and not _add_git_config_file(f"{place}/config.worktree", made, world, 0):
        return None
    return made


def global_files(world: "World") -> list[str]:
    """List the settings files that count in every repository."""
    folder = world.environ.get("XDG_CONFIG_HOME") or f"{world.home}/.config"
    return ["/etc/gitconfig", *[folder + path for path in _CONFIGURED], f"{world.home}/.gitconfig"]


def included(value: str, file: str, world: "World") -> str:
    """Give the path of a file that another settings file includes."""
    return f"{world.home}{value[1:]}" if value[:2] == "~/" else _joined(file.rpartition("/")[0], value)


def _add_git_config_file(file: str, made: "Settings", world: "World", depth: int) -> bool:
    """Add what a file says, and the files that it includes; say whether all of it is known."""
    if not world.kind(file):
        return True
    text = world.read(file)
    found = parsed(text) if text is not None and depth < _DEEPEST else None
    if text is None or found is None:
        return False
    world.fuel.take(_WORK * len(text))
    for key, value in found:
        if key.startswith("include"):
            target: Settings = made if key == "include.path" else {}
            if not _add_git_config_file(included(value, file, world), target, world, depth + 1):
                return False
            # Nobody here says whether a condition holds: then it matters only if something there is about pushes.
            if target is not made and any(name.startswith(_OF_PUSHES) for name in target):
                return False
        else:
            made.setdefault(key, []).append(value)
    return True


def parsed(text: str) -> "list[tuple[str, str]] | None":
    """Read a file of settings: keys in small letters, but for what stands in quotes. None: it is not understood."""
    made: list[tuple[str, str]] = []
    section = ""
    for line in _lines_of_git_config(text.removeprefix("\ufeff")):
        line = line.strip()
        if not line or line[0] in "#;":
            continue
        if line[0] == "[":
            name, bracket, line = line[1:].partition("]")
            if not bracket:
                return None
            kind, quote, sub = name.partition('"')
            if quote and (not sub.endswith('"') or "\\" in sub):
                return None
            section = kind.strip().lower() + (f".{sub[:-1]}" if quote else "")
            line = line.strip()
            if not line or line[0] in "#;":
                continue
        key, equals, value = line.partition("=")
        plain = _value_in_git_config(value) if equals else "true"
        if not section or plain is None or not key.strip().replace("-", "").isalnum():
            return None
        made.append((f"{section}.{key.strip().lower()}", plain))
    return made


def _lines_of_git_config(text: str) -> list[str]:
    """Cut a text into lines, each with those that a backslash at its end adds to it. A comment has no such end."""
    made: list[str] = []
    kept = ""
    quoted = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if not line.endswith("\\") and not kept:
            made.append(line)
            continue
        escaped = comment = False
        for c in line:
            if escaped:
                escaped = False
            elif c == "\\":
                escaped = True
            elif c == '"':
                quoted = not quoted
            elif c in "#;" and not quoted:
                comment = True
                break
        if escaped and not comment:
            kept += line[:-1]
        else:
            made.append(kept + line)
            kept, quoted = "", False
    return [*made, kept] if kept else made


def _value_in_git_config(text: str) -> str | None:
    """Take quotes, escapes and comments out of a value. None: it is not understood."""
    made = ""
    kept = 0  # so much of it stood in quotes
    quoted = False
    escaped = False
    for c in text.strip():
        if escaped:
            if c not in _ESCAPES:
                return None
            made += _ESCAPES[c]
            kept = len(made)
            escaped = False
        elif c == "\\":
            escaped = True
        elif c == '"':
            quoted = not quoted
            kept = len(made)
        elif c in "#;" and not quoted:
            break
        else:
            made += c
    return None if quoted or escaped else made[:kept] + made[kept:].rstrip()


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
