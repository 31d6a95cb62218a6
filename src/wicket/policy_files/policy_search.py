"""Finds policy files: which there are for someone who works in a folder, and which is passed over for another.

Looks at names alone and reads nothing. The names are tried in their order; in one folder the first main file and the
first local one count. A runok.yml is read where there is no wicket.yml beside it. Where nobody can tell whether there
is a file, there is one: whoever reads it finds that it cannot be read, and no rule is lost by shutting a folder.
"""

import os

from wicket.folder_paths import config_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LOCAL_NAMES", "LOCK_NAME", "MAIN_NAMES", "Finding", "Folder", "find", "is_policy_name", "look"]

MAIN_NAMES = ("wicket.yml", "wicket.yaml", "runok.yml", "runok.yaml")
LOCAL_NAMES = ("wicket.local.yml", "wicket.local.yaml", "runok.local.yml", "runok.local.yaml")

# Beside the file whose `extends` it pins.
LOCK_NAME = "wicket.lock"


class Folder:
    """The policy files of one folder: those that count, main before local, and those that do not."""

    __slots__ = ("files", "passed_over", "path")

    def __init__(self, path: str, files: list[str], passed_over: list[str]) -> None:
        self.path = path
        self.files = files
        self.passed_over = passed_over


class Finding:
    """What there is: the person's own folder, if it holds any, and the project's, nearest first.

    Usually the nearest one is the project. But a file that nobody trusts must not hide those above it, so all are
    listed. Where the folder is reached through a link, `behind` are those above its real place: a link must lead
    nobody out of a project.
    """

    __slots__ = ("behind", "person", "projects")

    def __init__(self, person: Folder | None, projects: list[Folder], behind: "list[Folder] | None" = None) -> None:
        self.person = person
        self.projects = projects
        self.behind = behind or []

    def names(self) -> list[str]:
        """List every file that was found, and from where: equal lists mean that equal files would be read."""
        folders = [self.person, *self.projects, *self.behind]
        return [name for each in folders if each for name in (each.path, *each.files, "", *each.passed_over, "")]


def find(cwd: str, environ: "Mapping[str, str]") -> Finding:
    """Find the policy files for someone who works in the absolute folder `cwd`."""
    person = _person(environ)
    home = environ.get("HOME", "").rstrip("/")
    # The folder may be known by another name than its own; then the walk would not stop there.
    homes = {home, os.path.realpath(home)} if home.startswith("/") else set()
    own = {person.path, os.path.realpath(person.path)} if person else set()
    projects = _upwards(cwd, homes, own)
    real = os.path.realpath(cwd)
    if real == cwd:
        return Finding(person, projects)
    known = {os.path.realpath(folder.path) for folder in projects}
    return Finding(person, projects, [each for each in _upwards(real, homes, own) if each.path not in known])


def _upwards(folder: str, homes: set[str], own: set[str]) -> list[Folder]:
    """Find the policy files from a folder up to the home, or to the root."""
    found = []
    while folder not in homes:
        if folder not in own and (here := look(folder)) is not None:
            found.append(here)
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    return found


def is_policy_name(name: str) -> bool:
    """Say whether a file is called what policy files are called."""
    return name in MAIN_NAMES or name in LOCAL_NAMES


def _person(environ: "Mapping[str, str]") -> Folder | None:
    """Find the person's own files: wicket's, else runok's."""
    base = config_folder(environ)
    if not base:
        return None
    found = look(f"{base}/wicket", MAIN_NAMES[:2], LOCAL_NAMES[:2]) or look(f"{base}/runok")
    if found is None and (_leads_nowhere(base) or _leads_nowhere(f"{base}/wicket")):
        # What it led to may be back tomorrow, with all that it forbids.
        return Folder(f"{base}/wicket", [f"{base}/wicket/{MAIN_NAMES[0]}"], [])
    return found


def _leads_nowhere(path: str) -> bool:
    return os.path.islink(path) and not os.path.exists(path)


def look(folder: str, mains: tuple[str, ...] = MAIN_NAMES, locals_: tuple[str, ...] = LOCAL_NAMES) -> Folder | None:
    """Find the policy files that lie in a folder; None: there are none. One that is shut may hold the first."""
    at = folder.rstrip("/")
    try:
        there = [name for name in (*mains, *locals_) if _is_there(f"{at}/{name}")]
    except OSError:
        return Folder(folder, [f"{at}/{mains[0]}"], [])
    if not there:
        return None
    main = next((name for name in there if name in mains), "")
    # What overrides a runok.yml does not override the wicket.yml that is read instead.
    local = next(
        (name for name in there if name in locals_ and not (main.startswith("wicket") and name.startswith("runok"))), ""
    )
    counts = [name for name in (main, local) if name]
    return Folder(folder, [f"{at}/{name}" for name in counts], [f"{at}/{name}" for name in there if name not in counts])


def _is_there(path: str) -> bool:
    """Say whether something of that name is there.

    Raises:
        OSError: nobody can tell.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
