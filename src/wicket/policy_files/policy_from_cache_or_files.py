"""The compiled policy that holds in a folder: from the cache, if nothing has changed since it was made.

Each call looks for policy files anew, so that one more or one less is always noticed; what was found names the entry of
the cache. The entry names every file that was looked at when it was made, and each is read and compared.
"""

import os
import sys

from wicket.folder_paths import HomeError, state_folder
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy_files import policy_cache_files
from wicket.policy_files.file_digest_and_permissions import state
from wicket.policy_files.fleet_policy import fleet_policy
from wicket.policy_files.policy_search import Finding, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from wicket.policy_files.fleet_policy import FleetPolicy
    from wicket.policy_files.policies_in_memory import PoliciesInMemory

__all__ = ["Compiled", "compiled", "keep_in_memory"]


# What a process that judges again and again has loaded.
_memory: "PoliciesInMemory | None" = None


def keep_in_memory() -> None:
    """Keep in memory what is loaded from now on, and read its files again only if their status has changed."""
    global _memory
    from wicket.policy_files.policies_in_memory import PoliciesInMemory

    _memory = PoliciesInMemory()


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
    governed: bool = False,
) -> Compiled:
    """Give the compiled policy for someone who works in `cwd`, or of the file `config` alone.

    Below a fleet's policy, what holds in a folder can only tighten it; and so can `config`, if it is to be `governed`.

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
    fleet = fleet_policy(home) if home and (governed or config is None) else None
    key = policy_cache_files.entry_key(_code(), finding, path, home, environ, fleet, testing=testing)
    return (_recall(home, key) if home else None) or _make(finding, path, home, key, environ, fleet, testing)


def _code() -> str:
    if _memory is None:
        return policy_cache_files.version_of_code()
    if not _memory.code:  # a process goes on with the modules that it has loaded
        _memory.code = policy_cache_files.version_of_code()
    return _memory.code


def _recall(home: str, key: str) -> Compiled | None:
    """Take the policy from memory or the cache, if every file that it was made of is as it was."""
    if _memory is not None and (known := _memory.fetch(key)) is not None:
        return known
    match policy_cache_files.fetch(home, key):
        case (dict(policy), tuple(warnings), dict(operator), tuple(files)):
            pass
        case _:
            return None
    before = None if _memory is None else _memory.seen(files)
    if not all(_state(path) == known for path, known in files):
        return None
    said = tuple(Problem(Origin(file, line), message, hint) for file, line, message, hint in warnings)
    found = Compiled(policy, said, operator, files, cached=True)
    if _memory is not None and before is not None:
        from wicket.policy.evaluation.compiled_rule import with_names

        found.policy = with_names(policy)
        _memory.keep(key, found, before)
    return found


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
    fleet: "FleetPolicy | None",
    testing: bool,
) -> Compiled:
    from wicket.policy_files.policy_loader import Loader

    loader = Loader(environ, home, testing=testing)
    loader.govern(fleet)
    loaded = loader.file(path) if finding is None else loader.found(finding)
    policy = loaded.compiled()
    made = Compiled(policy, loaded.warnings, loaded.operator, loaded.files, cached=False)
    if home:
        said = tuple((each.origin.file, each.origin.line, each.message, each.hint) for each in made.warnings)
        policy_cache_files.store(home, key, (policy, said, made.operator, made.files))
    return made
