"""What a person reads before deciding: complete, and with a column of ours before every line."""

import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wicket.cli.line_breaks_and_pages import INDENT
from wicket.cli.request_and_grant_text import grant_lines, request_lines, rule_lines
from wicket.cli.terminal_style import Style
from wicket.gateway.command_display import stage_lines
from wicket.wire.approver_views import GrantView, RequesterView, RequestView, RulePlace, RuleView


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
        pipeline=(("apt", "install", "nginx"), ("tee", "log")),
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
        why="no policy covers it",
        before=1,
        repeats=3,
    )
    brief = [
        "  run    apt install nginx",
        "  |      tee log",
        "  as     ROOT",
        "  in     /",
        "  env    LANG=C",
        "  env    TZ=UTC",
        "  who    agent @ box: to serve",
        "  why    no policy covers it",
        "  id     3f2a9c01, 2 of 8, 2 more like it",
    ]
    assert request_lines(asked, 80, of=8) == brief
    assert request_lines(asked, 80, of=8, details=True) == [
        brief[0],
        "         = /usr/bin/apt",
        brief[1],
        "         = /usr/bin/tee",
        *brief[2:],
        "  kernel uid 1000, pid 4711, /usr/bin/agent",
        "         agent -x 'to see' $'\\u0430'",
        "         in /srv",
        "         started by /bin/sh",
    ]


def test_who_is_unknown_and_what_is_lent_is_said() -> None:
    shown = request_lines(view(privileged=False, forward_agent=True), 80)
    assert shown[1:] == ["  in     /", "  with   your SSH agent", "  who    (unknown)", "  id     3f2a9c01"]


def test_who_does_not_say_its_name_is_called_as_the_kernel_calls_it() -> None:
    asked = view(requester=RequesterView(uid=1000, pid=4711, executable="/opt/bin/claude"), reason="to see")
    assert "  who    claude: to see" in request_lines(asked, 80)


@pytest.mark.parametrize(
    ("cwd", "shown"), [("/home/me/shop", "~/shop"), ("/home/me", "~"), ("/home/meg", "/home/meg"), ("/", "/")]
)
def test_the_home_is_short(cwd: str, shown: str) -> None:
    assert f"  in     {shown}" in request_lines(view(cwd=cwd), 80, home="/home/me")


@pytest.mark.parametrize(
    ("word", "program", "told"),
    [
        ("apt", "/usr/bin/apt", True),
        ("vi", "/usr/bin/vim.basic", False),
        ("./apt", "/srv/apt", True),
        ("./apt", "/usr/bin/rm", False),
        ("/usr/bin/apt", "/usr/bin/apt", True),
    ],
)
def test_the_file_is_named_where_the_command_does_not_name_it(word: str, program: str, told: bool) -> None:
    shown = request_lines(view(pipeline=((word,),), stages=(word,), programs=(program,), cwd="/srv"), 80)
    assert (f"         = {program}" not in shown) == told


def test_what_is_decided_about_is_bold_and_what_is_dangerous_is_red() -> None:
    shown = request_lines(view(forward_agent=True), 80, style=Style(is_on=True))
    assert [line for line in shown if "\x1b" in line] == [
        "  run    \x1b[1mapt install nginx\x1b[0m",
        "  as     \x1b[1;31mROOT\x1b[0m",
        "  with   \x1b[1;31myour SSH agent\x1b[0m",
    ]


def test_a_long_claim_is_cut_and_a_long_command_is_not() -> None:
    shown = request_lines(view(reason="x" * 10_000, stages=("echo " + "y" * 10_000,)), 80)
    text = " ".join(line[INDENT:] for line in shown)
    claimed = 500 - len("(unknown): ")
    assert (text.count("x"), "and 9511 characters more" in text, text.count("y")) == (claimed, True, 10_000)


PIPELINES = st.lists(
    st.lists(st.text("ab |'\"\\$\t\u00a0\u0430é", max_size=4), min_size=1, max_size=3), min_size=1, max_size=3
)


@given(PIPELINES, PIPELINES, st.integers(30, 50))
@example([["a" * 40, "b"]], [["a" * 40], ["b"]], 30)
@example([["a b"]], [["a", "b"]], 30)
def test_different_commands_look_different(one: list[list[str]], other: list[list[str]], width: int) -> None:
    shown = [request_lines(view(stages=stage_lines(each), pipeline=(), programs=()), width) for each in (one, other)]
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
        rules=("cat <file>",),
        also=("cat a", "cat \x1bb"),
        also_count=12,
        places=places,
        risks=("it is wide",),
        refused=("no write to x",),
    )
    assert rule_lines(view, 80) == [
        "  rule   allow: cat <file>",
        "  in     /own.yml (your own)",
        "  in     /p/wicket.yml (the project's, which stays trusted)",
        "  also   allows 12 other commands of the record",
        "         cat a",
        "         cat \\x1bb",
        "  risk   it is wide",
        "  box    when it ran last: no write to x",
    ]
    assert rule_lines(RuleView(rules=("ls",), denials=("ls",), places=(RulePlace(where="given", path="/x"),)), 80) == [
        "  rule   allow: ls",
        "  in     /x (the policy that counts)",
        "  also   allows nothing else of the record",
        "  denied ls",
    ]
