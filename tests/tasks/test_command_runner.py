"""One program, run to its end: nothing of it is left, whatever it does."""

import asyncio
import os
from pathlib import Path

import pytest

from bounds import BOUND_S
from host.processes import eventually
from tasks.evals import ENV
from wicket.host.errors import ExtensionNotStarted
from wicket.tasks import command_runner
from wicket.tasks.command_runner import run_command


async def run(tmp_path: Path, script: str, stdin: bytes = b"") -> command_runner.Finished:
    async with asyncio.timeout(BOUND_S):
        return await run_command(
            "x", ["/bin/sh", "-c", script], cwd=tmp_path, env=ENV, stderr=tmp_path / "err", stdin=stdin
        )


async def test_output_and_error_are_apart(tmp_path: Path) -> None:
    done = await run(tmp_path, "echo out; echo err >&2; exit 3")
    assert (done.stdout, done.stderr, done.exit.code, done.ok) == ("out\n", "err\n", 3, False)


async def test_much_is_fed_and_a_program_that_does_not_read_is_no_trouble(tmp_path: Path) -> None:
    data = b"x" * 3_000_000
    assert (await run(tmp_path, "wc -c", data)).stdout.strip() == "3000000"
    assert (await run(tmp_path, "true", data)).ok


async def test_too_much_output_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_runner, "MAX_OUTPUT_BYTES", 10)
    assert (await run(tmp_path, "echo 0123456789abc")).stdout == "0123456789\n… cut after 10 bytes"


@pytest.mark.rule("G-H47")
async def test_a_grandchild_neither_delays_nor_survives(tmp_path: Path) -> None:
    done = await run(tmp_path, "sleep 600 & echo $!")
    await eventually(lambda: not _alive(int(done.stdout)))


async def test_cancelled_it_kills_all_of_it(tmp_path: Path) -> None:
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        task = group.create_task(run(tmp_path, "sleep 600 & echo $! > pid; mv pid pids; wait"))
        await eventually(lambda: (tmp_path / "pids").exists())
        task.cancel()
    assert task.cancelled()
    await eventually(lambda: not _alive(int((tmp_path / "pids").read_text())))


async def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExtensionNotStarted, match="no-such-program"):
        await run_command("x", ["no-such-program"], cwd=tmp_path, env=ENV, stderr=tmp_path / "err")


def _alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def test_the_process_table_is_there() -> None:
    assert _alive(os.getpid())
