"""Patterns of assertions about the gate: commands as a policy's rules match them, and paths."""

import fnmatch
import json
import os
from functools import lru_cache

from wicket.loaded_policy import Policy

__all__ = ["matches_command", "matches_path"]


@lru_cache(maxsize=256)
def _policy(pattern: str) -> Policy:
    return Policy.loads(json.dumps({"defaults": {"action": "allow"}, "rules": [{"deny": pattern}]}))


def matches_command(pattern: str, text: str) -> bool:
    """Whether a command line holds a command that a deny rule with this pattern would meet, however it is spelled.

    Raises:
        PolicyError: the pattern is none.
    """
    return any(one.matches for one in _policy(pattern).check(text).evidence)


def matches_path(pattern: str, path: str) -> bool:
    """Whether a path is meant: a pattern without a slash means the name, `*` any characters."""
    if "/" not in pattern:
        return fnmatch.fnmatchcase(os.path.basename(path), pattern)
    if pattern.startswith("/"):
        return fnmatch.fnmatchcase(path, pattern)
    return fnmatch.fnmatchcase(path, f"*/{pattern}") or fnmatch.fnmatchcase(path, pattern)
