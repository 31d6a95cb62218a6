"""One process of an operations extension: each call ends in exactly one way."""

import asyncio
from pathlib import Path

import pytest

from bounds import SOON_S
from host.peers import Extension
from host.processes import BOUND_S, ENV, zombies
from wicket.host.errors import ExtensionGone, ExtensionNotStarted
from wicket.host.gevals_process import BATCH, MAX_REPORTS, UnusableAnswer, Worker
from wicket.host.stderr_capture import Stderr
from wicket.wire.gevals.messages import Context, LogEntry, Outcome, Step

STEP = Step(operation="do", args={}, context=Context("/", "setup"))


@pytest.fixture
def odd(tmp_path: Path) -> Extension:
    return Extension(tmp_path)


async def start(odd: Extension, script: str) -> tuple[Worker, list[LogEntry], list[str]]:
    odd.write(script)
    logs: list[LogEntry] = []
    reports: list[str] = []
    worker = await Worker.start(
        "odd", [str(odd.program)], cwd=odd.folder, env=ENV, on_log=logs.append, on_report=reports.append
    )
    return worker, logs, reports


async def test_a_conversation_from_first_to_last(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: (say(method="log", params=dict(level="info", message="x")), done(request)))
    """
    worker, logs, reports = await start(odd, script)
    assert (await worker.initialize({"a": 1})).name == "odd"
    assert await worker.execute(STEP) == Outcome(True)
    await worker.stop()
    assert (logs, reports) == ([LogEntry("info", "x")], [])
    assert not zombies()


async def test_what_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ExtensionNotStarted):
        await Worker.start("odd", ["./none"], cwd=tmp_path, env=ENV, on_log=print, on_report=print)


async def test_no_descriptors_left_for_the_loop_is_that_error_too(
    odd: Extension, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_reader(*_: object) -> None:
        raise OSError(28, "No space left on device")

    odd.write("introduce(); serve()")
    monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", add_reader)
    with pytest.raises(ExtensionNotStarted, match="^odd: it cannot be listened to: "):
        await Worker.start(
            "odd", [str(odd.program)], cwd=odd.folder, env=ENV, on_log=print, on_report=print, stderr=Stderr.DISCARD
        )
    assert not zombies()


async def test_an_answer_that_is_none_is_an_error_that_names_the_field(odd: Extension) -> None:
    worker, _, _ = await start(odd, "introduce(); say(id=hear()['id'], result=dict(success=0)); serve()")
    await worker.initialize(None)
    with pytest.raises(UnusableAnswer, match=r"^odd: Expected `bool`, got `int` - at `\$.result.success`$"):
        await worker.execute(STEP)
    await worker.stop()


async def test_a_call_of_one_that_is_leaving_waits_to_learn_how_it_left(odd: Extension) -> None:
    worker, _, _ = await start(odd, "introduce(); os.close(1); sys.stdin.read(1); os._exit(4)")
    await worker.initialize(None)
    async with asyncio.timeout(BOUND_S):
        with pytest.raises(ExtensionGone, match=r"^odd: it left before it answered \(exit code 4\)$"):
            await worker.execute(STEP)
        with pytest.raises(ExtensionGone):
            await worker.execute(STEP)
    await worker.stop()


async def test_a_step_for_one_that_does_not_read_waits_until_there_is_room(odd: Extension) -> None:
    """The queue takes 8 MiB beyond a first message of any length; here the third has to wait."""
    script = """
        introduce()
        note("introduced")
        while not os.path.exists(os.path.join(HERE, "go")):
            time.sleep(0.005)
        for _ in range(3):
            request = json.loads(sys.stdin.buffer.readline())
            done(request, message=str(len(request["params"]["args"]["text"])))
        serve()
    """
    worker, _, _ = await start(odd, script)
    await worker.initialize(None)
    big = Step(operation="do", args={"text": "x" * 7_000_000}, context=Context("/", "setup"))
    async with asyncio.timeout(2 * BOUND_S), asyncio.TaskGroup() as group:
        tasks = [group.create_task(worker.execute(big)) for _ in range(3)]
        await odd.until("introduced")
        (odd.folder / "go").touch()
    assert [task.result().message for task in tasks] == ["7000000"] * 3
    await worker.stop()


async def test_complaints_have_an_end(odd: Extension) -> None:
    worker, _, reports = await start(odd, "put(b'noise\\n' * 1000); introduce(); serve()")
    await worker.initialize(None)
    assert len(reports) == MAX_REPORTS
    await worker.stop()


async def test_a_flood_leaves_others_their_turns_and_its_last_words_are_heard(odd: Extension) -> None:
    worker, _, _ = await start(odd, "introduce(); request = hear(); put(b'x\\n' * 100000); done(request); os._exit(0)")
    await worker.initialize(None)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while worker.gone is None:
            turns += 1
            await asyncio.sleep(0)

    async with asyncio.timeout(2 * BOUND_S), asyncio.TaskGroup() as group:
        group.create_task(others())
        assert await worker.execute(STEP) == Outcome(True)
    # What the pipe holds when it exits, and what was read of it last, is heard at once: 64 KiB of two bytes each.
    assert turns > (100_000 - 2 * 65_536 / 2) / BATCH
    assert worker.gone is not None
    await worker.stop()


async def test_one_that_is_discarded_is_gone_at_once(odd: Extension) -> None:
    worker, _, _ = await start(odd, "introduce(); time.sleep(60)")
    await worker.initialize(None)
    async with asyncio.timeout(SOON_S):
        await worker.discard()
    assert worker.gone is not None
    assert worker.gone.reason == "it is no longer running (killed by SIGKILL)"
    assert not zombies()
    await worker.stop()
