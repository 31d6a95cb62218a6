"""A policy as it would be with some rules more: what a person looks at before a rule is written.

Nothing is written here, and the cache on the disk is left alone. What was made last is kept in memory, since many
commands are judged by it one after the other.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence

from wicket.folder_paths import HomeError, state_folder
from wicket.policy_files.file_digest_and_permissions import state
from wicket.policy_files.fleet_policy import fleet_policy
from wicket.policy_files.policy_from_cache_or_files import Compiled
from wicket.policy_files.policy_loader import Loader
from wicket.policy_files.policy_search import find

__all__ = ["compiled_with"]

# How many are kept: one for each folder that commands were run in.
MAX_KEPT = 16

_kept: dict[tuple[object, ...], Compiled] = {}


def compiled_with(cwd: str, environ: Mapping[str, str], config: str | None, allowing: Sequence[str]) -> Compiled:
    """Give the policy for someone who works in `cwd`, or of the file `config` alone, that allows these patterns too.

    Raises:
        PolicyError: something is wrong with a file that counts, or with a pattern.
    """
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""
    cwd = os.path.abspath(cwd)
    finding = None if config is not None else find(cwd, environ)
    path = "" if config is None else os.path.join(cwd, config)
    fleet = fleet_policy(home) if home else None
    names = (path,) if finding is None else tuple(finding.names())
    names += () if fleet is None else tuple(fleet.names())
    key = (home, environ.get("HOME", ""), names, tuple(allowing))
    known = _kept.get(key)
    if known is not None and all(state(file) == before for file, before in known.files if before != "folder"):
        return known
    loader = Loader(environ, home)
    loader.govern(fleet)
    loader.add(json.dumps({"rules": [{"allow": pattern} for pattern in allowing]}), "the new rule")
    loaded = loader.file(path) if finding is None else loader.found(finding)
    made = Compiled(loaded.compiled(), loaded.warnings, loaded.operator, loaded.files, cached=False)
    while len(_kept) >= MAX_KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = made
    return made
