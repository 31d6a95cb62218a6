"""A handler learns where it is, how long it has, and can wait without missing either."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from bounds import SOON_S
from wicket.sdk import Context, Extension, Fail
from wicket.sdk.handler_context import Host


def context(**more: object) -> Context:
    return Context(Extension("x", "1.0.0"), **more)  # type: ignore[arg-type]


@pytest.mark.rule("G-S26")
def test_paths_start_at_the_workdir() -> None:
    ctx = context(workdir="/task")
    assert [str(ctx.path(*parts)) for parts in (("a/b",), ("a", "b"), ("/abs",), ("~/home",), ())] == [
        "/task/a/b",
        "/task/a/b",
        "/abs",
        "~/home",
        "/task",
    ]
    assert context().workdir == os.getcwd()


def test_a_deadline_runs_out() -> None:
    assert context().remaining is None
    assert not context().stopping
    ctx = context(deadline=time.monotonic() + 50)
    assert 49 < (ctx.remaining or 0) <= 50
    assert context(deadline=time.monotonic() - 1).stopping
    assert context(stopping=lambda: True).stopping


@pytest.mark.rule("Z-S20")
def test_files_are_kept_where_the_host_says_or_beside_the_extension(tmp_path: Path) -> None:
    assert context().data_dir == Path(__file__).parent
    ctx = context(host=Host({"data_dir": str(tmp_path), "model": 7, "protocol_version": 1}))
    assert (ctx.data_dir, ctx.host.model, ctx.host.protocol_version) == (tmp_path, "", 1)
    ctx.state["seen"] = [1]
    assert (tmp_path / "state.json").read_bytes() == b'{"seen":[1]}\n'


def test_it_waits_until_something_is_so() -> None:
    answers = iter([0, "", "ready"])
    assert context().wait_until(lambda: next(answers), interval=0.01) == "ready"


def test_waiting_ends_with_the_last_value() -> None:
    with pytest.raises(Fail, match=r"timed out waiting for the pod \(last: 'Pending'\)"):
        context().wait_until(Pending, 0.03, 0.01, what="the pod")
    begun = time.monotonic()
    with pytest.raises(Fail, match=r"timed out waiting for it"):
        context(deadline=time.monotonic() + 0.05).wait_until(lambda: None, 60, 0.01)
    assert time.monotonic() - begun < SOON_S


class Pending:
    """Looks like `'Pending'` and is not true."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "'Pending'"


async def test_async_handlers_wait_too() -> None:
    answers = iter([0, "ready"])

    async def check() -> object:
        await asyncio.sleep(0)
        return next(answers)

    assert await context().wait_until_async(check, interval=0.01) == "ready"
    with pytest.raises(Fail, match="last: None"):
        await context().wait_until_async(lambda: None, 0.02, 0.01)


def test_logs_go_to_stderr_where_the_host_takes_none(capfd: pytest.CaptureFixture[str]) -> None:
    context().log.warning("careful", n=1)
    assert capfd.readouterr().err.endswith("Z x: warn: careful n=1\n")
