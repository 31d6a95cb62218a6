"""The compiled policy that holds in a folder: from the cache, if nothing has changed since it was made.

Each call looks for policy files anew, so that one more or one less is always noticed; what was found names the entry of
the cache. The entry names every file that was looked at when it was made, and each is read and compared.
"""

import marshal
import os
import sys

from wicket import __version__
from wicket.folder_paths import HomeError, config_folder, state_folder
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy_files import policy_cache_files
from wicket.policy_files.file_digest_and_permissions import hexdigest, state
from wicket.policy_files.policy_search import Finding, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["Compiled", "compiled"]


class Compiled:
    """A policy that can be asked at once.

    `policy` is what the compiler made, plain data; `warnings` are for the person; `operator` is the `gateway` of their
    own file; `files` are all files that were looked at, with their states; `cached` says whether it was at hand.
    """

    __slots__ = ("cached", "files", "operator", "policy", "warnings")

    def __init__(
        self,
        policy: "dict[str, Any]",
        warnings: tuple[Problem, ...],
        operator: "dict[str, Any]",
        files: tuple[tuple[str, str], ...],
        *,
        cached: bool,
    ) -> None:
        self.policy = policy
        self.warnings = warnings
        self.operator = operator
        self.files = files
        self.cached = cached


def compiled(
    cwd: str,
    environ: "Mapping[str, str]",
    config: str | None = None,
    *,
    testing: bool = False,
) -> Compiled:
    """Give the compiled policy for someone who works in `cwd`, or of the file `config` alone.

    Raises:
        PolicyError: something is wrong with a file that counts.
    """
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""  # then nothing is kept, and nothing of a project is trusted
    cwd = os.path.abspath(cwd)
    finding = None if config is not None else find(cwd, environ)
    path = "" if config is None else os.path.join(cwd, config)
    key = _key(finding, path, home, environ, testing=testing)
    return (_recall(home, key) if home else None) or _make(finding, path, home, key, environ, testing)


def _key(finding: Finding | None, path: str, home: str, environ: "Mapping[str, str]", *, testing: bool) -> str:
    """Name the entry: everything but the contents of files that the compiled policy depends on."""
    python = f"{sys.version} {sys.implementation.name} {marshal.version}"
    names = ["given", path] if finding is None else ["found", *finding.names()]
    person = [environ.get("HOME", ""), config_folder(environ), home, str(testing)]
    return hexdigest([__version__, _code(), python, *person, *names])


def _code() -> str:
    """Say which compiler it is: a version that is being worked on keeps its number."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        # What is known of programs shapes patterns as well; those files are many, and come and go with an installation.
        found = [*_changes(f"{package}/shell", ""), *_changes(f"{package}/policy", ".py")]
    except OSError:
        return ""
    return " ".join(sorted(found))


def _changes(folder: str, ending: str) -> list[str]:
    """Say when a folder and those below it last changed, or with an `ending`, the files in them that end so."""
    found = [] if ending else [f"{folder} {os.stat(folder).st_mtime_ns}"]
    with os.scandir(folder) as entries:
        for each in entries:
            if "." not in each.name and each.name[:1] != "_":
                found += _changes(each.path, ending)
            elif ending and each.name.endswith(ending):
                found.append(f"{each.path} {each.stat().st_mtime_ns}")
    return found


def _recall(home: str, key: str) -> Compiled | None:
    """Take the policy from the cache, if every file that it was made of is as it was."""
    match policy_cache_files.fetch(home, key):
        case (dict(policy), tuple(warnings), dict(operator), tuple(files)):
            pass
        case _:
            return None
    if not all(_state(path) == known for path, known in files):
        return None
    said = tuple(Problem(Origin(file, line), message, hint) for file, line, message, hint in warnings)
    return Compiled(policy, said, operator, files, cached=True)


def _state(path: str) -> str:
    found = state(path)
    if found == "folder":
        from wicket.policy_files.validator_program_files import state_of_part

        return state_of_part(path)
    return found


def _make(
    finding: Finding | None,
    path: str,
    home: str,
    key: str,
    environ: "Mapping[str, str]",
    testing: bool,
) -> Compiled:
    from wicket.policy_files.policy_loader import Loader

    loader = Loader(environ, home, testing=testing)
    loaded = loader.file(path) if finding is None else loader.found(finding)
    policy = loaded.compiled()
    made = Compiled(policy, loaded.warnings, loaded.operator, loaded.files, cached=False)
    if home:
        said = tuple((each.origin.file, each.origin.line, each.message, each.hint) for each in made.warnings)
        policy_cache_files.store(home, key, (policy, said, made.operator, made.files))
    return made
