"""Waits for a sandbox to be built without keeping the event loop waiting."""

import asyncio

from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import MAX_COMPLAINT, Prepared

__all__ = ["BUILDING_S", "built"]

# Building takes some 20 ms; a machine that needs this long has other troubles.
BUILDING_S = 30.0


async def built(prepared: Prepared) -> None:
    """Wait until a command that was started begins in its sandbox.

    Raises:
        CannotHold: the sandbox could not be built. Nothing has been run.
        OSError: it has been built, and the program cannot be executed in it.
    """
    try:
        async with asyncio.timeout(BUILDING_S):
            said = await _said(prepared)
    except TimeoutError:
        raise CannotHold(f"the sandbox was not built within {BUILDING_S:g} s; nothing was run") from None
    prepared.heed(said)


async def _said(prepared: Prepared) -> bytes:
    """Give all that is answered, until it ends."""
    loop = asyncio.get_running_loop()
    over: asyncio.Future[bytes] = loop.create_future()
    said = bytearray()

    def read() -> None:
        more = prepared.hear()
        said.extend(more)
        if (not more or len(said) >= MAX_COMPLAINT) and not over.done():
            over.set_result(bytes(said))

    descriptor = prepared.answers.fileno()
    loop.add_reader(descriptor, read)
    try:
        return await over
    finally:
        loop.remove_reader(descriptor)
