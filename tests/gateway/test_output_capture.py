"""What is kept of a stream, and when it is cut off."""

import asyncio
import hashlib
import os

import pytest

from host.processes import BOUND_S
from wicket.gateway import output_capture
from wicket.gateway.output_capture import Capture


class Stream:
    """A pipe with a capture at its end."""

    def __init__(self, cap_bytes: int) -> None:
        reader, self.writer = os.pipe()
        self.ended = asyncio.Event()
        self.overruns = 0
        self.capture = Capture(reader, self.ended.set, self.overrun, cap_bytes)

    def overrun(self) -> None:
        self.overruns += 1

    async def end(self) -> None:
        os.close(self.writer)
        async with asyncio.timeout(BOUND_S):
            await self.ended.wait()


@pytest.mark.parametrize(
    ("said", "kept", "truncated"), [(b"", b"", False), (b"12345", b"12345", False), (b"123456", b"12345", True)]
)
async def test_the_cap_is_exact(said: bytes, kept: bytes, truncated: bool) -> None:
    stream = Stream(5)
    for index in range(len(said)):
        os.write(stream.writer, said[index : index + 1])
    await stream.end()
    assert (await stream.capture.take(), stream.capture.truncated, stream.capture.size) == (kept, truncated, len(said))
    assert stream.capture.digest() == hashlib.sha256(kept).hexdigest()
    assert stream.overruns == 0
    assert not stream.capture.open


async def test_the_digest_is_of_all_that_is_kept_however_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_capture, "LONG_BYTES", 10)
    monkeypatch.setattr(output_capture, "DIGEST_BYTES", 5)
    stream = Stream(1000)
    for number in range(11):
        os.write(stream.writer, bytes([number]) * (number + 1))
        stream.capture.drain()
    await stream.end()
    kept = await stream.capture.take()
    assert stream.capture.digest() == hashlib.sha256(kept).hexdigest()
    assert len(kept) == 66


async def test_who_goes_on_past_the_cap_is_cut_off_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_capture, "OVERRUN_S", 0.01)
    stream = Stream(5)
    os.write(stream.writer, b"123456")
    async with asyncio.timeout(BOUND_S):
        await stream.ended.wait()
    assert (stream.overruns, await stream.capture.take()) == (1, b"12345")
    with pytest.raises(BrokenPipeError):
        os.write(stream.writer, b"7")
    os.close(stream.writer)


async def test_who_says_far_too_much_is_cut_off_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_capture, "OVERRUN_BYTES", 10)
    stream = Stream(5)
    os.write(stream.writer, b"123456")
    stream.capture.drain()
    os.write(stream.writer, b"1234567890")
    stream.capture.drain()
    assert (stream.overruns, stream.capture.open, stream.capture.truncated) == (1, False, True)
    os.close(stream.writer)
