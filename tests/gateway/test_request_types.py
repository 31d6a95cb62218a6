"""What a request says of itself and of its requester."""

from dataclasses import replace

import pytest

from gateway.admitted_requests import AGENT, LS, OTHER_AGENT, admitted
from wicket.gateway.request_types import UNKNOWN_REQUESTER


def test_an_identity_is_of_one_user_one_program_and_one_session() -> None:
    assert AGENT.identity == replace(AGENT, pid=1, cwd="/", command_line=("x",)).identity
    assert AGENT.identity != OTHER_AGENT.identity
    assert AGENT.identity != replace(AGENT, uid=0).identity
    assert AGENT.identity != replace(AGENT, executable="/bin/sh").identity


def test_who_cannot_be_recognised_is_not_known() -> None:
    assert AGENT.known
    assert not UNKNOWN_REQUESTER.known
    assert not replace(AGENT, executable="").known
    assert not replace(AGENT, session_started=0).known


@pytest.mark.parametrize(
    "change",
    [
        {"pipeline": (("ls", "-l"),)},
        {"env": (("LANG", "C"),)},
        {"cwd": "/tmp"},
        {"privileged": True},
        {"forward_agent": True},
        {"programs": (LS,)},
    ],
    ids=str,
)
def test_whatever_changes_what_would_happen_changes_the_act(change: dict[str, object]) -> None:
    plain = admitted("ls")
    assert replace(plain, **change).act != plain.act  # type: ignore[arg-type]


def test_what_is_merely_claimed_does_not() -> None:
    assert admitted("ls", reason="x", session="y", host="z", id="2").act == admitted("ls").act
