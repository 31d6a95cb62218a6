"""Runs one program to its end, in a process group of its own of which nothing is left.

Its standard output is kept up to a bound, its standard error goes to a file. The group is killed when the program has
left, when its time is up, and when we are killed: the guardian sees to that.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit
from wicket.tasks.agent_surroundings import make_room

__all__ = ["MAX_OUTPUT_BYTES", "Finished", "KeptOutput", "read_bounded", "run_command"]

# An agent's whole answer fits; what is longer is cut, and the cut is marked.
MAX_OUTPUT_BYTES = 16 * 1024 * 1024

# What is fed to a program in one go; it must be less than what a child's queue takes.
FEED_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Finished:
    """What a program wrote, and how it ended."""

    exit: Exit
    stdout: str
    stderr: str

    @property
    def ok(self) -> bool:
        """Whether it ended with 0."""
        return self.exit.code == 0


class KeptOutput:
    """Output, up to a bound."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.cut = False

    def take(self, data: bytes) -> None:
        room = MAX_OUTPUT_BYTES - len(self.data)
        self.cut = self.cut or len(data) > room
        self.data += data[:room]

    def text(self) -> str:
        mark = f"\n… cut after {MAX_OUTPUT_BYTES} bytes" if self.cut else ""
        return self.data.decode(errors="replace") + mark


async def run_command(
    name: str,
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stderr: Path,
    stdin: bytes = b"",
    guardian: Guardian | None = None,
    kept: KeptOutput | None = None,
) -> Finished:
    """Run a program and wait for its end. Cancelled, it kills the whole group; what it wrote is in `kept` then, too.

    Raises:
        ExtensionNotStarted: it cannot be started; the reason names the program.
        OSError: there is no place for its standard error.
    """
    kept = KeptOutput() if kept is None else kept
    make_room(stderr)  # what another step has said there is not of this program
    child = await Child.start(name, argv, cwd=cwd, env=env, stderr=stderr, on_data=kept.take, guardian=guardian)
    try:
        for start in range(0, len(stdin), FEED_BYTES):
            child.write(stdin[start : start + FEED_BYTES])
            if not await child.drained():
                break  # it reads no more, which is its own affair
        child.close_stdin()
        ended = await child.ended()
    finally:
        child.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE_S):
                await child.ended()
    return Finished(ended, kept.text(), read_bounded(stderr))


def read_bounded(path: Path) -> str:
    """Read the end of a file that a program wrote. Empty: there is none."""
    try:
        if not (size := path.stat().st_size):
            return ""
        with path.open("rb") as file:
            file.seek(max(0, size - MAX_OUTPUT_BYTES))
            return file.read(MAX_OUTPUT_BYTES).decode(errors="replace")
    except OSError:
        return ""
