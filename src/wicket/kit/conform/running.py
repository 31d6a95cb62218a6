"""Finds out which protocols an extension speaks, and tries every statement of them on it."""

from collections.abc import Callable, Iterator, Sequence

from wicket.errors import WicketError
from wicket.kit.conform import gevals, runok, zot_calls
from wicket.kit.conform.gevals_session import initialize
from wicket.kit.conform.statement import Outcome, Statement
from wicket.kit.conform.trial import PATIENCE_S, Trial
from wicket.kit.target import PROTOCOLS, Protocol, Target

__all__ = ["STATEMENTS", "SpeaksNone", "run", "spoken"]

STATEMENTS: dict[Protocol, Sequence[Statement[Trial]]] = {
    "runok": runok.BOOK.statements,
    "gevals": gevals.BOOK.statements,
    "zot": zot_calls.BOOK.statements,
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
    found = tuple(protocol for protocol in PROTOCOLS if _speaks(target, protocol, patience))
    if not found:
        raise SpeaksNone(
            f"{target.name} answers neither `validateCommand` nor `initialize`, and says no `hello`; "
            "say what it should speak with --protocol, and see what it lacks"
        )
    return found


_FIRST_WORDS: dict[Protocol, tuple[dict[str, object], ...]] = {
    "runok": (runok.request(),),
    "gevals": (initialize(),),
    "zot": (),
}

_SIGNS: dict[Protocol, Callable[[dict[str, object]], bool]] = {
    "runok": lambda frame: isinstance(result := frame.get("result"), dict) and "status" in result,
    "gevals": lambda frame: isinstance(result := frame.get("result"), dict) and bool(result.get("operations")),
    "zot": lambda frame: frame.get("type") == "hello",
}


def _speaks(target: Target, protocol: Protocol, patience: float) -> bool:
    with Trial(target, protocol).talk() as talk:
        talk.say(*_FIRST_WORDS[protocol])
        talk.hang_up()
        return talk.hear(_SIGNS[protocol], patience) is not None
