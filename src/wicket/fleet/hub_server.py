"""Runs the NATS server of a hub as a child, and ends it with us."""

import asyncio
import ctypes
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from wicket.fleet.errors import FleetError

__all__ = ["ServerEnded", "server_program", "serving"]

# How long the server may take to end.
END_S: Final = 10.0
_PR_SET_PDEATHSIG: Final = 1


class ServerEnded(FleetError):
    """The server ended by itself, or could not be started."""


def server_program() -> str:
    """Where the server is: beside this Python, or on the PATH.

    Raises:
        ServerEnded: it is not installed.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    found = shutil.which("nats-server", path=path)
    if found is None:
        raise ServerEnded(
            "there is no nats-server on the PATH; install it (https://docs.nats.io, 2.11 or newer), "
            "or run it elsewhere with the hub's hub.conf and leave --server out"
        )
    return found


@asynccontextmanager
async def serving(folder: Path, *, wanted: bool = True) -> AsyncIterator[asyncio.Event]:
    """Run the server with the configuration in the hub's folder. The event says that it has ended by itself.

    Raises:
        ServerEnded: it could not be started, or has ended by itself.
    """
    ended = asyncio.Event()
    if not wanted:
        yield ended
        return
    log = folder / "server.log"
    with log.open("ab") as said:
        process = await asyncio.create_subprocess_exec(
            server_program(),
            "-c",
            str(folder / "hub.conf"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,  # Ctrl-C is ours; the server ends after whoever uses it
            preexec_fn=_end_with_parent,
        )
    async with asyncio.TaskGroup() as tasks:
        watch = tasks.create_task(_watch(process, ended))
        try:
            yield ended
            if process.returncode is not None:
                raise ServerEnded(f"the server has ended by itself with {process.returncode}; see {log}")
        finally:
            watch.cancel()
            await _end(process)


async def _watch(process: asyncio.subprocess.Process, ended: asyncio.Event) -> None:
    await process.wait()
    ended.set()


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(END_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _end_with_parent() -> None:
    """Have the kernel end the server when we die, however we do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
