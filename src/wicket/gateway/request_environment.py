"""The environment of a request: which variables it may set, and what a command runs with."""

import re
from collections.abc import Mapping

__all__ = ["DEFAULT_PATH", "environment", "environment_objection"]

# What commands are looked up on, whatever the gateway's own is: the requester must not choose.
DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_ALLOWED = frozenset({"LANG", "TZ", "HOME", "DEBIAN_FRONTEND", "TERM"})

# A category of the locale. What else begins with LC_ is somebody's own invention, and programs may act on it.
_LOCALE = re.compile(r"LC_[A-Z][A-Z0-9_]*")


def environment_objection(env: Mapping[str, str]) -> str | None:
    """Say why a request with this environment is not taken. Nothing is left out silently."""
    for name in env:
        if name == "SSH_AUTH_SOCK":
            return "SSH_AUTH_SOCK cannot be set in request env; use forward_agent instead"
        if name not in _ALLOWED and not _LOCALE.fullmatch(name):
            return f"environment variable not allowed: {name}"
    return None


def environment(env: Mapping[str, str], defaults: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of a command: what the request sets, and defaults for what it does not."""
    return {**defaults, **env}
