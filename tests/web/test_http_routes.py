"""The console over real HTTP: who gets in, what can be read, what can be done, and what is refused."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S
from web.consoles import Answer, opened
from wicket.gateway.user_accounts import user_name
from wicket.web.http_application import HEADERS

ROUTES = [
    ("GET", "/api/events"),
    ("GET", "/api/requests/x"),
    ("POST", "/api/requests/x/preview"),
    ("POST", "/api/requests/x/rule"),
    ("POST", "/api/requests/x/approve"),
    ("POST", "/api/approve"),
    ("POST", "/api/deny"),
    ("POST", "/api/grants/x/revoke"),
    ("GET", "/api/record"),
    ("GET", "/api/record/x"),
    ("GET", "/api/tickets/x"),
    ("GET", "/api/extensions"),
    ("GET", "/api/extensions/x/log"),
    ("POST", "/api/extensions/x/restart"),
    ("GET", "/api/policy"),
    ("POST", "/api/policy/try"),
]


def protected(answer: Answer) -> bool:
    return HEADERS.items() <= answer.headers.items()


async def test_the_page_is_served_with_its_headers_and_without_a_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        page = await console.get("/", authorization=None)
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert protected(page)
        assert b'<script type="module"' in page.body
        again = await console.get("/", authorization=None, if_none_match=page.headers["etag"])
        assert (again.status, again.body) == (304, b"")
        assert "set-cookie" not in page.headers
        assert "server" not in page.headers


async def test_no_route_answers_without_the_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        for method, path in ROUTES:
            said = {"origin": console.base, "content_type": "application/json"} if method == "POST" else {}
            for token in (None, "Bearer wrong", f"Bearer {console.token[:-1]}", f"Bearer {console.token}x", "Bearer"):
                answer = await console.send(method, path, b"{}" if said else None, authorization=token, **said)
                assert (answer.status, protected(answer)) == (401, True), (method, path, token)


async def test_the_token_in_the_address_is_no_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        answer = await console.get(f"/api/record?token={console.token}", authorization=None)
        assert answer.status == 401


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:{port}",
        "0.0.0.0:{port}",
        "LOCALHOST:{port}",
        "",
    ],
)
async def test_a_name_that_somebody_points_at_us_is_turned_away(tmp_path: Path, host: str) -> None:
    async with opened(tmp_path) as console:
        shown = host.format(port=console.port)
        for path in ("/", "/page/main.js", "/api/record"):
            assert (await console.get(path, host=shown)).status == 421


async def test_both_names_of_loopback_are_ours(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        assert (await console.get("/api/record", host=f"localhost:{console.port}")).status == 200


async def test_a_request_without_a_host_or_with_two_is_turned_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        assert (await console.raw(b"GET / HTTP/1.0\r\n\r\n")).status == 421
        two = f"GET / HTTP/1.1\r\nhost: {console.host}\r\nhost: evil\r\n\r\n"
        assert (await console.raw(two.encode())).status in (400, 421)
        absolute = f"GET http://evil.example/api/record HTTP/1.1\r\nhost: {console.host}\r\n\r\n"
        assert (await console.raw(absolute.encode())).status in (400, 401, 404)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}/",
    ],
)
async def test_nothing_is_decided_from_elsewhere(tmp_path: Path, origin: str | None) -> None:
    async with opened(tmp_path) as console:
        console.ask("true")
        [ticket] = await console.waiting()
        shown = origin and origin.format(port=console.port)
        answer = await console.post(f"/api/requests/{ticket}/approve", {}, origin=shown)
        assert (answer.status, protected(answer)) == (403, True)
        assert await console.waiting() == [ticket]


async def test_a_form_decides_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        console.ask("true")
        [ticket] = await console.waiting()
        for kind in (None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            answer = await console.post(f"/api/requests/{ticket}/approve", {}, content_type=kind)
            assert answer.status == 415
        assert await console.waiting() == [ticket]


async def test_reading_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        console.ask("true")
        [ticket] = await console.waiting()
        before = console.gateway.pending()
        for method, path in ROUTES:
            if method == "POST":
                assert (await console.get(path.replace("/x", f"/{ticket}"))).status == 405
        for path in (
            f"/api/requests/{ticket}",
            "/api/record",
            f"/api/tickets/{ticket}",
            "/api/policy",
            "/api/extensions",
        ):
            await console.get(path)
        assert console.gateway.pending() == before


async def test_requests_that_are_alike_are_approved_together_and_no_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        alike = [console.ask("echo hello", id=f"{number}") for number in range(2)]
        other = console.ask("echo other", id="other")
        first, second, third = await console.waiting(3)
        refused = await console.post("/api/approve", {"ids": [first, third]})
        assert (refused.status, refused.json["error"]) == (
            422,
            "these requests are not alike; approve each by itself",
        )
        done = await console.post("/api/approve", {"ids": [first, second, "gone"]})
        assert (done.status, done.json) == (200, {"approved": 2})
        assert [(await each).status for each in alike] == ["ok", "ok"]
        assert (await console.post("/api/approve", {"ids": [first]})).status == 409
        assert await console.waiting() == [third]
        console.gateway.deny_all(by="me", door="test")
        assert (await other).status == "denied"


async def test_a_request_is_read_and_approved(tmp_path: Path) -> None:
    async with opened(tmp_path, settings={"keep_output": True}) as console:
        answer = console.ask("echo hello", "tr a-z A-Z", reason="to greet", session="agent", env={"LANG": "C"})
        [ticket] = await console.waiting()
        sheet = (await console.get(f"/api/requests/{ticket}")).json
        assert {name: sheet[name] for name in ("stages", "cwd", "env", "root", "who", "reason", "claimed", "why")} == {
            "stages": [
                {"line": "echo hello", "program": "/usr/bin/echo"},
                {"line": "tr a-z A-Z", "program": "/usr/bin/tr"},
            ],
            "cwd": "/",
            "env": ["LANG=C"],
            "root": False,
            "who": "agent",
            "reason": "to greet",
            "claimed": [["session", "agent"]],
            "why": "no policy covers it",
        }
        assert (await console.post(f"/api/requests/{ticket}/approve", {"comment": "fine"})).status == 200
        assert (await answer).stdout == b"HELLO\n"
        late = await console.post(f"/api/requests/{ticket}/approve", {})
        assert late.status == 409
        found = (await console.get(f"/api/tickets/{ticket}")).json
        story = (await console.get(f"/api/record/{found['request']}")).json
        assert [chapter["title"] for chapter in story] == ["A person was asked", "Approved", "Ran"]
        assert ["how", f"approved by {user_name(os.geteuid())} at the console: fine"] in story[1]["facts"]
        assert story[2]["output"] == [["stdout", "HELLO\n"]]


async def test_a_denial_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        answers = [console.ask("true"), console.ask("true")]
        tickets = await console.waiting(2)
        done = await console.post("/api/deny", {"ids": [*tickets, "gone"], "because": "not today"})
        assert (done.status, done.json) == (200, {"denied": 2})
        said = [await answer for answer in answers]
        assert [(one.status, one.message) for one in said] == [("denied", "not today")] * 2
        assert (await console.post("/api/deny", {"ids": ["gone"]})).status == 409


async def test_similar_requests_are_agreed_to_after_a_look_and_revoked(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        first = console.ask("ls /tmp/a")
        [ticket] = await console.waiting()
        terms = {"times": 2, "seconds": 60, "similar": True}
        preview = (await console.post(f"/api/requests/{ticket}/preview", terms)).json
        assert (preview["stages"], preview["covers"], preview["spares"]) == (
            ["ls </tmp/path>"],
            "ls /tmp/another",
            "ls /tmp/../another",
        )
        assert console.gateway.granted() == ()  # a look is no agreement
        assert (await console.post(f"/api/requests/{ticket}/approve", {"terms": terms})).status == 200
        await first
        await console.ask("ls /tmp/b")
        [grant] = console.gateway.granted()
        assert (grant.left, await console.waiting(0)) == (1, [])
        assert (await console.post(f"/api/grants/{grant.id}/revoke", {})).status == 200
        assert console.gateway.granted() == ()
        assert (await console.post(f"/api/grants/{grant.id}/revoke", {})).status == 409


async def test_a_grant_that_cannot_be_is_refused_and_nothing_is_approved(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        console.ask("ls /tmp/a")
        [ticket] = await console.waiting()
        terms = {"times": 0, "seconds": 60}
        for path in ("preview", "approve"):
            body: dict[str, Any] = terms if path == "preview" else {"terms": terms}
            answer = await console.post(f"/api/requests/{ticket}/{path}", body)
            assert (answer.status, answer.json) == (422, {"error": "a grant is for 1 to 1000 times"})
        assert await console.waiting() == [ticket]


async def test_pages_hear_of_what_changes(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, asyncio.timeout(BOUND_S):
        events = console.events()
        kind, whole = await anext(events)
        assert (kind, whole["rows"], whole["grants"]) == ("whole", [], [])
        answer = console.ask("echo hello")
        kind, change = await anext(events)
        assert (kind, [row["line"] for row in change["add"]]) == ("change", ["echo hello"])
        ticket = change["add"][0]["id"]
        await console.post(f"/api/requests/{ticket}/approve", {})
        await answer
        dropped: list[Any] = []
        while not dropped:
            _, change = await anext(events)
            dropped = change.get("drop", [])
        assert [dropped[0][0], dropped[0][1]] == [ticket, "approved"]
        await events.aclose()


async def test_the_console_leaves_with_the_gateway_even_while_pages_listen(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        events = console.events()
        await anext(events)
    async with asyncio.timeout(BOUND_S):
        assert [event async for event in events] == []


async def test_a_rule_is_shown_and_written_as_it_was_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, "rules:\n  - allow: ls\n") as console:
        answer = console.ask("echo hello")
        (ticket,) = await console.waiting()
        found = (await console.post(f"/api/requests/{ticket}/rule", {})).json
        assert (found["shown"], found["rule"]["rules"]) == (["allow: echo hello"], ["echo hello"])
        other = {"always": {"rules": ["echo *"], "where": "given"}}
        assert (await console.post(f"/api/requests/{ticket}/approve", other)).status == 422
        assert len(await console.waiting()) == 1
        always = {"rules": found["rule"]["rules"], "where": "given"}
        done = await console.post(f"/api/requests/{ticket}/approve", {"comment": "fine", "always": always})
        assert (done.status, done.json) == (200, {"written": str(tmp_path / "policy")})
        assert (await answer).stdout == b"hello\n"
        assert (tmp_path / "policy").read_text().endswith(" at the console: fine\n  - allow: 'echo hello'\n")
        assert (await console.post(f"/api/requests/{ticket}/rule", {})).status == 409


async def test_a_console_that_writes_no_rules_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, standing=None) as console:
        console.ask("echo hello")
        (ticket,) = await console.waiting()
        assert (await console.post(f"/api/requests/{ticket}/rule", {})).json == {
            "error": "this gateway writes no rules"
        }
        console.gateway.deny_all(by="me", door="test")
