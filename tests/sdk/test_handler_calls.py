"""Handlers get what they ask for by name, and nothing else."""

import threading
from typing import Any

import pytest

from wicket.sdk import Context, Extension
from wicket.sdk.handler_calls import (
    attempt,
    call_offer,
    call_with,
    configured,
    notices_cancelling,
    one_line,
    run_finishers,
    run_initializers,
    wait_for,
)
from wicket.sdk.signature_schema import BadArguments

EXT = Extension("x", "1.0.0")
CTX = Context(EXT)


class Handler:
    def one(self, args: str) -> str:
        return args

    def none(self) -> str:
        return "none"


def test_a_handler_of_one_thing() -> None:
    assert call_with(lambda args: args, "a", CTX) == "a"
    assert call_with(lambda args, ctx: (args, ctx), "a", CTX) == ("a", CTX)
    assert call_with(lambda *, ctx: ctx, "a", CTX) is CTX
    assert call_with(lambda: "none", "a", CTX) == "none"
    assert call_with(Handler().one, "a", CTX) == "a"
    assert call_with(Handler().none, "a", CTX) == "none"


def test_an_offer_is_called_bound_or_raw() -> None:
    ext = Extension("x", "1.0.0")
    ext.tool(lambda a, ctx, b=2: (a, b, ctx), name="bound")
    ext.tool(lambda arguments: arguments, name="raw", schema={"type": "object"})
    assert call_offer(ext.tools["bound"], {"a": 1}, CTX) == (1, 2, CTX)
    assert call_offer(ext.tools["raw"], {"z": 1}, CTX) == {"z": 1}


def test_only_a_handler_with_a_context_notices_that_nobody_waits() -> None:
    ext = Extension("x", "1.0.0")
    ext.tool(lambda a: a, name="blind")
    assert not notices_cancelling(ext.tools.values())
    ext.tool(lambda a, *, ctx: a, name="seeing")
    assert notices_cancelling(ext.tools.values())


def test_a_configuration_fills_parameters() -> None:
    def typed(namespace: str, retries: int = 3, *, ctx: Any) -> None: ...

    assert configured(lambda: None, {"a": 1}) == {}
    assert configured(lambda ctx: None, {"a": 1}) == {}
    assert configured(lambda config: None, {"a": 1}) == {"config": {"a": 1}}
    assert configured(typed, {"namespace": "n"}) == {"namespace": "n", "retries": 3}
    with pytest.raises(BadArguments, match="namespace is required"):
        configured(typed, {})


def test_initialisers_and_finishers_run_in_order() -> None:
    ext = Extension("x", "1.0.0")
    ran: list[Any] = []
    ext.on_initialize(lambda config, ctx: ran.append((config, ctx)))

    @ext.on_initialize
    async def second() -> None:
        ran.append("second")

    ext.on_shutdown(lambda: ran.append("bye"))
    run_initializers(ext, {"a": 1}, CTX)
    finished = threading.Event()
    run_finishers(ext, finished)
    assert ran == [({"a": 1}, CTX), "second", "bye"]
    assert finished.is_set()


def test_an_error_fits_one_line() -> None:
    assert one_line(ValueError("two\n  lines")) == "two lines"
    assert one_line(ValueError()) == "ValueError"
    assert one_line(KeyError("city")) == "KeyError: 'city'"


def test_handlers_sync_or_async_come_to_an_end() -> None:
    async def later(value: int) -> int:
        return value

    async def broken() -> None:
        raise ValueError("later")

    def exits() -> None:
        raise SystemExit(3)

    assert wait_for(lambda: 7) == 7
    assert wait_for(lambda: later(7)) == 7
    with pytest.raises(ValueError, match="later"):
        wait_for(broken)
    ended: list[Any] = []
    attempt(exits, lambda value, error: ended.append(type(error)))
    assert ended == [SystemExit]
