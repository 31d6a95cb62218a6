"""The gate that `make run` starts, as a newcomer has it: a process, what it prints, and another terminal."""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from host.processes import BOUND_S

__all__ = ["Gate", "gate"]


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate that runs. `lines` is all that it has printed until it was ready."""

    process: asyncio.subprocess.Process
    lines: tuple[str, ...]
    temporary: Path

    @property
    def link(self) -> str:
        """The first address in the output."""
        [line] = [line for line in self.lines if "http" in line][:1]
        return line

    @property
    def proposed(self) -> list[str]:
        """The commands to try in another terminal."""
        return [line for line in self.lines if "/wicket run " in line]

    def left_behind(self) -> list[str]:
        """What there is of it among temporary files."""
        return [path.name for path in self.temporary.iterdir()]

    async def stop(self) -> int:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(BOUND_S):
            return await self.process.wait()


@contextlib.asynccontextmanager
async def gate(tmp_path: Path, arguments: Sequence[str] = ("--port", "0")) -> AsyncIterator[Gate]:
    """Start a gate to try, and see that it ends."""
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as temporary:  # a socket's path has to be short
        async with _started(tmp_path, Path(temporary), arguments) as opened:
            yield opened


@contextlib.asynccontextmanager
async def _started(home: Path, temporary: Path, arguments: Sequence[str]) -> AsyncIterator[Gate]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "wicket",
        "demo",
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "TMPDIR": str(temporary), "HOME": str(home)},
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        async with asyncio.timeout(BOUND_S):
            while not lines or not lines[-1].startswith("http"):
                line = await process.stdout.readline()
                assert line, "\n".join(lines)
                lines.append(line.decode().rstrip("\n"))
        yield Gate(process, tuple(lines), temporary)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
