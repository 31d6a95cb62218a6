"""A decision and a reason."""

from wicket.doors.decision_and_reason_answers import decision, said
from wicket.doors.tool_call import Ruling
from wicket.policy.decision import ALLOW, DENY, PASS


def test_what_is_left_to_the_agent_is_silence_or_an_allow() -> None:
    assert (decision(Ruling(PASS)).out, said(PASS, "")) == (b"", b'{"decision":"allow"}')


def test_a_reason_goes_with_it() -> None:
    assert said(DENY, 'a "b"') == b'{"decision":"deny","reason":"a \\"b\\""}'
    assert decision(Ruling(ALLOW)).out == b'{"decision":"allow"}'
