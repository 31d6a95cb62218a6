"""What the verbs of the fleet share: the event loop, and what is said where the fleet is not installed."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

from wicket.cli.signal_cleanup import orderly
from wicket.errors import WicketError

__all__ = ["FleetNotInstalled", "fleet_verb", "in_loop"]

Answer = TypeVar("Answer")

# What `wicket[fleet]` brings.
_BROUGHT = ("nats", "nacl")


class FleetNotInstalled(WicketError):
    """What the fleet needs is not installed."""


def fleet_verb(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Say what to install, if a verb lacks it. Verbs load the fleet when they run, so that help needs nothing."""

    @wraps(verb)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return verb(*arguments, **options)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] not in _BROUGHT:
                raise
            raise FleetNotInstalled(
                f"a fleet needs {error.name}; in a checkout of wicket: pip install '.[fleet]'"
            ) from error

    return run


def in_loop(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run to the end, and clean up if a signal ends it."""
    with orderly():
        try:
            return asyncio.run(work)
        except BaseExceptionGroup as group:
            raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What to tell of several troubles: the first that a person can act on."""
    found: list[BaseException] = []
    todo: list[BaseException] = [group]
    while todo:
        error = todo.pop(0)
        if isinstance(error, BaseExceptionGroup):
            todo[:0] = error.exceptions
        else:
            found.append(error)
    return next((error for error in found if isinstance(error, WicketError)), found[0])
