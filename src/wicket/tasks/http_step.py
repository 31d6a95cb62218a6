"""Carries out an `http` step: a request, and what its answer must be like."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

from wicket.displayed_text import excerpt
from wicket.tasks.http_exchange import Answer, HttpFailure, exchange
from wicket.tasks.re2_matching import compile_expression
from wicket.tasks.task_results import StepEnding

__all__ = ["DEFAULT_TIMEOUT_S", "run_http", "unmet", "unmet_content"]

DEFAULT_TIMEOUT_S = 30.0

TOO_MANY_REQUESTS = 429

MAX_BYTES_AT_ONCE = 256 * 1024

MAX_REDIRECTS = 10
SAME_AGAIN = (307, 308)
READ_THERE = (301, 302, 303)
_FOR_ONE_HOST = ("authorization", "cookie", "proxy-authorization", "x-api-key")

_ABSENT = object()
_PART = re.compile(r"\.?([^.\[\]]+)|\[([0-9]+)\]")


async def run_http(body: Mapping[str, Any]) -> tuple[StepEnding, str, str]:
    """Send the request, and say how the answer compares with what is expected."""
    sent, headers = _sent(body.get("body"), body.get("headers") or {})
    try:
        method = str(body.get("method", "GET")).upper()
        answer = await _answer(method, str(body["url"]), headers, sent, body.get("expect"))
    except HttpFailure as error:
        return StepEnding.BROKEN, "", str(error)
    expect = body.get("expect")
    large = len(answer.body) > MAX_BYTES_AT_ONCE  # the other tasks do not wait while it is searched
    missing = await asyncio.to_thread(unmet, answer, expect) if large else unmet(answer, expect)
    message = f"status {answer.status}: {excerpt(answer.text, 500)}" if answer.body else f"status {answer.status}"
    if missing and answer.status == TOO_MANY_REQUESTS and not _wants(body.get("expect"), TOO_MANY_REQUESTS):
        return StepEnding.BROKEN, message, "the server takes no more requests for now (429)"
    return (StepEnding.FAILED if missing else StepEnding.SUCCEEDED), message, "; ".join(missing)


async def _answer(
    method: str, url: str, headers: Mapping[str, str], body: bytes | None, expect: Mapping[str, Any] | None
) -> Answer:
    """Send a request, and follow where the server points, unless that is what is expected of it."""
    for _ in range(MAX_REDIRECTS + 1):
        answer = await exchange(method, url, headers=headers, body=body)
        place = answer.headers.get("location")
        if not place or answer.status not in (*SAME_AGAIN, *READ_THERE) or _wants(expect, answer.status):
            return answer
        if answer.status in READ_THERE and method not in ("GET", "HEAD"):
            method, body = "GET", None
            headers = {key: value for key, value in headers.items() if key.lower() != "content-type"}
        before, url = url, _joined(url, place)
        old, new = urlsplit(before), urlsplit(url)
        if old.netloc != new.netloc or (old.scheme == "https" and new.scheme != "https"):
            headers = {key: value for key, value in headers.items() if key.lower() not in _FOR_ONE_HOST}
    raise HttpFailure(f"{method} {excerpt(url)}: more than {MAX_REDIRECTS} redirects")


def _joined(url: str, place: str) -> str:
    """Give the address that a server points to.

    Raises:
        HttpFailure: it is none.
    """
    try:
        return urljoin(url, place)
    except ValueError as error:
        raise HttpFailure(f"{excerpt(url)} points to {excerpt(place)!r}, which is no address: {error}") from None


def unmet(answer: Answer, expect: Mapping[str, Any] | None) -> list[str]:
    """Say what of an expectation an answer does not meet. Without one, any status below 400 will do."""
    expect = expect or {}
    found = []
    status = expect.get("status")
    if status is None:
        if answer.status >= 400 and not expect:
            found.append(f"the status is {answer.status}")
    elif not _wants(expect, answer.status):
        found.append(f"the status is {answer.status}, not {status}")
    return found + unmet_content(expect.get("body") or {}, answer.text, "the body")


def unmet_content(wanted: Mapping[str, Any], text: str, what: str) -> list[str]:
    """Say what of `match` and `fields` a text does not meet."""
    found = []
    if "match" in wanted and not compile_expression(str(wanted["match"])).search(text):
        found.append(f"{what} does not match {excerpt(str(wanted['match']), 80)!r}")
    if fields := wanted.get("fields"):
        try:
            document = json.loads(text)
        except ValueError:
            return [*found, f"{what} is no JSON"]
        for field in fields:
            found += _unmet_field(field, _at(document, field["path"]))
    return found


def _wants(expect: Mapping[str, Any] | None, status: int) -> bool:
    wanted = (expect or {}).get("status")
    return status in (wanted if isinstance(wanted, list) else [wanted])


def _unmet_field(field: Mapping[str, Any], value: Any) -> list[str]:
    path = field["path"]
    if value is _ABSENT:
        return [] if field.get("exists") is False else [f"{path} is not there"]
    if field.get("exists") is False:
        return [f"{path} is there"]
    found = []
    if "equals" in field and (value != field["equals"] or isinstance(value, bool) != isinstance(field["equals"], bool)):
        found.append(f"{path} is {excerpt(json.dumps(value), 80)}, not {excerpt(json.dumps(field['equals']), 80)}")
    if "type" in field and _type(value) != {"bool": "boolean"}.get(field["type"], field["type"]):
        found.append(f"{path} is a {_type(value)}, not a {field['type']}")
    if "match" in field and not isinstance(value, str):
        found.append(f"{path} is a {_type(value)}, and only a string can match")
    elif "match" in field and not compile_expression(str(field["match"])).search(value):
        found.append(f"{path} does not match {excerpt(str(field['match']), 80)!r}")
    return found


def _at(document: Any, path: str) -> Any:
    """Follow a path such as `items[0].name` or `$.status`."""
    for name, index in _PART.findall(path.removeprefix("$")):
        if index:
            position = int(index)
            if not isinstance(document, list) or position >= len(document):
                return _ABSENT
            document = document[position]
        elif isinstance(document, dict) and name in document:
            document = document[name]
        else:
            return _ABSENT
    return document


def _type(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def _sent(body: Mapping[str, Any] | None, headers: Mapping[str, Any]) -> tuple[bytes | None, dict[str, str]]:
    given = {str(key): str(value) for key, value in headers.items()}
    if not body:
        return None, given
    if "json" in body:
        if "content-type" not in {key.lower() for key in given}:
            given["Content-Type"] = "application/json"
        return json.dumps(body["json"]).encode(), given
    return str(body["raw"]).encode(), given
