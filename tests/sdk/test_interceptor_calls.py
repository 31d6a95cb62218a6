"""Guards answer once, in order, in time, and by policy where they fail."""

import threading
import time
from typing import Any

import pytest

from bounds import BOUND_S
from wicket.sdk import Context, Event, Extension, allow, ask, deny, rewrite
from wicket.sdk.testing import Client


def asked(client: Client, event: str = "tool_call", **payload: Any) -> dict[str, Any]:
    answer = client.intercept(event, **payload).raw
    return {name: value for name, value in answer.items() if name not in ("type", "id")}


BASH: dict[str, Any] = {"tool_name": "bash", "tool_args": {"command": "rm -rf /"}}


@pytest.mark.rule("Z-S11")
@pytest.mark.rule("Z-S42")
def test_the_first_refusal_in_order_wins() -> None:
    ext = Extension("x", "1.0.0")
    order: list[str] = []

    @ext.intercept("tool_call")
    def first(call: Event) -> Any:
        order.append("first")
        return allow()

    @ext.intercept
    async def second(call: Event, ctx: Context) -> Any:
        order.append("second")
        return deny("refused: rm -rf") if "rm -rf" in call.args.get("command", "") else None

    @ext.intercept()
    def third(call: Event) -> Any:
        order.append("third")
        return deny("too late")

    with Client(ext) as client:
        assert asked(client, **BASH) == {"block": True, "reason": "refused: rm -rf"}
        assert order == ["first", "second"]
        assert asked(client, tool_name="read") == {"block": True, "reason": "too late"}
        assert asked(client, "turn_start", step=1) == {}


@pytest.mark.rule("Z-S11")
def test_after_an_exception_the_policy_decides(capfd: pytest.CaptureFixture[str]) -> None:
    ext = Extension("x", "1.0.0")

    @ext.intercept("tool_call")
    def careful(call: Event) -> None:
        raise ValueError("no rules")

    @ext.intercept("turn_start", on_failure="allow")
    def lax(event: Event) -> Any:
        return 7

    with Client(ext) as client:
        assert asked(client, **BASH) == {"block": True, "reason": "guard careful of x failed: no rules"}
        assert asked(client, "turn_start") == {}
    assert "it returned int; return deny(), rewrite() or nothing" in capfd.readouterr().err


@pytest.mark.rule("Z-S12")
@pytest.mark.parametrize(("policy", "answer"), [("block", True), ("allow", None)])
def test_a_guard_that_takes_too_long_is_answered_for(policy: Any, answer: bool | None) -> None:
    ext = Extension("x", "1.0.0")

    answered, over = threading.Event(), threading.Event()

    @ext.intercept("tool_call", budget=0.2, on_failure=policy)
    def slow(call: Event) -> Any:
        assert answered.wait(BOUND_S)
        over.set()
        return deny("late")

    with Client(ext) as client:
        said = client.intercept(**BASH)
        answered.set()
        assert over.wait(BOUND_S)
        client.notes()  # what is said too late would come before its answer
        ids = [frame for speaker, frame in client.zot().spoken if speaker == "extension" and "intercept_resp" in frame]
        assert len(ids) == 1
    assert said.block is answer
    assert said.reason == ("guard slow of x took longer than 0.2 s" if answer else None)


@pytest.mark.rule("Z-S30")
def test_rewrites_are_said_only_if_they_change_something_and_nothing_is_refused() -> None:
    ext = Extension("x", "1.0.0")

    @ext.intercept("tool_call")
    def same(call: Event) -> Any:
        return rewrite(dict(call.args))

    @ext.intercept("tool_call")
    def change(call: Event) -> Any:
        return {**call.args, "seen": True} if call.tool == "probe" else None

    @ext.intercept("tool_call")
    def refuse(call: Event) -> Any:
        return deny("no") if call.args.get("q") == "refuse" else None

    @ext.intercept("tool_call")
    def odd(call: Event) -> Any:
        return rewrite("text") if call.args.get("q") == "odd" else None

    @ext.intercept("assistant_message")
    def redact(event: Event) -> Any:
        return event.text.replace("SECRET", "[redacted]")

    with Client(ext) as client:
        assert asked(client, tool_name="read", tool_args={"q": 1}) == {}
        assert asked(client, tool_name="probe", tool_args={"q": 1}) == {"modified_args": {"q": 1, "seen": True}}
        assert asked(client, tool_name="probe", tool_args={"q": "refuse"}) == {"block": True, "reason": "no"}
        assert asked(client, tool_name="read", tool_args={"q": "odd"})["block"] is True
        assert asked(client, "assistant_message", text="The key is SECRET.") == {
            "replace_text": "The key is [redacted]."
        }
        assert asked(client, "assistant_message", text="nothing") == {}


def test_where_nobody_can_be_asked_ask_refuses() -> None:
    ext = Extension("x", "1.0.0")
    ext.intercept(lambda call: ask("is it yours?") if call.tool else deny())
    with Client(ext) as client:
        assert asked(client, **BASH) == {"block": True, "reason": "needs a person's consent: is it yours?"}
        assert asked(client) == {"block": True}


def test_at_the_end_a_guard_in_hand_is_answered_by_policy() -> None:
    ext = Extension("x", "1.0.0")
    ext.intercept(lambda call: time.sleep(3))
    with Client(ext) as client:
        client.zot().say({"type": "event_intercept", "id": "g", "event": "tool_call"})
        client.close()
    assert '"id":"g","block":true,"reason":"the extension is shutting down"' in client.transcript("zot")
