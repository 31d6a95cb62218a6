"""What is turned away at the socket is in the record, however much it is, and hang-ups leave nothing in the log."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from gateway.gateways import Bench, answer, door, line
from host.processes import BOUND_S, eventually
from wicket.gateway import request_admission
from wicket.gateway.approval_queue import Limits
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_socket_and_answers import BUSY, TOO_SLOW, Patience


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow")


async def rejected(at: Bench) -> dict[str, int]:
    """Count what the record says was rejected, by reason, whether it stands there one by one or as a number."""
    at.gateway._admission.close()
    await at.written()
    found: dict[str, int] = {}
    for entry in await at.entries("rejected"):
        assert entry.fields["uid"] == os.geteuid()
        found[entry.fields["reason"]] = found.get(entry.fields["reason"], 0) + 1
    for entry in await at.entries("counted"):
        for reason, count in entry.fields["reasons"].items():
            found[reason] = found.get(reason, 0) + count
    return found


@pytest.mark.parametrize("a_minute", [3, 600])
async def test_every_request_that_is_turned_away_can_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, a_minute: int
) -> None:
    monkeypatch.setattr(request_admission, "MENTIONS_A_MINUTE", a_minute)
    patience = Patience(in_flight=2, handshake_s=BOUND_S)
    limits = Limits(per_minute=1000)
    async with door(tmp_path, patience, settings={"limits": limits}) as at:
        for _ in range(7):
            assert "invalid JSON" in (await at.send(b"{}}\n"))["message"]
            await at.send(line("true", time=""))
        held = [await at.knock() for _ in range(2)]
        for _, writer in held:
            writer.write(line("true"))
        await at.bench.until_waiting(2)
        for _ in range(20):
            assert (await at.send(line("true")))["message"] == BUSY
        for _, writer in held:
            writer.close()
        await at.bench.until_waiting(0)
        counts = await rejected(at.bench)
        malformed = [count for reason, count in counts.items() if reason.startswith("invalid JSON")]
        assert (malformed, counts["missing time field"], counts[BUSY]) == ([7], 7, 20)


async def test_who_says_nothing_is_in_the_record_too(tmp_path: Path) -> None:
    async with door(tmp_path, Patience(handshake_s=0.05)) as at:
        reader, writer = await at.knock()
        assert (await answer(reader))["message"] == TOO_SLOW
        writer.close()
        assert await rejected(at.bench) == {TOO_SLOW: 1}


async def test_hanging_up_leaves_nothing_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def much() -> bytes:
        return line("head -c 8000000 /dev/zero")

    with caplog.at_level(logging.WARNING):
        async with door(tmp_path, judge=allow) as at:
            for _ in range(10):
                control = (line(action="ping"), line("true", time=""))
                for said in (b"", b"{", b"\n", b"{}}\n", *control, line("true"), much()):
                    _, writer = await at.knock()
                    writer.write(said)
                    writer.transport.abort()
            # And those who take the beginning of a long answer, and then no more.
            for _ in range(5):
                reader, writer = await at.knock()
                writer.write(much())
                async with asyncio.timeout(BOUND_S):
                    await reader.readexactly(1000)
                writer.transport.abort()
            await eventually(lambda: not at.server.peers)
    assert [record.getMessage() for record in caplog.records] == []
