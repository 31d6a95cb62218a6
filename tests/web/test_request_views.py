"""What the page is told of requests that wait."""

from dataclasses import replace

import pytest

from gateway.admitted_requests import admitted
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Waiting, Withdrawn
from wicket.gateway.request_types import Ancestor, Judgement, Program, Requester
from wicket.web.explanation_tree import Node
from wicket.web.request_views import Row, Sheet, Stage, how, mark, row, sheet, shortened, text_block

ASKS = Requester(
    uid=1000,
    pid=7,
    executable="/opt/a gent",
    command_line=("agent", "--x=\u202e"),
    cwd="/home/me",
    session_leader=7,
    session_started=9,
    parents=(Ancestor(1, "/sbin/init", ()), Ancestor(2, "", ())),
)


def waiting(*stages: str) -> Waiting:
    asked = replace(
        admitted(*stages),
        requester=ASKS,
        cwd="/tmp/a b",
        env=(("LANG", "C"), ("X", "a\nb")),
        privileged=True,
        forward_agent=False,
        programs=(Program("/usr/bin/echo", 1, 2, 3, 4, 5),),
        reason="because\u202e",
        session="",
        host="laptop",
    )
    return Waiting("1a2b", asked, 10.0, 70.0, 0, 1, "why")


def test_a_row_is_short() -> None:
    shown = row(waiting("echo hello"), 1000.0)
    assert shown == Row("1a2b", "echo hello", "'a gent' · '/tmp/a b'", True, shown.same, 1010.0, 1070.0)
    assert len(row(waiting("echo " + "x" * 10_000), 0.0).line) == 240


def test_the_same_is_the_same_and_nothing_else_is() -> None:
    first, again, other = (row(waiting(text), 0.0).same for text in ("echo a", "echo a", "echo b"))
    assert (first == again, first == other) == (True, False)
    assert mark("\ud800") != mark("\ud801")


def test_who_asks_tells_requests_apart_and_not_the_session_that_the_kernel_sees() -> None:
    asked = waiting("echo a")

    def sameness_with(requester: Requester, session: str = "") -> str:
        return row(replace(asked, admitted=replace(asked.admitted, requester=requester, session=session)), 0.0).same

    same = sameness_with(ASKS)
    assert sameness_with(replace(ASKS, pid=1, session_leader=1, session_started=1)) == same
    others = [replace(ASKS, uid=ASKS.uid + 1), replace(ASKS, executable="/usr/bin/other")]
    assert same not in {*map(sameness_with, others), sameness_with(ASKS, session="another")}


def test_a_sheet_is_complete() -> None:
    judged = Judgement("ask", "so\x07", {"a": 1})
    assert sheet(waiting("echo hello", "cat"), judged, password=True) == Sheet(
        id="1a2b",
        stages=(Stage("echo hello", "/usr/bin/echo"), Stage("cat", "")),
        who="'a gent'",
        reason="because\\u202e",
        cwd="'/tmp/a b'",
        env=("LANG=C", "X=$'a\\nb'"),
        root=True,
        agent=False,
        password=True,
        verified=(
            ("program", "'/opt/a gent'"),
            ("started as", "agent $'--x=\\u202e'"),
            ("user", "uid 1000"),
            ("process", "pid 7"),
            ("working in", "/home/me"),
            ("started by", "/sbin/init"),
        ),
        claimed=(("host", "laptop"),),
        why="so\\u0007",
        evidence=(Node("a: 1"),),
    )


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (Approved("me", "console", "go\x1b"), ("approved", "approved by me at the console: go\\u001b")),
        (Denied("policy", "policy", "never"), ("denied", "denied by policy: never")),
        (Expired(600.0), ("expired", "nobody answered within 10 minutes")),
        (Withdrawn(), ("withdrawn", "the requester left")),
        (Closed(), ("closed", "the gateway shut down")),
    ],
)
def test_how_a_request_left_the_line(decision: Decision, expected: tuple[str, str]) -> None:
    assert how(decision) == expected


def test_a_text_keeps_its_lines_and_nothing_that_acts() -> None:
    assert text_block("a\tb\r\nc\rd\u202e\x1b[0m") == "a       b\nc\\rd\\u202e\\u001b[0m"


def test_a_line_is_cut() -> None:
    assert (shortened("x" * 240), shortened("x" * 241)) == ("x" * 240, "x" * 239 + "…")
