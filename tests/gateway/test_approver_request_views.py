"""A request and a grant as doors show them."""

from gateway.admitted_requests import AGENT, LS, admitted
from wicket.gateway.approval_queue import Waiting
from wicket.gateway.approver_request_views import grant_view, request_view
from wicket.gateway.grants import exact, similar
from wicket.wire.approver_views import GrantView, RequesterView, RequestView


def test_a_request_is_shown_with_what_it_claims_and_what_is_verified() -> None:
    asked = admitted(
        "ls a|b", "wc", programs=(LS, LS), cwd="/srv", env=(("LANG", "C"),), reason="r", session="s", host="h"
    )
    assert request_view(Waiting("t", asked, 1.0, 601.0, 2, 3, "no policy"), 1000.0) == RequestView(
        id="t",
        stages=("ls 'a|b'", "wc"),
        pipeline=(("ls", "a|b"), ("wc",)),
        programs=("/usr/bin/ls", "/usr/bin/ls"),
        cwd="/srv",
        env={"LANG": "C"},
        privileged=False,
        forward_agent=False,
        reason="r",
        session="s",
        host="h",
        requester=RequesterView(uid=AGENT.uid, pid=AGENT.pid, executable=AGENT.executable, cwd=AGENT.cwd),
        why="no policy",
        before=2,
        repeats=3,
        arrived=1001.0,
        expires=1601.0,
    )


def test_a_request_of_an_agents_hook_is_shown_as_one() -> None:
    assert request_view(Waiting("t", admitted("make", hook=True), 1.0, 2.0, 0, 1), 0.0).hook


def test_a_hole_is_not_to_be_taken_for_a_word() -> None:
    asked = admitted("ls <number> 7", programs=(LS,), cwd="/srv")
    assert grant_view(similar(exact("g", asked, by="me", times=3, seconds=60, now=5.0)), 1000.0) == GrantView(
        id="g",
        stages=("ls '<number>' <number>",),
        covers="ls '<number>' 42",
        spares="ls '<number>' -1",
        cwd="/srv",
        privileged=False,
        executable=AGENT.executable,
        by="me",
        times=3,
        left=3,
        expires=1065.0,
    )
