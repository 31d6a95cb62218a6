"""What may stand in a step that wicket carries out itself: `script`, `http`, `llmJudge`, a tool of an MCP server."""

import difflib
from collections.abc import Collection, Mapping
from typing import Any

from wicket.displayed_text import excerpt
from wicket.tasks.re2_matching import BadPattern, compile_expression
from wicket.tasks.task_model import Step
from wicket.wire import go_durations

__all__ = ["check_body", "seconds", "unknown_keys"]

_KEYS = {
    "script": ("file", "inline", "env", "timeout", "continueOnError"),
    "http": ("url", "method", "headers", "body", "timeout", "expect"),
    "llmJudge": ("contains", "exact", "rubric"),
    "tool": ("args", "expect", "timeout"),
}

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
FIELD_TYPES = ("string", "number", "bool", "array", "object", "null", "boolean")


def check_body(step: Step, phase: str) -> list[str]:
    """Say all that is wrong with a step's own fields. An operation's arguments are its extension's to check.

    What an `expect` may not have is among it: an expectation that nobody looks at would pass.
    """
    match step.kind:
        case "script":
            return _check_script(step.body)
        case "http":
            return _check_http(step.body)
        case "llmJudge":
            return _check_judge(step.body, phase)
        case "tool":
            return _check_tool(step.body)
        case "operation":
            return []


def unknown_keys(step: Step) -> list[str]:
    """Say which of a step's own fields mean nothing."""
    return _unknown(step.body, _KEYS[step.kind]) if step.kind in _KEYS else []


def seconds(value: Any, default: float) -> float:
    """Read a duration that was checked before."""
    return default if value is None else go_durations.parse(str(value))


def _check_script(body: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    if ("file" in body) == ("inline" in body):
        found.append("a script is `inline` or a `file`, one of both")
    found += [f"`{key}` must be a text" for key in ("file", "inline") if not isinstance(body.get(key, ""), str)]
    found += _check_texts(body, "env") + _check_timeout(body)
    if not isinstance(body.get("continueOnError", False), bool):
        found.append("`continueOnError` must be true or false")
    return found


def _check_http(body: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    if not isinstance(body.get("url"), str) or not body["url"]:
        found.append("`url` is missing")
    method = body.get("method", "GET")
    if "{" not in str(method) and str(method).upper() not in METHODS:
        found.append(f"`method` is {excerpt(str(method), 40)!r}, and must be one of {', '.join(METHODS)}")
    found += _check_texts(body, "headers") + _check_timeout(body)
    sent = body.get("body")
    if sent is not None and (not isinstance(sent, dict) or len(sent) != 1 or set(sent) - {"raw", "json"}):
        found.append("`body` has one of `raw` and `json`")
    return found + _check_expectation(body.get("expect"))


def _check_expectation(expect: Any) -> list[str]:
    if expect is None:
        return []
    if not isinstance(expect, dict):
        return ["`expect` must be a mapping"]
    found = _unknown(expect, ("status", "body"), "expect.")
    status = expect.get("status", 200)
    wanted = status if isinstance(status, list) else [status]
    if not all(isinstance(one, int) and not isinstance(one, bool) and 100 <= one <= 599 for one in wanted):
        found.append("`expect.status` must be a status, as 200, or a list of them")
    return found if expect.get("body") is None else found + _check_content(expect["body"], "expect.body")


def _check_content(body: Any, place: str) -> list[str]:
    """Look at what a body must be like, or what a tool gives."""
    if not isinstance(body, dict):
        return [f"`{place}` must be a mapping"]
    found = _unknown(body, ("match", "fields"), f"{place}.")
    found += _check_pattern(body.get("match"), f"{place}.match")
    fields = body.get("fields", [])
    if not isinstance(fields, list):
        return [*found, f"`{place}.fields` must be a list"]
    for index, field in enumerate(fields):
        where = f"{place}.fields[{index}]"
        if not isinstance(field, dict) or not isinstance(field.get("path"), str):
            found.append(f"`{where}` must have a `path`")
            continue
        found += _unknown(field, ("path", "equals", "type", "match", "exists"), f"{where}.")
        found += _check_pattern(field.get("match"), f"{where}.match")
        if "type" in field and field["type"] not in FIELD_TYPES:
            found.append(f"`{where}.type` must be one of {', '.join(FIELD_TYPES)}")
        if not isinstance(field.get("exists", True), bool):
            found.append(f"`{where}.exists` must be true or false")
    return found


def _check_judge(body: Mapping[str, Any], phase: str) -> list[str]:
    found: list[str] = []
    if phase != "verify":
        found.append("a judge can only be asked in verify")
    if len([key for key in _KEYS["llmJudge"] if key in body]) != 1:
        found.append("it has one of `contains`, `exact` and `rubric`")
    return found


def _check_tool(body: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    if not isinstance(body.get("args", {}), dict):
        found.append("`args` must be a mapping")
    expect = body.get("expect", {})
    if not isinstance(expect, dict):
        return [*found, "`expect` must be a mapping"]
    found += _unknown(expect, ("isError", "content"), "expect.")
    if not isinstance(expect.get("isError", False), bool):
        found.append("`expect.isError` must be true or false")
    content = expect.get("content", "")
    found += [] if isinstance(content, str) else _check_content(content, "expect.content")
    return found + _check_timeout(body)


def _unknown(body: Mapping[str, Any], known: Collection[str], place: str = "") -> list[str]:
    found = []
    for key in body:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"it may have {', '.join(known)}"
            found.append(f"unknown key `{place}{excerpt(key, 60)}`; {hint}")
    return found


def _check_texts(body: Mapping[str, Any], key: str) -> list[str]:
    value = body.get(key) or {}
    if isinstance(value, dict) and not any(isinstance(each, dict | list) for each in value.values()):
        return []
    return [f"`{key}` must map names to texts"]


def _check_timeout(body: Mapping[str, Any]) -> list[str]:
    if body.get("timeout") is None:
        return []
    try:
        given = go_durations.parse(str(body["timeout"]))
    except ValueError as error:
        return [f"`timeout`: {error}"]
    return [] if given > 0 else ["`timeout` must be longer than nothing"]


def _check_pattern(pattern: Any, where: str) -> list[str]:
    if pattern is None:
        return []
    try:
        compile_expression(str(pattern))
    except BadPattern as error:
        return [f"`{where}` is no regular expression: {error}"]
    return []
