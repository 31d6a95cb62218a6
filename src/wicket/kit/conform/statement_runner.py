"""Finds out which protocols an extension speaks, and tries every statement of them on it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.kit.conform import gevals_call_statements, runok_statements, zot_call_statements
from wicket.kit.conform.demands_on_answers_and_exit import error_code
from wicket.kit.conform.extension_under_test import PATIENCE_S, Trial
from wicket.kit.conform.gevals_session import initialize
from wicket.kit.conform.statement import Outcome, Statement
from wicket.kit.extension_process import what_to_do
from wicket.kit.extension_target import PROTOCOLS, Protocol, Target

__all__ = ["STATEMENTS", "SpeaksNone", "run", "spoken"]

# What an operations extension says when it cannot begin: one of its kind, for all that, unless it crashed.
CANNOT_BEGIN = (-32002, -32603)

STATEMENTS: dict[Protocol, Sequence[Statement[Trial]]] = {
    "runok": runok_statements.BOOK.statements,
    "gevals": gevals_call_statements.BOOK.statements,
    "zot": zot_call_statements.BOOK.statements,
}


class SpeaksNone(WicketError):
    """The extension answers as none of the protocols would have it."""


def run(target: Target, protocol: Protocol, patience: float = PATIENCE_S) -> Iterator[Outcome]:
    """Try every statement of a protocol, and give what comes of each as soon as that is known."""
    trial = Trial(target, protocol, patience)
    for statement in STATEMENTS[protocol]:
        yield statement.try_on(trial)


def spoken(target: Target, patience: float = PATIENCE_S) -> tuple[Protocol, ...]:
    """Say which protocols an extension speaks: it is asked in each, and its input ends.

    Raises:
        SpeaksNone: it shows none of them.
    """
    found = tuple(protocol for protocol in PROTOCOLS if _speaks(target, protocol, patience, _SIGNS[protocol]))
    if not found and _speaks(target, "zot", patience, lambda frame: frame.get("type") == "hello"):
        found = ("zot",)  # it greets, and then has nothing to offer
    if not found:
        raise SpeaksNone(_why_none(target, patience))
    return found


def _why_none(target: Target, patience: float) -> str:
    with Trial(target, "zot").talk() as talk:
        talk.hang_up()
        code = talk.wait(patience)
        if talk.flooded:
            first = excerpt(talk.lines[0].data.decode(errors="replace"), 60)
            return f"{target.name} says more than any host reads, and begins with {first!r}; let it wait to be asked"
        if code:
            last = talk.last_words or "and says nothing"
            return f"{target.name} ends with {code}: {last}; {what_to_do(last)}"
        if code is None and not talk.lines:
            return (
                f"{target.name} said nothing within {patience:g} s; if it starts slowly, as `go run .` does, wait "
                "longer: `--start-timeout 60`, or for conform `--patience 60`"
            )
    return (
        f"{target.name} answers neither `validateCommand` nor `initialize`, and says no `hello`; "
        "`wicket ext conform --protocol NAME` shows what it lacks"
    )


_FIRST_WORDS: dict[Protocol, tuple[dict[str, Any], ...]] = {
    "runok": (runok_statements.request(),),
    "gevals": (initialize(),),
    "zot": (),
}

_WAITED_FOR: dict[Protocol, str] = {
    "runok": "its answer to `validateCommand`",
    "gevals": "its answer to `initialize`",
    "zot": "its hello",
}

_SIGNS: dict[Protocol, Callable[[dict[str, Any]], bool]] = {
    "runok": lambda frame: isinstance(result := frame.get("result"), dict) and "status" in result,
    "gevals": lambda frame: _offers_operations(frame) or error_code(frame) in CANNOT_BEGIN,
    "zot": lambda frame: frame.get("type") in ("register_tool", "register_command", "subscribe"),
}


def _offers_operations(frame: dict[str, Any]) -> bool:
    result = frame.get("result")
    return isinstance(result, dict) and bool(result.get("operations"))


def _speaks(target: Target, protocol: Protocol, patience: float, sign: Callable[[dict[str, Any]], bool]) -> bool:
    with Trial(target, protocol).talk() as talk:
        talk.say(*_FIRST_WORDS[protocol])
        talk.hang_up()
        heard = talk.hear(sign, patience, _WAITED_FOR[protocol])
        # What crashes at its start may still answer, as the SDK does, to say so.
        return heard is not None and not (
            talk.wait(patience, "its end") and "Traceback (most recent call" in talk.stderr
        )
