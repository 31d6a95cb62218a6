"""One loop for all async handlers, in a thread of its own."""

import asyncio
import threading
from typing import Any

from wicket.sdk.async_handlers import submit


def test_all_run_in_one_loop_and_what_they_raise_is_handed_on() -> None:
    endings: list[tuple[Any, Any]] = []
    done = threading.Semaphore(0)

    def finish(value: Any, error: BaseException | None) -> None:
        endings.append((value, type(error)))
        done.release()

    async def loop() -> Any:
        await asyncio.sleep(0)
        return id(asyncio.get_running_loop())

    async def broken() -> None:
        raise KeyError

    for awaitable in (loop(), loop(), broken()):
        submit(awaitable, finish)
        assert done.acquire(timeout=5)
    (first, _), (second, _), (_, third) = endings
    assert first == second
    assert third is KeyError
