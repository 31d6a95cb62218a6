"""What verdicts see of this machine as it is now: its files, links, homes, programs and git repositories."""

import os
import stat
import sys

from wicket.folder_paths import HomeError, config_folder, state_folder
from wicket.policy.config.built_in_rules import OF_MACHINE, agents_files, files_if_there, moved_files
from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.policy.machine_view import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from wicket.shell.refusal_and_work_limit import Fuel

__all__ = ["MAX_PATH", "forget", "lookups", "places", "system"]

_PLATFORMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}

# A path that goes through more folders than this is left to the standard library.
MAX_FOLDERS = 64

# Longer paths lead nowhere: no system takes them, and following them takes time that grows with the square.
MAX_PATH = 4096

# In a folder where so many names were not found, all names are listed at once if they are not more than these, and if
# two names that differ in case are two files.
_OFTEN = 12
_MOST_LISTED = 256
_EXACT = sys.platform == "linux"

# So much is read of a list or of settings.
_MAX_LISTED = 1024 * 1024

# Whoever asks about a thousand commands does so from a few folders.
_MAX_KEPT = 64
_protected: "dict[tuple[str, ...], tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]]" = {}


# Variables that every process is given, and that say where things are.
_PLACES = ("CDPATH", "HOME", "WICKET_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


def places(environ: "Mapping[str, str]") -> dict[str, str]:
    """Take out of an environment what says where things are. Looking something up in `os.environ` is slow."""
    return {name: value for name in _PLACES if (value := environ.get(name))}


def forget() -> None:
    """Look at this machine anew: what guards were there, and where links led."""
    _protected.clear()


def system(
    cwd: str,
    environ: "Mapping[str, str]",
    files: "Iterable[tuple[str, str]]" = (),
    known: "Mapping[str, str] | None" = None,
    *,
    real: bool = False,
    fuel: "Fuel | None" = None,
    found: "Mapping[str, Callable[..., Any]] | None" = None,
) -> World:
    """Give the world as someone in `cwd` sees it. `files` are those of the policy, which are protected.

    `known` are the `places` of the environment, if somebody has looked them up already. `real`: the kernel itself has
    said that we are in `cwd`. `fuel` is what the verdict may be of work. `found` are the `lookups`, if they are known.
    """
    if known is None:
        known = places(environ)
    return World(
        cwd,
        environ,
        home=known.get("HOME", ""),
        platform=_PLATFORMS.get(sys.platform, sys.platform),
        fuel=fuel,
        **(lookups(cwd, environ, files, known, real=real) if found is None else found),
    )


def lookups(
    cwd: str,
    environ: "Mapping[str, str]",
    files: "Iterable[tuple[str, str]]",
    known: "Mapping[str, str]",
    *,
    real: bool = False,
) -> "dict[str, Callable[..., Any]]":
    """Give the functions by which a world looks at this machine, by their names. Each verdict needs its own."""
    links = _Links(cwd if real else "")
    return {
        "realpath": links.follow,
        "moved": links.moved,
        "which": lambda name: _which(name, environ.get("PATH", os.defpath)),
        "kind": _kind,
        "names": _names,
        "links": _links,
        "index": _index,
        "read": _read,
        "home_of": lambda name: _home_of(name, environ),
        "protected": lambda: _kept(cwd, known, tuple([path for path, _ in files]), moved_files(environ)),
    }


class _Links:
    """Follows symlinks for one verdict: many paths lie in few folders, and each is looked at once."""

    __slots__ = ("_known", "_looked", "_missing")

    def __init__(self, real: str = "") -> None:
        """`real` is a folder that is known to be reached through no link."""
        self._known = {"": "", real: real}
        self._missing: set[str] = set()  # below what is not there, nobody has to look
        # Of a folder: how many names were not in it, or, once it is listed, the names in it and which are links.
        self._looked: dict[str, int | dict[str, bool]] = {}

    def follow(self, path: str) -> str:
        """Give the path that a path leads to; what is not there leads to itself."""
        if path.count("/") > MAX_FOLDERS:
            return os.path.realpath(path) if len(path) <= MAX_PATH else path
        return self._follow(path.rstrip("/")) or "/"

    def moved(self, folders: "Mapping[str, Sequence[str]]") -> list[str]:
        """List the paths that lead elsewhere, of names in folders: what is not there costs one look for all in it."""
        found: list[str] = []
        for folder, names in folders.items():
            paths = [f"{folder}/{name}" for name in names]
            if folder.count("/") >= MAX_FOLDERS:
                found += [path for path in paths if self.follow(path) != path]
            elif self._follow(folder) != folder:
                found += paths
            elif folder not in self._missing:
                if len(names) >= _OFTEN and folder not in self._looked and _EXACT:
                    self._looked[folder] = _listing(folder or "/") or 0
                found += [path for name, path in zip(names, paths, strict=True) if self._is_link(folder, name, path)]
        return found

    def _follow(self, path: str) -> str:
        found = self._known.get(path)
        if found is None:
            folder, _, name = path.rpartition("/")
            if name in ("", ".", ".."):
                found = os.path.realpath(path)
            else:
                found = f"{self._follow(folder)}/{name}"
                led = None if folder in self._missing else self._is_link(folder, name, found)
                if led is None:
                    self._missing.add(path)
                elif led:
                    found = os.path.realpath(found)
            self._known[path] = found
        return found

    def _is_link(self, folder: str, name: str, path: str) -> bool | None:
        """Tell whether a name in a folder is a link; None: it is not there. Where many are not, all are listed."""
        looked = self._looked.get(folder, 0)
        if isinstance(looked, dict):
            return looked.get(name)
        try:
            os.readlink(path)
        except FileNotFoundError:
            listed = _listing(os.path.dirname(path)) if looked == _OFTEN - 1 and _EXACT else None
            self._looked[folder] = listed or looked + 1
            return None
        except (OSError, ValueError):
            return False
        return True


def _listing(folder: str) -> dict[str, bool]:
    """Give the names in a folder, and which are links; nothing of a large one, or one that cannot be read."""
    found: dict[str, bool] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(found) >= _MOST_LISTED:
                    return {}
                found[entry.name] = entry.is_symlink()
    except (OSError, ValueError):
        return {}
    return found


def _index(folder: str) -> tuple[str, bytes] | None:
    from wicket.policy_files.git_index import index

    return index(folder)


def _read(path: str) -> str | None:
    """Read a file of a person's or a repository's settings, if it is a small and plain one."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    with open(descriptor, "rb") as file:
        try:
            content = file.read(_MAX_LISTED + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
        except OSError:
            return None
    return content.decode("utf-8", "surrogateescape") if content is not None and len(content) <= _MAX_LISTED else None


def _home_of(name: str, environ: "Mapping[str, str]") -> str | None:
    """Find the home of somebody by name: in the list of those that this machine itself knows, and nowhere else.

    Who is listed elsewhere, in a directory of the network, is known by the environment if it is whoever works here.
    """
    for line in (_read("/etc/passwd") or "").split("\n"):
        fields = line.split(":")
        if fields[0] == name and len(fields) > 5 and fields[5][:1] == "/":
            return fields[5]
    own = name and name in (environ.get("USER"), environ.get("LOGNAME"))
    return environ.get("HOME") or None if own else None


def _kind(path: str) -> str:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return ""
    return "folder" if stat.S_ISDIR(mode) else "file"


def _links(folder: str) -> "list[str]":
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.is_symlink()]
    except (OSError, ValueError):
        return []


def _names(folder: str) -> "list[str] | None":
    try:
        return os.listdir(folder)
    except (OSError, ValueError):
        return None


def _which(name: str, path: str) -> str | None:
    if not name or "/" in name or "\0" in name:
        return None
    for folder in path.split(os.pathsep):
        found = f"{folder or '.'}/{name}"
        if os.access(found, os.X_OK) and _kind(found) == "file":
            return found
    return None


def _own(environ: "Mapping[str, str]") -> list[str]:
    """Give wicket's own folder, if there is one."""
    try:
        return [state_folder(environ, sys.platform)]
    except HomeError:
        return []


def _kept(
    cwd: str, environ: "Mapping[str, str]", files: tuple[str, ...], moved: tuple[str, ...]
) -> "tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]":
    """Name wicket's home, the policy files, and what switches guards on, as spelled and as links lead.

    Last the former alone: to look at what guards is no act against it, but there are tokens in wicket's home.
    """
    home = environ.get("HOME", "")
    known = environ.get("WICKET_HOME", ""), environ.get("XDG_STATE_HOME", ""), config_folder(environ)
    key = (cwd, home, *known, *files, *moved)
    found = _protected.get(key)
    if found is not None:
        return found
    own = _own(environ)
    paths = [*files, *agents_files(home if home.startswith("/") else "", cwd), *OF_MACHINE, *moved, *own]
    paths += [path for path in files_if_there(cwd) if _kind(path)]
    folder = normal(cwd)
    for length in range(len(folder)):
        above = "/" + "/".join(folder[:length])
        if above != home:
            paths += [path for path in agents_files("", above.rstrip("/")) if _kind(path)]
            paths += [path for path in files_if_there(above.rstrip("/")) if _kind(path)]
    if len(_protected) >= _MAX_KEPT:
        _protected.clear()
    made = _forms(paths), _forms(own)
    _protected[key] = made
    return made


def _forms(paths: list[str]) -> "frozenset[tuple[str, ...]]":
    """Cut paths into components, as they are spelled and as links lead."""
    follow = _Links().follow  # they lie in few folders
    made = frozenset([cut for path in paths for form in (path, follow(path)) if (cut := normal(form))])
    if sys.platform != "linux":
        made |= {tuple(map(str.lower, path)) for path in made}  # case makes no difference there
    return made
