"""Reads HEAD and config of a repository, as far as they say which branch is pushed.

All is looked up through `World`. What cannot be known is None, and then it may be anything.
"""

from wicket.shell.catalogue.compiled_catalogue import of_all, repositories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World

    Settings = dict[str, list[str]]

__all__ = ["Repository", "common_folder", "global_files", "included", "parsed", "repository"]

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
    found = _places(folder, world)
    if found is None:
        return None
    place, common = found
    return Repository(_branch(place, world), _settings(place, common, world), common, world)


def common_folder(folder: str, world: "World") -> str | None:
    """Find where a folder's repository keeps what all its work trees share. None: there is none to be seen."""
    found = _places(folder, world)
    if found is None:
        return None
    _, common = found
    return common


def _places(folder: str, world: "World") -> tuple[str, str] | None:
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
        if not _add(file, made, world, 0):
            return None
    if made.get("extensions.worktreeconfig") and not _add(f"{place}/config.worktree", made, world, 0):
        return None
    return made


def global_files(world: "World") -> list[str]:
    """List the settings files that count in every repository."""
    folder = world.environ.get("XDG_CONFIG_HOME") or f"{world.home}/.config"
    return ["/etc/gitconfig", *[folder + path for path in _CONFIGURED], f"{world.home}/.gitconfig"]


def included(value: str, file: str, world: "World") -> str:
    """Give the path of a file that another settings file includes."""
    return f"{world.home}{value[1:]}" if value[:2] == "~/" else _joined(file.rpartition("/")[0], value)


def _add(file: str, made: "Settings", world: "World", depth: int) -> bool:
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
            if not _add(included(value, file, world), target, world, depth + 1):
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
    for line in _lines(text.removeprefix("\ufeff")):
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
        plain = _value(value) if equals else "true"
        if not section or plain is None or not key.strip().replace("-", "").isalnum():
            return None
        made.append((f"{section}.{key.strip().lower()}", plain))
    return made


def _lines(text: str) -> list[str]:
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


def _value(text: str) -> str | None:
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
