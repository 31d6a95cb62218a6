"""What `assertions` of a task set may say: mcpchecker's, on the record of MCP calls, and wicket's, on its gate."""

import difflib
from collections.abc import Mapping
from typing import Any

from wicket.displayed_text import excerpt
from wicket.tasks.re2_matching import BadPattern, compile_expression

__all__ = ["COMMAND_ASSERTIONS", "GATE_ASSERTIONS", "MCP_ASSERTIONS", "check_assertions", "servers_named"]

_TOOL = ("server", "tool", "toolPattern")
_RESOURCE = ("server", "uri", "uriPattern")
_PROMPT = ("server", "prompt", "promptPattern")
_LISTS = {
    "toolsUsed": _TOOL,
    "requireAny": _TOOL,
    "toolsNotUsed": _TOOL,
    "resourcesRead": _RESOURCE,
    "resourcesNotRead": _RESOURCE,
    "promptsUsed": _PROMPT,
    "promptsNotUsed": _PROMPT,
    "callOrder": ("type", "server", "name"),
}
_COUNTS = ("minToolCalls", "maxToolCalls", "maxQuestions")
_FLAGS = ("noDuplicateCalls", "neverDenied")
_PATTERNS = ("commandsRun", "commandsNotRun", "filesWritten")
MCP_ASSERTIONS = frozenset((*_LISTS, "minToolCalls", "maxToolCalls", "noDuplicateCalls"))
COMMAND_ASSERTIONS = ("commandsRun", "commandsNotRun")
GATE_ASSERTIONS = frozenset((*_PATTERNS, "neverDenied", "maxQuestions"))
_UNSUPPORTED = ("skillsLoaded", "skillsNotLoaded")


def check_assertions(assertions: Any) -> list[str]:
    """Say all that is wrong with the assertions of a task set."""
    if not isinstance(assertions, Mapping):
        return ["assertions must be a mapping"]
    found: list[str] = []
    for name, value in assertions.items():
        if name in _UNSUPPORTED:
            found.append(f"the assertion `{name}` is not supported: wicket does not load skills; remove it")
        elif name in _LISTS:
            found += _check_entries(name, value)
        elif name in _COUNTS:
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                found.append(f"the assertion `{name}` must be a number of at least 0")
        elif name in _FLAGS:
            if not isinstance(value, bool):
                found.append(f"the assertion `{name}` must be true or false")
        elif name in _PATTERNS:
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                found.append(f"the assertion `{name}` must be a list of patterns")
        else:
            near = difflib.get_close_matches(name, sorted(MCP_ASSERTIONS | GATE_ASSERTIONS), n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            found.append(f"unknown assertion `{excerpt(name, 60)}`{hint}")
    return found


def servers_named(value: Any) -> set[str]:
    """Give the MCP servers that an assertion is about; none, if it is about all of them or about none."""
    return {str(entry["server"]) for entry in value if "server" in entry} if _has_entries(value) else set()


def _has_entries(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)


def _check_entries(name: str, value: Any) -> list[str]:
    if not _has_entries(value):
        return [f"the assertion `{name}` must be a list of mappings"]
    found = []
    for entry in value:
        found += [
            f"the assertion `{name}` has an unknown key `{excerpt(key, 60)}`; it may have {', '.join(_LISTS[name])}"
            for key in entry
            if key not in _LISTS[name]
        ]
        if "server" not in entry:
            found.append(f"an entry of the assertion `{name}` names no `server`")
        if name == "callOrder" and entry.get("type") not in ("tool", "resource", "prompt"):
            found.append("an entry of the assertion `callOrder` has a `type` of tool, resource or prompt")
        for key, pattern in entry.items():
            if key.endswith("Pattern"):
                try:
                    compile_expression(str(pattern))
                except BadPattern as error:
                    found.append(f"the assertion `{name}`: {excerpt(str(pattern), 60)!r} is no pattern: {error}")
    return found
