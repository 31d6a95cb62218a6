"""Asks the interceptors of one extension: in order, the first refusal wins, within what the host waits for."""

from __future__ import annotations

import time

from wicket.sdk import stderr_logging
from wicket.sdk.handler_calls import call_with, one_line, wait_for
from wicket.sdk.handler_result_types import Judgement, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.events_and_keys import Event
    from wicket.sdk.extension import Extension, Interceptor
    from wicket.sdk.handler_context import Context
    from wicket.sdk.handler_threads import Alarm, Crew

__all__ = ["Guard"]


class Guard:
    """All interceptors of an extension. A decision is the members of the answer besides type and id."""

    def __init__(self, extension: Extension, crew: Crew, alarm: Alarm) -> None:
        self._extension = extension
        self._crew = crew
        self._alarm = alarm

    def ask(self, event: Event, context: Context, answer: Callable[[dict[str, Any]], None]) -> None:
        """Have `answer` called with the decision; more than once if a guard comes late, and then the first counts."""
        asked = [each for each in self._extension.interceptors if each.event == event.name]
        if not asked:
            answer({})
            return
        budget = min(each.budget_s for each in asked)
        late = f"{self._names(asked)} took longer than {budget:g} s"
        alarm = self._alarm.set(time.monotonic() + budget, lambda: answer(self.by_policy(event, late)))

        def work() -> None:
            decision = self._decide(asked, event, context)
            self._alarm.off(alarm)
            answer(decision)

        self._crew.do(work)

    def by_policy(self, event: Event, why: str) -> dict[str, Any]:
        """Decide where a guard did not: it is refused if any of them would rather refuse."""
        asked = [each for each in self._extension.interceptors if each.event == event.name]
        stderr_logging.remark(self._extension.name, why)
        return _refusal(why) if any(each.on_failure == "block" for each in asked) else {}

    def _decide(self, asked: list[Interceptor], event: Event, context: Context) -> dict[str, Any]:
        decision: dict[str, Any] = {}
        for each in asked:
            try:
                said = wait_for(lambda each=each: call_with(each.function, event, context))  # type: ignore[misc]
                step = self._understand(said, event)
            except BaseException as error:  # noqa: BLE001
                stderr_logging.report(self._extension.name, f"{self._names([each])} failed", error)
                if each.on_failure == "block":
                    return _refusal(f"{self._names([each])} failed: {one_line(error)}")
                continue
            if step.get("block"):
                return step
            decision.update(step)
        return decision

    def _understand(self, said: Any, event: Event) -> dict[str, Any]:
        """Make a decision of what a guard returned. What it rewrote is what the next guard sees."""
        if said is None or (isinstance(said, Judgement) and said.status == "allow"):
            return {}
        if isinstance(said, Judgement):
            reason = said.message if said.status == "deny" else f"needs a person's consent: {said.message}"
            # The wire has one text for both.
            return _refusal(f"{reason} (suggestion: {said.fix})".lstrip() if said.fix else reason)
        value = said.value if isinstance(said, Rewrite) else said
        if isinstance(value, dict) and event.name == "tool_call":
            if value == event.args:
                return {}
            event.args = dict(value)
            return {"modified_args": event.args}
        if isinstance(value, str) and event.name == "assistant_message":
            if value == event.text or not value:
                return {}
            event.text = value
            return {"replace_text": value}
        raise TypeError(f"it returned {type(said).__name__}; return deny(), rewrite() or nothing")

    def _names(self, asked: list[Interceptor]) -> str:
        names = ", ".join(getattr(each.function, "__name__", "a guard") for each in asked)
        return f"guard {names} of {self._extension.name}"


def _refusal(reason: str) -> dict[str, Any]:
    return {"block": True, "reason": reason} if reason else {"block": True}
