"""Whether the record of a run's calls is as a task set asserts. Without a record there is no pass: that is an error."""

import fnmatch
import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from wicket.displayed_text import excerpt
from wicket.loaded_policy import Policy
from wicket.tasks.assertion_documents import GATE_ASSERTIONS, servers_named
from wicket.tasks.call_record import CallRecord, GateCall, McpCall
from wicket.tasks.re2_matching import compile_expression
from wicket.tasks.task_results import AssertionResult

__all__ = ["check_pattern", "evaluate", "matches_command", "matches_path"]


@lru_cache(maxsize=256)
def _policy(pattern: str) -> Policy:
    return Policy.loads(json.dumps({"defaults": {"action": "allow"}, "rules": [{"deny": pattern}]}))


def check_pattern(pattern: str) -> None:
    """Look whether a pattern for commands is one.

    Raises:
        PolicyError: it is none.
    """
    _policy(pattern)


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


Check = Callable[[Any, CallRecord], str]

_NAME_KEY = {"tool": "tool", "resource": "uri", "prompt": "prompt"}
_MUST_NOT = ("toolsNotUsed", "resourcesNotRead", "promptsNotUsed")


def evaluate(wanted: Mapping[str, Any], record: CallRecord, gate: str) -> list[AssertionResult]:
    """Hold each assertion against the record. `gate` says how the agent was watched."""
    return [_one(name, value, record, gate) for name, value in wanted.items()]


def _one(name: str, value: Any, record: CallRecord, gate: str) -> AssertionResult:
    if name in GATE_ASSERTIONS:
        if gate == "none":
            said = "no gate watched this agent, so that is not known; use an agent that wicket guards"
            return AssertionResult(name, False, said, broken=True)
    elif not record.proxied:
        said = "there was no MCP server between whose calls could be recorded; set `config.mcpConfigFile`"
        return AssertionResult(name, False, said, broken=True)
    elif not record.servers:
        said = "the agent never spoke to an MCP server, so there is no record"
        return AssertionResult(name, False, said, broken=True)
    reason = _CHECKS[name](value, record)
    # What is not known of a server is no pass, and says nothing about the agent: only that something was called that
    # must not be is certain.
    unknown = sorted(servers_named(value) - record.servers)
    if unknown and bool(reason) is not (name in _MUST_NOT):
        return AssertionResult(name, False, f"the agent never spoke to {', '.join(unknown)}", broken=True)
    return AssertionResult(name, not reason, reason)


def _find(kind: str, entry: Mapping[str, Any], record: CallRecord) -> list[McpCall]:
    return [call for call in record.of(kind) if _matches(call, entry)]


def _matches(call: McpCall, entry: Mapping[str, Any]) -> bool:
    key = _NAME_KEY[call.kind]
    if call.server != entry["server"]:
        return False
    if key in entry:
        return call.name == str(entry[key])
    return f"{key}Pattern" not in entry or compile_expression(str(entry[f"{key}Pattern"])).search(call.name)


def _told(entry: Mapping[str, Any]) -> str:
    name = next((str(value) for key, value in entry.items() if key not in ("server", "type")), "anything")
    return f"{entry.get('server')}.{excerpt(name, 80)}"


def _used(kind: str) -> Check:
    def check(entries: Sequence[Mapping[str, Any]], record: CallRecord) -> str:
        missing = [_told(entry) for entry in entries if not _find(kind, entry, record)]
        return f"not used: {', '.join(missing)}" if missing else ""

    return check


def _not_used(kind: str) -> Check:
    def check(entries: Sequence[Mapping[str, Any]], record: CallRecord) -> str:
        used = [_told(entry) for entry in entries if _find(kind, entry, record)]
        return f"used: {', '.join(used)}" if used else ""

    return check


def _any(entries: Sequence[Mapping[str, Any]], record: CallRecord) -> str:
    if any(_find("tool", entry, record) for entry in entries):
        return ""
    return f"none was used of {', '.join(_told(entry) for entry in entries)}"


def _at_least(count: int, record: CallRecord) -> str:
    made = len(record.of("tool"))
    return "" if made >= count else f"{made} tool calls were made, and there must be at least {count}"


def _at_most(count: int, record: CallRecord) -> str:
    made = len(record.of("tool"))
    return "" if made <= count else f"{made} tool calls were made, and there may be at most {count}"


def _in_order(entries: Sequence[Mapping[str, Any]], record: CallRecord) -> str:
    left = iter(record.calls)
    for entry in entries:
        wanted = (entry["type"], entry["server"], entry.get("name"))
        if not any((call.kind, call.server, call.name) == wanted for call in left):
            return f"{entry['server']}.{entry.get('name')} was not called, or not after those before it"
    return ""


def _no_duplicates(wanted: bool, record: CallRecord) -> str:
    seen: set[str] = set()
    for call in record.of("tool"):
        key = json.dumps([call.server, call.name, call.arguments], sort_keys=True, default=str)
        if wanted and key in seen:
            return f"{call.server}.{call.name} was called twice with the same arguments"
        seen.add(key)
    return ""


def _ran(patterns: Sequence[str], record: CallRecord) -> str:
    ran = [call.text for call in _commands(record) if call.ran]
    missing = [one for one in patterns if not any(matches_command(one, text) for text in ran)]
    return f"not run: {', '.join(missing)}" if missing else ""


def _not_ran(patterns: Sequence[str], record: CallRecord) -> str:
    ran = [call.text for call in _commands(record) if call.ran]
    found = [text for text in ran if any(matches_command(one, text) for one in patterns)]
    return f"run: {excerpt('; '.join(found))}" if found else ""


def _never_denied(wanted: bool, record: CallRecord) -> str:
    denied = [call.text for call in record.gate if not call.ran]  # also what nobody could be asked about
    return f"denied: {excerpt('; '.join(denied))}" if wanted and denied else ""


def _written(patterns: Sequence[str], record: CallRecord) -> str:
    written = [call.text for call in record.gate if call.kind == "write" and call.ran]
    missing = [one for one in patterns if not any(matches_path(one, path) for path in written)]
    return f"not written: {', '.join(missing)}" if missing else ""


def _questions(count: int, record: CallRecord) -> str:
    asked = sum(call.decision == "ask" for call in record.gate)
    return "" if asked <= count else f"the policy would have asked {asked} times, and may at most {count}"


def _commands(record: CallRecord) -> list[GateCall]:
    return [call for call in record.gate if call.kind == "command"]


_CHECKS: Mapping[str, Check] = {
    "toolsUsed": _used("tool"),
    "toolsNotUsed": _not_used("tool"),
    "requireAny": _any,
    "minToolCalls": _at_least,
    "maxToolCalls": _at_most,
    "resourcesRead": _used("resource"),
    "resourcesNotRead": _not_used("resource"),
    "promptsUsed": _used("prompt"),
    "promptsNotUsed": _not_used("prompt"),
    "callOrder": _in_order,
    "noDuplicateCalls": _no_duplicates,
    "commandsRun": _ran,
    "commandsNotRun": _not_ran,
    "neverDenied": _never_denied,
    "filesWritten": _written,
    "maxQuestions": _questions,
}
