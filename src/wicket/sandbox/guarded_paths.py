"""What stays unwritable in a folder that may be written: what others run later, and what switches a guard on. Pure."""

from wicket.policy.config.built_in_rules import agents_files, files_if_there
from wicket.sandbox.profile import within

__all__ = ["files_if_there", "guards_files", "pinned_folders", "runs_later", "stand_in"]

# Of a repository: what git runs, or by which it finds what it runs. `commondir` and `config.worktree` lead to another
# configuration, `modules` and `worktrees` hold some of their own.
_GIT_FOLDERS = ("hooks", "modules", "worktrees")
_GIT_FILES = ("config", "config.worktree", "commondir")

# A name among agents' settings that has no suffix is a folder: `hooks`, `plugins`, `.wicket`.
_SUFFIXES = (".json", ".jsonc", ".toml", ".yml", ".yaml", ".env")


def runs_later(project: str) -> list[tuple[str, bool]]:
    """List git's own files in a project by which a later git runs programs, each with whether it is a folder."""
    git = f"{project}/.git"
    return [*((f"{git}/{name}", True) for name in _GIT_FOLDERS), *((f"{git}/{name}", False) for name in _GIT_FILES)]


def guards_files(home: str, project: str, own: tuple[str, ...]) -> list[tuple[str, bool]]:
    """List the settings of agents and of wicket, each with whether it is a folder; `own` are wicket's, and moved."""
    return [(path, not path.endswith(_SUFFIXES)) for path in (*agents_files(home, project), *own)]


def pinned_folders(protected: list[str], roots: list[str]) -> list[str]:
    """List the folders between a root and what is protected there: moved away, they would take it along."""
    found: dict[str, None] = {}
    for path in protected:
        root = next(root for root in roots if within(path, root))
        at = path.rpartition("/")[0]
        while at != root and within(at, root):
            found[at] = None
            at = at.rpartition("/")[0]
    return sorted(path for path in found if path not in protected)


def stand_in(path: str) -> bytes | None:
    """Say what has to be read where a protected file is missing, for git to work as without it; None: nothing."""
    folder, _, name = path.rpartition("/")
    if not folder.endswith("/.git"):
        return None
    return {"commondir": b".\n", "config.worktree": b""}.get(name)
