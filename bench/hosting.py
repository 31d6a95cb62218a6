"""What a host costs over bare pipes: a tool call, one or many in flight, and the memory of idle extensions.

The floor is asyncio's own subprocess streams with `json`, driving the very same child.
"""

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from measure import Figure

from wicket.host import Host, LoggingHooks

CALLS = 400
ROUNDS = 15
IN_FLIGHT = 64
IDLE = 100

CHILD = """
import json, sys
read, write = sys.stdin.buffer.readline, sys.stdout.buffer.write
def say(frame):
    write(json.dumps(frame).encode() + b"\\n")
    sys.stdout.buffer.flush()
say({"type": "hello", "name": NAME, "version": "1.0.0"})
say({"type": "register_tool", "name": NAME, "description": "", "schema": {"type": "object"}})
say({"type": "ready"})
while line := read():
    frame = json.loads(line)
    if frame["type"] == "tool_call":
        say({"type": "tool_result", "id": frame["id"], "content": [{"type": "text", "text": frame["args"]["text"]}]})
"""

ARGS = {"text": "def greet(name):\\n    return f'hello, {name}'\\n"}

Ask = Callable[[], Awaitable[object]]


def figures() -> Iterator[Figure]:
    yield from asyncio.run(_calls())
    yield asyncio.run(_memory())


async def _calls() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        async with _host(Path(folder), 1) as host, _bare(Path(folder)) as bare:

            async def subject() -> None:
                await host.call_tool("echo0", ARGS)

            alone = await _compare(lambda ask: _one_by_one(ask, CALLS), subject, bare)
            crowd = await _compare(lambda ask: _in_flight(ask, IN_FLIGHT, CALLS), subject, bare)
    return [
        Figure("host: tool call, p50, one in flight", *alone, 1.5),
        # At least 0.6 times the calls per second is at most 1/0.6 times the time of each.
        Figure(f"host: tool call, {IN_FLIGHT} in flight, time per call", *crowd, 1 / 0.6),
    ]


async def _compare(measure: Callable[[Ask], Awaitable[float]], subject: Ask, floor: Ask) -> tuple[float, float]:
    """Measure both in turns; the best round of each counts."""
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for index, ask in enumerate((subject, floor)):
            gc.collect()
            best[index] = min(best[index], await measure(ask))
    return best[0], best[1]


async def _one_by_one(ask: Ask, calls: int) -> float:
    times = []
    for _ in range(calls):
        began = time.perf_counter()
        await ask()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


async def _in_flight(ask: Ask, width: int, calls: int) -> float:
    async def worker() -> None:
        for _ in range(calls // width):
            await ask()

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(width):
            group.create_task(worker())
    return (time.perf_counter() - began) / (calls // width * width)


@asynccontextmanager
async def _host(folder: Path, count: int) -> Any:
    """Run a host with some extensions, each with a tool of its own."""
    for number in range(count):
        _make(folder / "extensions" / f"echo{number}", f"echo{number}")
    async with Host.discover(cwd=folder, home=folder, hooks=LoggingHooks()) as host:
        assert len(host.tools) == count, host.extensions
        yield host


def _make(folder: Path, name: str) -> None:
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(f"NAME = {name!r}\n{CHILD}", encoding="utf-8")
    manifest = {"name": name, "exec": sys.executable, "args": ["-I", "-S", "main.py"]}
    (folder / "extension.json").write_text(json.dumps(manifest), encoding="utf-8")


@asynccontextmanager
async def _bare(folder: Path) -> Any:
    """Drive the same child with asyncio's streams and json alone: answers come in the order of the questions."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", "main.py"),
        cwd=folder / "extensions" / "echo0",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    stdin, stdout = child.stdin, child.stdout
    assert stdin is not None
    assert stdout is not None
    for _ in range(3):
        await stdout.readline()
    waiting: dict[str, asyncio.Future[Any]] = {}
    ids = iter(range(1_000_000_000))

    async def read() -> None:
        while line := await stdout.readline():
            answer = json.loads(line)
            waiting.pop(answer["id"]).set_result(answer)

    async def ask() -> None:
        id = str(next(ids))
        answer = waiting[id] = asyncio.get_running_loop().create_future()
        stdin.write(json.dumps({"type": "tool_call", "id": id, "name": "echo", "args": ARGS}).encode() + b"\n")
        await stdin.drain()
        await answer

    async with asyncio.TaskGroup() as group:
        group.create_task(read())
        yield ask
        stdin.close()
        await child.wait()


async def _memory() -> Figure:
    """Measure how much more memory a host with many idle extensions takes than one with one, against 2 MB."""
    sizes = []
    for count in (1, IDLE):
        script = f"import asyncio, hosting; asyncio.run(hosting.report_memory({count}))"
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, cwd=Path(__file__).parent, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await child.communicate()
        sizes.append(int(out))
    # The floor is what is allowed.
    return Figure(f"memory: {IDLE} idle extensions beyond one", (sizes[1] - sizes[0]) / 1e6, 2.0, 1.0, "MB")


async def report_memory(count: int) -> None:
    """Print this process's own memory with so many idle extensions: what nobody else shares."""
    with tempfile.TemporaryDirectory() as folder:
        async with _host(Path(folder), count):
            gc.collect()
            print(_own_memory())


def _own_memory() -> int:
    rows = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(row.split()[1]) * 1024 for row in rows if row.startswith("Private_"))
