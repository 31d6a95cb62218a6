"""A gateway that runs records that a pause is over, though nobody looks."""

import asyncio
import logging
import time
from pathlib import Path

import pytest

from host.processes import BOUND_S, eventually
from wicket.doors import pause
from wicket.gateway.errors import LedgerError
from wicket.gateway.pause_watch import watch_pauses
from wicket.gateway.record_ledger import Ledger


@pytest.mark.rule("D-15")
async def test_the_end_of_a_pause_is_recorded_while_a_gateway_runs(tmp_path: Path) -> None:
    since = time.time() - 50
    pause.start(str(tmp_path), pause.Pause(since, since + 50.5, "a try"))
    ledger = Ledger(tmp_path / "ledger.sqlite")
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        watch = group.create_task(watch_pauses(tmp_path / "ledger.sqlite", 0.01))
        await eventually(lambda: [*ledger.entries(kind="resumed")] != [])
        watch.cancel()
    assert [(entry.kind, entry.fields["how"]) for entry in ledger.entries()] == [
        ("paused", ""),
        ("resumed", "its time was over"),
    ]
    ledger.close()


async def test_what_a_record_does_not_take_is_recorded_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pause.start(str(tmp_path), pause.Pause(time.time() - 50, time.time(), "a try"))
    (tmp_path / "ledger.sqlite").write_text("nonsense")
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        with caplog.at_level(logging.WARNING):
            watch = group.create_task(watch_pauses(tmp_path / "ledger.sqlite", 0.01))
            await eventually(lambda: "that a pause is over is not recorded yet" in caplog.text)
        (tmp_path / "ledger.sqlite").unlink()
        await eventually(lambda: kinds(tmp_path) == ["paused", "resumed"])
        watch.cancel()


def kinds(home: Path) -> list[str]:
    try:
        ledger = Ledger(home / "ledger.sqlite", begin=False)
    except LedgerError:
        return []
    try:
        return [entry.kind for entry in ledger.entries()]
    except LedgerError:  # it is being begun
        return []
    finally:
        ledger.close()
