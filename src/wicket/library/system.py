"""The world that verdicts are made in: this machine, as it is now."""

import os
import stat
import sys

from wicket.folders import HomeError, config_folder, state_folder
from wicket.policy.paths import normal
from wicket.policy.protection import agents_files
from wicket.policy.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["places", "system"]

_PLATFORMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}

# Whoever asks about a thousand commands does so from a few folders.
_MAX_KEPT = 64
_protected: "dict[tuple[str, ...], frozenset[tuple[str, ...]]]" = {}


# Variables that every process is given, and that say where things are.
_PLACES = ("HOME", "WICKET_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


def places(environ: "Mapping[str, str]") -> dict[str, str]:
    """Take out of an environment what says where things are. Looking something up in `os.environ` is slow."""
    return {name: value for name in _PLACES if (value := environ.get(name))}


def system(
    cwd: str,
    environ: "Mapping[str, str]",
    files: "Iterable[tuple[str, str]]" = (),
    known: "Mapping[str, str] | None" = None,
) -> World:
    """Give the world as someone in `cwd` sees it. `files` are those of the policy, which are protected.

    `known` are the `places` of the environment, if somebody has looked them up already.
    """
    if known is None:
        known = places(environ)
    return World(
        cwd,
        environ,
        home=known.get("HOME", ""),
        realpath=_Links().follow,
        which=lambda name: _which(name, environ.get("PATH", os.defpath)),
        kind=_kind,
        names=_names,
        platform=_PLATFORMS.get(sys.platform, sys.platform),
        protected=_kept(cwd, known, tuple([path for path, _ in files])),
    )


class _Links:
    """Follows symlinks for one verdict: many paths lie in few folders."""

    __slots__ = ("_folders",)

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def follow(self, path: str) -> str:
        folder, _, name = path.rpartition("/")
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = os.path.realpath(folder or "/")
        if name in ("", ".", ".."):
            return os.path.realpath(path)
        made = f"{real}/{name}" if real != "/" else f"/{name}"
        try:
            os.readlink(made)
        except (OSError, ValueError):
            return made  # no link, or nothing at all
        return os.path.realpath(made)


def _kind(path: str) -> str:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return ""
    return "folder" if stat.S_ISDIR(mode) else "file"


def _names(folder: str) -> "list[str] | None":
    try:
        return os.listdir(folder)
    except OSError:
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


def _kept(cwd: str, environ: "Mapping[str, str]", files: tuple[str, ...]) -> "frozenset[tuple[str, ...]]":
    """Name wicket's home, the policy files, and what switches guards on, as spelled and as links lead."""
    home = environ.get("HOME", "")
    key = (cwd, home, environ.get("WICKET_HOME", ""), environ.get("XDG_STATE_HOME", ""), config_folder(environ), *files)
    found = _protected.get(key)
    if found is not None:
        return found
    paths = [*files, *agents_files(home if home.startswith("/") else "", cwd), *_own(environ)]
    folder = normal(cwd)
    for length in range(len(folder)):
        above = "/" + "/".join(folder[:length])
        if above != home:
            paths += [path for path in agents_files("", above.rstrip("/")) if _kind(path)]
    if len(_protected) >= _MAX_KEPT:
        _protected.clear()
    made = frozenset(normal(form) for path in paths for form in (path, os.path.realpath(path)) if normal(form))
    _protected[key] = made
    return made
