"""An `http` step: what its answer must be like."""

import json
from typing import Any

import pytest

from tasks.web_server import serving
from wicket.tasks.http_exchange import Answer
from wicket.tasks.http_step import run_http, unmet
from wicket.tasks.task_results import StepEnding

BODY = {"status": "ok", "items": [{"name": "a", "n": 1, "on": True}], "none": None}


def answer(status: int = 200, body: Any = BODY) -> Answer:
    return Answer(status, {}, body if isinstance(body, bytes) else json.dumps(body).encode())


@pytest.mark.parametrize(
    ("expect", "missing"),
    [
        (None, []),
        ({"status": 200}, []),
        ({"status": [201, 202]}, ["the status is 200, not [201, 202]"]),
        ({"body": {"match": '"ok"'}}, []),
        (
            {"body": {"fields": [{"path": "items[0].on", "type": "bool"}, {"path": "items[0].on", "type": "boolean"}]}},
            [],
        ),
        (
            {"body": {"fields": [{"path": "items[0].on", "match": "t"}]}},
            ["items[0].on is a boolean, and only a string can match"],
        ),
        ({"body": {"match": "nope"}}, ["the body does not match 'nope'"]),
        ({"body": {"fields": [{"path": "items[0].name", "equals": "a", "type": "string", "match": "^a$"}]}}, []),
        ({"body": {"fields": [{"path": "$.items[0].n", "equals": 2}]}}, ["$.items[0].n is 1, not 2"]),
        ({"body": {"fields": [{"path": "items[0].on", "equals": 1}]}}, ["items[0].on is true, not 1"]),
        ({"body": {"fields": [{"path": "items", "type": "object"}]}}, ["items is a array, not a object"]),
        ({"body": {"fields": [{"path": "none", "type": "null"}, {"path": "nope", "exists": False}]}}, []),
        ({"body": {"fields": [{"path": "items[1]"}]}}, ["items[1] is not there"]),
        ({"body": {"fields": [{"path": "status", "exists": False}]}}, ["status is there"]),
    ],
)
def test_an_answer_is_compared(expect: Any, missing: list[str]) -> None:
    assert unmet(answer(), expect) == missing


def test_without_an_expectation_a_bad_status_fails() -> None:
    assert unmet(answer(503), None) == ["the status is 503"]
    assert unmet(answer(503), {"status": 503}) == []
    assert unmet(answer(body=b"<html>"), {"body": {"fields": [{"path": "x"}]}}) == ["the body is no JSON"]


@pytest.mark.rule("G-H62")
@pytest.mark.parametrize(
    ("expect", "ending"),
    [
        (None, StepEnding.BROKEN),
        ({"status": 200}, StepEnding.BROKEN),
        ({"body": {"match": "done"}}, StepEnding.BROKEN),
        ({"status": [200, 429]}, StepEnding.SUCCEEDED),
        ({"status": 429, "body": {"match": "done"}}, StepEnding.FAILED),
    ],
)
async def test_a_server_that_takes_no_more_requests_says_nothing_about_the_agent(
    expect: Any, ending: StepEnding
) -> None:
    with serving() as served:
        served.says("/x", 429, {"error": "slow down"})
        assert (await run_http({"url": f"{served.url}/x", "expect": expect}))[0] is ending


async def test_a_step_end_to_end() -> None:
    with serving() as served:
        served.says("/x", 200, {"a": 1})
        body = {"url": f"{served.url}/x", "method": "put", "body": {"json": {"b": [1]}}, "expect": {"status": 200}}
        assert await run_http(body) == (StepEnding.SUCCEEDED, 'status 200: {"a": 1}', "")
        [(method, _, headers, sent)] = served.asked
        assert (method, headers["content-type"], json.loads(sent)) == ("PUT", "application/json", {"b": [1]})
        ending, _, error = await run_http({"url": f"{served.url}/none", "body": {"raw": "x"}})
        assert (ending, error) == (StepEnding.FAILED, "the status is 404")
    ending, _, error = await run_http({"url": f"{served.url}/x"})
    assert ending is StepEnding.BROKEN
    assert "refused" in error


@pytest.mark.parametrize(("status", "method", "body"), [(302, "GET", b""), (303, "GET", b""), (307, "POST", b"x")])
async def test_where_a_server_points_is_followed(status: int, method: str, body: bytes) -> None:
    with serving() as served, serving() as other:
        served.says("/old", status, "")
        served.says("/older", 301, "")
        served.places = {"/older": "old", "/old": f"{other.url}/new"}
        other.says("/new", 200, {"ok": True})
        asked = {"url": f"{served.url}/older" if method == "GET" else f"{served.url}/old", "method": "POST"}
        step = {**asked, "headers": {"Authorization": "secret"}, "body": {"raw": "x"}, "expect": {"status": 200}}
        assert (await run_http(step))[0] is StepEnding.SUCCEEDED
        assert (served.asked[0][2]["authorization"], "authorization" in other.asked[0][2]) == ("secret", False)
        assert (other.asked[0][0], other.asked[0][3]) == (method, body)
        step = {"url": f"{served.url}/old", "expect": {"status": status}}
        assert (await run_http(step))[0] is StepEnding.SUCCEEDED
        assert len(other.asked) == 1


async def test_a_server_that_points_at_itself_is_left() -> None:
    with serving() as served:
        served.says("/x", 302, "")
        served.places = {"/x": "/x"}
        assert await run_http({"url": f"{served.url}/x"}) == (
            StepEnding.BROKEN,
            "",
            f"GET {served.url}/x: more than 10 redirects",
        )
        assert len(served.asked) == 11


async def test_a_server_that_points_nowhere_is_broken() -> None:
    with serving() as served:
        served.says("/x", 302, "")
        served.places = {"/x": "http://[nowhere"}
        ending, _, error = await run_http({"url": f"{served.url}/x"})
        assert ending is StepEnding.BROKEN
        assert error.startswith(f"{served.url}/x points to 'http://[nowhere', which is no address")
