"""Two ends of pipes that make nobody wait. What a whole child does with them is shown in `test_child`."""

import asyncio
import os

import pytest

from host.processes import BOUND_S, descriptors, eventually
from wicket.host.pipes import Inlet, Outlet, tell


async def test_what_is_there_can_be_taken_at_once() -> None:
    reader, writer = os.pipe()
    heard: list[bytes] = []
    inlet = Inlet(reader, heard.append, lambda: heard.append(b"end"))
    os.write(writer, b"all of it")
    inlet.drain()
    assert (heard, inlet.open) == ([b"all of it"], True)
    os.close(writer)
    inlet.drain()
    inlet.drain()
    assert (heard, inlet.open) == ([b"all of it", b"end"], False)


async def test_a_paused_inlet_can_be_drained_all_the_same() -> None:
    reader, writer = os.pipe()
    heard: list[bytes] = []
    inlet = Inlet(reader, heard.append, lambda: heard.append(b"end"))
    inlet.pause()
    os.write(writer, b"last words")
    inlet.drain()
    assert heard == []
    inlet.drain(paused=True)
    assert (heard, inlet.open) == ([b"last words"], True)
    os.close(writer)
    inlet.drain(paused=True)
    assert (heard, inlet.open) == ([b"last words", b"end"], False)


async def test_a_closed_inlet_cannot_be_paused_or_resumed() -> None:
    before = descriptors()
    reader, writer = os.pipe()
    ends: list[str] = []
    inlet = Inlet(reader, lambda _: ends.append("data"), lambda: ends.append("end"))
    inlet.pause()
    inlet.close()
    inlet.close()
    inlet.resume()
    inlet.pause()
    os.close(writer)
    assert (ends, descriptors()) == (["end"], before)


async def test_a_listener_may_close_the_pipe_it_listens_to() -> None:
    reader, writer = os.pipe()
    heard: list[bytes] = []

    def hear(data: bytes) -> None:
        heard.append(data)
        inlet.close()

    inlet = Inlet(reader, hear, lambda: heard.append(b"end"))
    os.write(writer, b"x" * 65536)
    inlet.drain()
    os.close(writer)
    assert [len(data) for data in heard] == [65536, 3]


async def test_nothing_queued_is_drained() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    assert await outlet.drained()
    outlet.close()
    outlet.finish()
    os.close(reader)
    assert (await outlet.drained(), outlet.open, outlet.write(b"x")) == (True, False, False)


@pytest.mark.parametrize("finish", [True, False], ids=["finishing", "open"])
async def test_a_reader_that_leaves_wakes_who_waits(finish: bool) -> None:
    before = descriptors()
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    assert outlet.write(b"x" * 1_000_000)
    assert 0 < outlet.queued_bytes < 1_000_000
    if finish:
        outlet.finish()
        assert not outlet.write(b"more")
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
        waiting = [tasks.create_task(outlet.drained()) for _ in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        os.close(reader)
    assert (waiting[1].result(), await outlet.drained(), outlet.queued_bytes) == (False, False, 0)
    assert descriptors() == before


async def test_finishing_writes_everything_first() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    outlet.write(b"x" * 200_000)
    outlet.finish()
    heard = bytearray()
    inlet = Inlet(reader, heard.extend, lambda: None)
    assert await outlet.drained()
    await eventually(lambda: not inlet.open)
    assert len(heard) == 200_000


async def test_a_write_nobody_will_read_is_refused() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    os.close(reader)
    assert outlet.open
    assert not outlet.write(b"hello")
    assert outlet.open is False


async def test_what_a_listener_raises_goes_to_the_loop() -> None:
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
    error = ValueError("bad")

    def fail() -> None:
        raise error

    tell(fail)
    assert reported == [error]
