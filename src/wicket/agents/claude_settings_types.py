"""Types of Claude Code's settings: one value of a wrong type, and it drops the whole file without a word."""

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["wrong_hook", "wrong_type"]

_NAMES: Final = {str: "a text", bool: "true or false", list: "a list", dict: "an object", int: "a number"}

# Keys whose type is known. What is not listed here does no harm, or is not known to.
_TYPES: Final[Mapping[str, type]] = {
    "apiKeyHelper": str,
    "cleanupPeriodDays": int,
    "disableAllHooks": bool,
    "disabledMcpjsonServers": list,
    "enableAllProjectMcpServers": bool,
    "enabledMcpjsonServers": list,
    "env": dict,
    "hooks": dict,
    "includeCoAuthoredBy": bool,
    "model": str,
    "outputStyle": str,
    "permissions": dict,
    "statusLine": dict,
}
_PERMISSIONS: Final[Mapping[str, type]] = {
    "additionalDirectories": list,
    "allow": list,
    "ask": list,
    "defaultMode": str,
    "deny": list,
}

# What a hook of each kind needs.
_NEEDED: Final = {"command": "command", "http": "url", "prompt": "prompt", "agent": "prompt"}


def wrong_type(settings: Mapping[str, Any]) -> str | None:
    """Say which setting has a wrong type; None: none that is known."""
    permissions = settings.get("permissions", {})
    return (
        _wrong(settings, _TYPES, "")
        or (_wrong(permissions, _PERMISSIONS, "permissions.") if isinstance(permissions, dict) else None)
        or _wrong_rule(permissions)
        or wrong_hook(settings.get("hooks", {}))
    )


def _wrong(given: Mapping[str, Any], types: Mapping[str, type], place: str) -> str | None:
    for key, wanted in types.items():
        if key in given and not _is(given[key], wanted):
            return f"`{place}{key}` must be {_NAMES[wanted]}"
    return None


def _is(value: object, wanted: type) -> bool:
    if wanted is int:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, wanted)


def _wrong_rule(permissions: Mapping[str, Any]) -> str | None:
    for key in ("allow", "ask", "deny"):
        if not all(isinstance(rule, str) for rule in permissions.get(key, ())):
            return f"`permissions.{key}` must be a list of texts"
    return None


def wrong_hook(events: Mapping[str, Any]) -> str | None:
    """Say which hook has a wrong form; None: none."""
    for event, entries in events.items():
        if not isinstance(entries, list):
            return f"`hooks.{event}` must be a list"
        for entry in entries:
            if not isinstance(entry, dict) or not isinstance(entry.get("hooks"), list):
                return f"`hooks.{event}` has an entry without a list of hooks"
            if not isinstance(entry.get("matcher", ""), str):
                return f"`hooks.{event}` has a matcher that is no text"
            for hook in entry["hooks"]:
                needed = _NEEDED.get(hook.get("type", "")) if isinstance(hook, dict) else None
                if needed is None or not isinstance(hook.get(needed), str):
                    return f"`hooks.{event}` has a hook without a {needed or 'type that is known'}"
    return None
