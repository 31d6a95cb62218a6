"""Asks those who want a say before something happens: one after the other, in the fixed order, until one objects.

A guard that fails to answer is judged by its `on_failure`: what it would have said is unknown, and somebody chose
beforehand what that means. Every answer and every failure is in the verdict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET

from wicket.displayed_text import paragraph
from wicket.host.errors import ExtensionError
from wicket.host.extension_log import ExtensionLog
from wicket.host.extension_manifest import OnFailure, fails_closed
from wicket.host.zot_session import ZotExtension
from wicket.wire.zot.messages import EventInterceptResponse

__all__ = ["Guard", "Outcome", "Verdict", "ask_message", "ask_tool_call", "ask_turn"]

# What a block without a reason says; the name of the extension is filled in.
DEFAULT_REASONS = {
    "tool_call": "tool call refused by extension {}",
    "turn_start": "turn blocked by extension {}",
    "assistant_message": "message withheld by extension {}",
}


@dataclass(frozen=True, slots=True)
class Guard:
    """One that is to be asked. `fallen` says why it cannot be, where that is so."""

    name: str
    on_failure: OnFailure
    log: ExtensionLog
    extension: ZotExtension | None = None
    fallen: str = ""

    @property
    def closes(self) -> bool:
        """Whether its failing blocks."""
        return fails_closed(self.on_failure)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one guard said, or what was made of its silence; `detail` is its reason, or the failure."""

    extension: str
    kind: Literal["allowed", "blocked", "rewrote", "failed: allowed", "failed: blocked"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether it may happen. If so, `args` or `text` are what it shall happen with.

    `reason` and `extension` are set where somebody blocked; `outcomes` tells of everyone who was asked.
    """

    allowed: bool
    reason: str = ""
    extension: str = ""
    args: Mapping[str, Any] | None = None
    text: str | None = None
    outcomes: tuple[Outcome, ...] = ()


async def ask_tool_call(guards: Sequence[Guard], tool_id: str, name: str, args: Mapping[str, Any]) -> Verdict:
    """Ask about a tool call. Each guard sees the arguments as the one before left them."""
    outcomes: list[Outcome] = []
    for guard in guards:
        said = await _ask(guard, outcomes, "tool_call", tool_id=tool_id, tool_name=name, tool_args=args)
        if isinstance(said, Verdict):
            return said
        if said is None or said.modified_args is UNSET or said.modified_args is None:
            continue
        if isinstance(said.modified_args, dict):
            args = said.modified_args
            outcomes[-1] = Outcome(guard.name, "rewrote")
        elif guard.closes:  # it wants other arguments, and which is not known
            outcomes.pop()
            failed = _failed(guard, outcomes, "tool_call", "its modified_args are no object")
            if failed is not None:
                return failed
        else:
            guard.log.note("sent modified_args that are no object; the arguments stay as they were")
            outcomes[-1] = Outcome(guard.name, "allowed", "modified_args are no object")
    return Verdict(True, args=args, outcomes=tuple(outcomes))


async def ask_turn(guards: Sequence[Guard], step: int) -> Verdict:
    """Ask whether a turn may begin."""
    outcomes: list[Outcome] = []
    for guard in guards:
        said = await _ask(guard, outcomes, "turn_start", step=step)
        if isinstance(said, Verdict):
            return said
    return Verdict(True, outcomes=tuple(outcomes))


async def ask_message(guards: Sequence[Guard], text: str) -> Verdict:
    """Ask whether the agent's words may be shown, and in which form."""
    outcomes: list[Outcome] = []
    for guard in guards:
        said = await _ask(guard, outcomes, "assistant_message", text=text)
        if isinstance(said, Verdict):
            return said
        if said is not None and said.replace_text:
            text = paragraph(said.replace_text)
            outcomes[-1] = Outcome(guard.name, "rewrote")
    return Verdict(True, text=text, outcomes=tuple(outcomes))


async def _ask(
    guard: Guard, outcomes: list[Outcome], event: str, **payload: Any
) -> EventInterceptResponse | Verdict | None:
    """Ask one guard: its answer if it lets the event pass, None if it failed and may, else the verdict."""
    try:
        said = await guard.extension.intercept(event, **payload) if guard.extension is not None else None
        failure = guard.fallen if said is None else ""
    except ExtensionError as error:
        said, failure = None, error.reason
    if said is None:
        return _failed(guard, outcomes, event, failure)
    if not said.block:
        outcomes.append(Outcome(guard.name, "allowed"))
        return said
    reason = paragraph(said.reason).strip() or DEFAULT_REASONS[event].format(guard.name)
    outcomes.append(Outcome(guard.name, "blocked", reason))
    return Verdict(False, reason, guard.name, outcomes=tuple(outcomes))


def _failed(guard: Guard, outcomes: list[Outcome], event: str, failure: str) -> Verdict | None:
    guard.log.note(f"{event} is {'blocked' if guard.closes else 'allowed'}, as its on_failure says: {failure}")
    if not guard.closes:
        outcomes.append(Outcome(guard.name, "failed: allowed", failure))
        return None
    outcomes.append(Outcome(guard.name, "failed: blocked", failure))
    reason = f"{DEFAULT_REASONS[event].format(guard.name)}, which could not judge it: {failure}"
    return Verdict(False, reason, guard.name, outcomes=tuple(outcomes))
