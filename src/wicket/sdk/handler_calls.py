"""Calls handlers with what they ask for by name, and once for each answer that a host waits for."""

from __future__ import annotations

from wicket.sdk.extension import wants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Event
    from typing import Any

    from wicket.sdk.extension import Command, Extension, Interceptor, Offer
    from wicket.sdk.handler_context import Context

__all__ = [
    "attempt",
    "call_offer",
    "call_with",
    "configured",
    "notices_cancelling",
    "one_line",
    "run_finishers",
    "run_initializers",
    "wait_for",
]


def call_offer(offer: Offer, arguments: dict[str, Any], context: Context) -> Any:
    """Call a tool or an operation with a host's arguments.

    Raises:
        BadArguments: they do not fit; the function was not called.
    """
    bound = offer.signature.bind(arguments)
    given = {"ctx": context} if wants(offer.function, "ctx") else {}
    return offer.function(arguments, **given) if bound is None else offer.function(**bound, **given)


def call_with(function: Callable[..., Any], argument: Any, context: Context) -> Any:
    """Call a handler of one thing: a command's text, an event, a held-up call. One that takes nothing gets nothing."""
    given = {"ctx": context} if wants(function, "ctx") else {}
    code = getattr(function, "__code__", None)
    bound = 1 if hasattr(function, "__self__") else 0
    if code is not None and code.co_argcount - bound - ("ctx" in code.co_varnames[: code.co_argcount]) == 0:
        return function(**given)
    return function(argument, **given)


def configured(function: Callable[..., Any], config: dict[str, Any]) -> dict[str, Any]:
    """Fill the parameters of an initialiser from the host's configuration.

    Raises:
        BadArguments: it does not fit.
    """
    code = getattr(function, "__code__", None)
    if code is not None and code.co_argcount + code.co_kwonlyargcount == wants(function, "ctx"):
        return {}
    if wants(function, "config"):
        return {"config": config}
    from wicket.sdk.signature_schema import Signature

    return Signature.of(function, f"on_initialize {getattr(function, '__name__', '')}").bind(config) or {}


def notices_cancelling(offers: Iterable[Offer | Command | Interceptor]) -> bool:
    """Say whether any handler could notice that nobody waits for it any more: by `ctx.stopping`."""
    return any(wants(offer.function, "ctx") for offer in offers)


def one_line(error: BaseException) -> str:
    """Say what went wrong in one line."""
    said = " ".join(str(error).split())
    # The text of a KeyError is a key and nothing else.
    return f"KeyError: {said}" if type(error) is KeyError else said or type(error).__name__


def run_initializers(extension: Extension, config: dict[str, Any], context: Context) -> None:
    """Let the author get ready, in the order of registration; the first exception ends it."""
    for function in extension.initializers:
        given = configured(function, config)
        if wants(function, "ctx"):
            given["ctx"] = context
        wait_for(lambda function=function, given=given: function(**given))  # type: ignore[misc]


def run_finishers(extension: Extension, finished: Event) -> None:
    """Let the author clean up; one that fails keeps no other from it."""
    from wicket.sdk.stderr_logging import report

    for function in extension.finishers:
        try:
            wait_for(function)
        except Exception as error:  # noqa: BLE001 - whatever the author's code raises
            report(extension.name, "on_shutdown failed", error)
    finished.set()


def attempt(job: Callable[[], Any], done: Callable[[Any, BaseException | None], None]) -> None:
    """Run a handler, sync or async, and hand on what it returned or raised."""
    try:
        outcome = job()
    except BaseException as error:  # noqa: BLE001 - whatever the author's code raises, the host gets its answer
        done(None, error)
        return
    if hasattr(outcome, "__await__"):
        from wicket.sdk.async_handlers import submit

        submit(outcome, done)
    else:
        done(outcome, None)


def wait_for(job: Callable[[], Any]) -> Any:
    """Run a handler, sync or async, to its end, and return or raise what it does."""
    import threading

    finished = threading.Event()
    ending: list[tuple[Any, BaseException | None]] = []

    def done(value: Any, error: BaseException | None) -> None:
        ending.append((value, error))
        finished.set()

    attempt(job, done)
    finished.wait()
    value, error = ending[0]
    if error is not None:
        raise error
    return value
