"""The approver's end of the approver's socket, against gateways that misbehave; the rest is with the gateway's own."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from host.processes import BOUND_S
from wicket.approver_client import Approver, ApproverRefused


@contextlib.asynccontextmanager
async def saying(path: Path, *lines: bytes) -> AsyncIterator[list[bytes]]:
    """Serve one that says these lines, each after one of ours, and then leaves."""
    heard: list[bytes] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for line in lines:
            heard.append(await reader.readline())
            writer.write(line)
        writer.close()

    async with asyncio.timeout(BOUND_S), await asyncio.start_unix_server(talk, path):
        yield heard


async def test_where_nobody_is_the_sentence_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ApproverRefused, match="no gateway at .*/none: no such file.*start one with `wicket serve`"):
        async with Approver.connect(tmp_path / "none"):
            pass


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "does not talk to us"),
        (b"nonsense\n", "answer cannot be read"),
        (b'{"op":"revoked"}\n', "gave another answer than was asked for: Revoked"),
        (b'{"op":"refused","reason":"no"}\n', "^no$"),
    ],
)
async def test_a_gateway_that_says_nothing_useful(tmp_path: Path, line: bytes, reason: str) -> None:
    async with saying(tmp_path / "s", line):
        with pytest.raises(ApproverRefused, match=reason):
            async with Approver.connect(tmp_path / "s", "t"):
                pass


async def test_a_password_is_sent_once_and_wiped(tmp_path: Path) -> None:
    given: list[bytearray] = []

    async def ask(question: str) -> bytearray:
        assert question == "password for me: "
        given.append(bytearray(b"open"))
        return given[-1]

    lines = [
        b'{"op":"welcome","version":"1"}\n',
        b'{"op":"asks","question":"password for me: "}\n',
        b'{"op":"approved"}\n',
    ]
    async with saying(tmp_path / "s", *lines) as heard, Approver.connect(tmp_path / "s", "t") as me:
        assert (await me.approve("1", ask_password=ask)).grant is None
    assert heard[2] == b'{"op":"password","secret":"b3Blbg=="}\n'
    assert given == [bytearray(4)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [("x" * 65536, "that has 65594 bytes; a gateway takes 65536"), ("\udcff", "that cannot be said to a gateway: ")],
)
async def test_what_cannot_be_said_is_not_sent(tmp_path: Path, value: str, reason: str) -> None:
    welcome = b'{"op":"welcome","version":"1"}\n'
    async with saying(tmp_path / "s", welcome, b"") as heard, Approver.connect(tmp_path / "s", "t") as me:
        with pytest.raises(ApproverRefused, match=reason):
            await me.call_tool("t", {"a": value})
    assert b"".join(heard[1:]) == b""


async def test_a_password_that_is_no_longer_wanted_is_no_longer_asked_for(tmp_path: Path) -> None:
    path, asking, ended = tmp_path / "s", asyncio.Event(), []
    wanted = asyncio.Event()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for line in (b'{"op":"welcome","version":"1"}\n', b'{"op":"asks","question":"password: "}\n'):
            await reader.readline()
            writer.write(line)
        await asking.wait()
        writer.write(b'{"op":"approved"}\n')
        assert await reader.read() == b""
        writer.close()

    async def ask(question: str) -> bytearray | None:
        asking.set()
        try:
            await wanted.wait()
        finally:
            ended.append(question)
        return None

    async with asyncio.timeout(BOUND_S), await asyncio.start_unix_server(talk, path):
        async with Approver.connect(path, "t") as me:
            assert (await me.approve("1", ask_password=ask)).grant is None
        assert ended == ["password: "]


async def test_a_gateway_that_ends_says_so_to_whoever_follows(tmp_path: Path) -> None:
    welcome = b'{"op":"welcome","version":"1"}\n'
    async with saying(tmp_path / "s", welcome, b"") as _, Approver.connect(tmp_path / "s", "t") as me:
        for _ in range(2):
            with pytest.raises(ApproverRefused, match="^the gateway at .* has left; see whether it still runs$"):
                await me.follow("1")
        with pytest.raises(ApproverRefused, match="has left"):
            await me.pending()


async def test_nobody_complains_if_nobody_asks_how_it_left(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    welcome, refused = b'{"op":"welcome","version":"1"}\n', b'{"op":"refused","reason":"no","id":"1"}\n'
    async with saying(tmp_path / "s", welcome, refused), Approver.connect(tmp_path / "s", "t") as me:
        me.follow("1")
        with pytest.raises(ApproverRefused, match="has left"):
            await me.pending()
    gc.collect()
    assert caplog.records == []
