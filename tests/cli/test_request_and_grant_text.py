"""What a person reads before deciding: complete, and with a column of ours before every line."""

import time
import unicodedata
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from wicket.cli.request_and_grant_text import INDENT, MIN_WIDTH, grant_lines, pages, request_lines, rule_lines, wrapped
from wicket.gateway.command_display import stage_lines
from wicket.wire.approver_views import GrantView, RequesterView, RequestView, RulePlace, RuleView

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def view(**fields: Any) -> RequestView:
    settings: dict[str, Any] = {
        "id": "3f2a9c01",
        "stages": ("apt install nginx",),
        "pipeline": (("apt", "install", "nginx"),),
        "programs": ("/usr/bin/apt",),
        "cwd": "/",
        "env": {},
        "privileged": True,
        "forward_agent": False,
        "reason": "",
        "session": "",
        "host": "",
        "requester": RequesterView(uid=1000, pid=4711),
        "why": "",
        "before": 0,
        "repeats": 1,
        "arrived": 0.0,
        "expires": 60.0,
    }
    return RequestView(**(settings | fields))


def test_a_request_is_shown_whole() -> None:
    asked = view(
        stages=("apt install nginx", "tee log"),
        programs=("/usr/bin/apt", "/usr/bin/tee"),
        env={"TZ": "UTC", "LANG": "C"},
        reason="to serve",
        session="agent",
        host="box",
        requester=RequesterView(
            uid=1000,
            pid=4711,
            executable="/usr/bin/agent",
            command_line=("agent", "-x", "to see", "\u0430"),
            cwd="/srv",
            parents=("/bin/sh",),
        ),
        why="no policy speaks of it",
        before=1,
        repeats=3,
    )
    assert request_lines(asked, 80) == [
        "Request 3f2a9c01, 1 before it, 2 more just like it",
        "  asks   uid 1000, pid 4711, /usr/bin/agent",
        "         agent -x 'to see' $'\\u0430'",
        "         in /srv",
        "         started by /bin/sh",
        "  claims agent @ box",
        "  claims to serve",
        "  why    no policy speaks of it",
        "  env    LANG=C",
        "  env    TZ=UTC",
        "  in     /",
        "  as     ROOT",
        "  1      apt install nginx",
        "         = /usr/bin/apt",
        "  2      tee log",
        "         = /usr/bin/tee",
    ]


def test_who_is_unknown_and_what_is_lent_is_said() -> None:
    shown = request_lines(view(privileged=False, forward_agent=True), 80)
    assert shown[1:5] == [
        "  asks   uid 1000, pid 4711, (unknown)",
        "  with   your SSH agent",
        "  in     /",
        "  as     the gateway's user",
    ]


def test_a_long_claim_is_cut_and_a_long_command_is_not() -> None:
    shown = request_lines(view(reason="x" * 10_000, stages=("echo " + "y" * 10_000,)), 80)
    text = "".join(line[INDENT:] for line in shown)
    assert (text.count("x"), "and 9500 characters more" in text, text.count("y")) == (500 + 0, True, 10_000 + 0)


def cells(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WFA" else 1 for character in line)


@given(TEXT, st.integers(1, 200))
def test_no_line_is_wider_than_the_window_and_none_begins_with_anothers_text(text: str, width: int) -> None:
    lines = wrapped("claims", text, width)
    assert all(cells(line) <= max(width, MIN_WIDTH) for line in lines)
    assert lines[0].startswith("  claims ")
    assert all(line.startswith(" " * INDENT) for line in lines[1:])
    assert all(character.isprintable() for line in lines for character in line)


PIPELINES = st.lists(
    st.lists(st.text("ab |'\"\\$\t\u00a0\u0430é", max_size=4), min_size=1, max_size=3), min_size=1, max_size=3
)


@given(PIPELINES, PIPELINES, st.integers(30, 50))
@example([["a" * 40, "b"]], [["a" * 40], ["b"]], 30)
@example([["a b"]], [["a", "b"]], 30)
def test_different_commands_look_different(one: list[list[str]], other: list[list[str]], width: int) -> None:
    shown = [request_lines(view(stages=stage_lines(each), programs=()), width) for each in (one, other)]
    assert (shown[0] == shown[1]) == (one == other)


def test_a_grant_is_shown_with_what_it_spares() -> None:
    grant = GrantView(
        id="g",
        stages=("ls <number>",),
        covers="ls 42",
        spares="ls -1",
        cwd="/",
        privileged=False,
        executable="",
        by="me",
        times=3,
        left=3,
        expires=0.0,
    )
    assert grant_lines(grant, 80) == [
        "  covers ls 42",
        "  not    ls -1",
        f"  for    (unknown) in its session, 3 times, until {time.strftime('%H:%M:%S', time.localtime(0))}",
    ]


def test_a_rule_is_shown_with_what_it_would_have_changed() -> None:
    places = (RulePlace(where="person", path="/own.yml"), RulePlace(where="project", path="/p/wicket.yml"))
    view = RuleView(
        rules=("cat <file>",), also=("cat a", "cat \x1bb"), also_count=12, places=places, risks=("it is wide",)
    )
    assert rule_lines(view, 80) == [
        "  rule   allow: cat <file>",
        "  in     /own.yml (your own)",
        "  in     /p/wicket.yml (the project's, which stays trusted)",
        "  also   allows 12 other commands of the record",
        "         cat a",
        "         cat \\x1bb",
        "  risk   it is wide",
    ]
    assert rule_lines(RuleView(rules=("ls",), denials=("ls",), places=(RulePlace(where="given", path="/x"),)), 80) == [
        "  rule   allow: ls",
        "  in     /x (the policy that counts)",
        "  also   allows nothing else of the record",
        "  denied ls",
    ]


def test_pages_hold_all_and_leave_room_for_the_question() -> None:
    lines = [str(number) for number in range(25)]
    assert [len(page) for page in pages(lines, 12)] == [10, 10, 5]
    assert [line for page in pages(lines, 1) for line in page] == lines
    assert pages([], 24) == [[]]
