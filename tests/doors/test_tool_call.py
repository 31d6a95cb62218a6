"""A call, a ruling and a reply."""

import os

from wicket.doors.tool_call import NOBODY, Context, Ruling, ToolCall
from wicket.policy.decision import ALLOW, ASK, DENY


def test_where_nobody_is_asked_asking_is_a_denial_that_says_who_has_to_confirm() -> None:
    settled = Ruling(ASK, "why", "note").settled(ToolCall("T", "/"))
    assert (settled.decision, settled.because, settled.note) == (DENY, f"{NOBODY}: why", "note")
    assert Ruling(ASK, "why").settled(ToolCall("T", "/", asks=True)).decision is ASK
    assert Ruling(ALLOW).settled(ToolCall("T", "/")).decision is ALLOW


def test_there_is_more_to_judge_than_a_name() -> None:
    calls = [
        {},
        {"commands": ["x"]},
        {"accesses": [("read", "x")]},
        {"objection": (ASK, "x")},
        {"servers": [("a", "b")]},
    ]
    assert [ToolCall("T", "/", **each).is_judged for each in calls] == [False, True, True, True, False]  # type: ignore[arg-type]


def test_the_folder_is_the_process_unless_it_is_told() -> None:
    assert (Context({}).cwd, Context({}, "/x").cwd) == (os.getcwd(), "/x")
