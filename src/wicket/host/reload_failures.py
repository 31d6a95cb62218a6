"""Why extensions that ran before a reload cannot be started after it, where nobody has meant that."""

from collections.abc import Iterable
from pathlib import Path

from wicket.host.extension_discovery import Discovery, Extension, State

__all__ = ["fallen"]


def fallen(discovery: Discovery, missed: Iterable[Extension]) -> dict[str, str]:
    """Say of those that ran before and are not enabled now why that is so, where nobody has meant it."""
    problems = {problem.folder: problem.sentence for problem in discovery.problems if problem.folder is not None}
    found = {extension.folder: extension for extension in discovery.extensions}
    broken = {}
    for one in missed:
        now = found.get(one.folder)
        if now is not None:
            if now.state is State.UNTRUSTED:
                broken[one.name] = "has changed since it was trusted, or is not trusted any more"
        elif one.folder in problems:
            broken[one.name] = problems[one.folder]
        elif _is_there(one.folder):
            broken[one.name] = f"{one.folder} is there and cannot be read as an extension any more"
    return broken


def _is_there(folder: Path) -> bool:
    """Say whether a folder is there; if nobody can tell, it is."""
    try:
        folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
