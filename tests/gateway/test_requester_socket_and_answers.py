"""The gateway at its socket, with clients of every kind."""

import asyncio
import base64
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import sys
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bounds import SOON_S
from gateway.gateways import Door, answer, approves, door, line
from host.processes import BOUND_S, descriptors, eventually, marked
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_socket_and_answers import Patience

SERVED = Path(__file__).parent / "served.py"

# By hand, more: WICKET_CROWD=1000 WICKET_KILLS=50.
CROWD = int(os.environ.get("WICKET_CROWD", "120"))
KILLS = int(os.environ.get("WICKET_KILLS", "4"))
AT_ONCE = 50


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow")


async def ping(at: Door) -> None:
    """See that the gateway serves."""
    assert (await at.send(line(action="ping")))["message"] == "pong"


@pytest.mark.rule("P-D16")
async def test_a_client_that_knows_only_the_specification_works(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        approves(at.gateway)
        response = await at.send(line("printf a\\n", "cat", id="550e"))
    assert response == {
        "id": "550e",
        "status": "ok",
        "stages": [{"exit_code": 0, "stderr": ""}, {"exit_code": 0, "stderr": ""}],
        "stdout": base64.b64encode(b"a\n").decode(),
        "version": "1.2.0",
    }


@pytest.mark.skipif(shutil.which("nc") is None, reason="no nc here")
@pytest.mark.rule("P-D60")
async def test_nc_works(tmp_path: Path) -> None:
    async with door(tmp_path, judge=allow) as at:
        client = await asyncio.create_subprocess_exec(
            "nc", "-UN", str(at.path), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(BOUND_S):
            said, _ = await client.communicate(line("echo hello"))
        assert json.loads(said)["stdout"] == base64.b64encode(b"hello\n").decode()


@pytest.mark.rule("P-D59")
async def test_a_request_without_a_name_is_given_one_that_is_used_up(tmp_path: Path) -> None:
    async with door(tmp_path, judge=allow) as at:
        fields = json.loads(line("true"))
        del fields["id"]
        response = await at.send(json.dumps(fields).encode() + b"\n")
        assert uuid.UUID(response["id"]).version == 4
        assert response["status"] == "ok"
        again = await at.send(line("true", id=response["id"]))
        assert again["message"] == f"duplicate request id: {response['id']}"


@pytest.mark.rule("P-D6")
async def test_the_gateway_never_speaks_first(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.15):
                await reader.read(1)
        writer.close()


@pytest.mark.rule("P-D5")
async def test_connecting_and_leaving_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with door(tmp_path) as at:
        for _ in range(20):
            _, writer = await at.knock()
            writer.close()
        await ping(at)
        await eventually(lambda: not at.server.peers)
    assert caplog.records == []


@pytest.mark.rule("P-D8")
async def test_a_request_without_its_end_is_told_so(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        writer.write(b'{"pipeline":')
        writer.write_eof()
        assert (await answer(reader))["message"] == "read error: request missing trailing newline"
        writer.close()


@pytest.mark.rule("P-D7")
async def test_a_request_that_is_too_long_is_answered_and_costs_little(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        with contextlib.suppress(ConnectionError):
            for _ in range(100):
                writer.write(b"x" * 1_000_000)
                await writer.drain()
        assert (await answer(reader))["message"] == "read error: request exceeds maximum size"
        writer.close()
        await ping(at)


@pytest.mark.rule("P-D9")
async def test_who_dawdles_is_cut_off(tmp_path: Path) -> None:
    async with door(tmp_path, Patience(handshake_s=0.1)) as at:
        reader, writer = await at.knock()
        while (not reader.at_eof() and at.server.silent) or not at.server.peers:
            writer.write(b" ")  # a byte now and then buys no time
            await asyncio.sleep(0.01)
        assert await answer(reader) == {
            "id": "",
            "status": "error",
            "message": "handshake deadline exceeded",
            "version": "1.2.0",
        }
        writer.close()
        await eventually(lambda: not at.server.silent)
        await ping(at)


def test_patience_is_ten_seconds_unless_said_otherwise() -> None:
    assert (Patience().handshake_s, Patience().in_flight) == (10.0, 64)


async def test_silent_clients_keep_nobody_out(tmp_path: Path) -> None:
    async with door(tmp_path, Patience(silent=3)) as at:
        silent = [await at.knock() for _ in range(5)]
        await eventually(lambda: len(at.server.silent) == 3)
        assert (await answer(silent[0][0]))["message"] == "handshake deadline exceeded"
        await ping(at)
        for _, writer in silent:
            writer.close()


@pytest.mark.rule("P-D10")
async def test_a_second_line_is_never_executed(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with door(tmp_path, judge=allow) as at:
        response = await at.send(line("echo one") + line(f"touch {proof}"))
        assert response["status"] == "ok"
    assert not proof.exists()


@pytest.mark.rule("P-D11")
async def test_the_one_too_many_is_told_at_once(tmp_path: Path) -> None:
    async with door(tmp_path, Patience(in_flight=3)) as at:
        early = await at.knock()  # before the gateway was full, and silent since
        waiting = [await at.knock() for _ in range(3)]
        for _, writer in waiting:
            writer.write(line("true"))
        await at.bench.until_waiting(3)
        busy = {"id": "", "status": "error", "message": "server busy: too many in-flight requests", "version": "1.2.0"}
        reader, writer = await at.knock()
        assert await answer(reader) == busy
        writer.close()
        early[1].write(line("true"))
        assert await answer(early[0]) == busy
        early[1].close()
        at.gateway.deny_all(by="me", door="test")
        for reader, _ in waiting:
            assert (await answer(reader))["status"] == "denied"
        for _, writer in waiting:
            writer.close()
        await eventually(lambda: at.server.in_flight == 0)
        await ping(at)


@pytest.mark.rule("P-D4")
@pytest.mark.skipif(os.geteuid() != 0, reason="must be root to be somebody else")
async def test_another_user_gets_not_one_byte() -> None:
    folder = Path("/var/tmp") / f"wicket-{os.urandom(4).hex()}"
    folder.mkdir(mode=0o755)
    try:
        async with door(folder, judge=allow) as at:
            at.path.chmod(0o666)
            script = "import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\nprint(s.recv(100))"
            client = await asyncio.create_subprocess_exec(
                "/usr/bin/python3", "-c", script, str(at.path), stdout=asyncio.subprocess.PIPE, user=65534, cwd="/"
            )
            async with asyncio.timeout(BOUND_S):
                said, _ = await client.communicate()
            assert said == b"b''\n"
            assert at.gateway.pending() == ()
            await ping(at)
    finally:
        shutil.rmtree(folder)


@pytest.mark.rule("P-D36")
async def test_a_ping_passes_those_who_wait(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        _, writer = await at.knock()
        writer.write(line("true"))
        await at.bench.until_waiting()
        await ping(at)
        assert len(at.gateway.pending()) == 1
        writer.close()
        await at.bench.until_waiting(0)


@pytest.mark.rule("P-D37")
@pytest.mark.rule("P-D31")
@pytest.mark.parametrize("flood", [b"", b"x" * 100_000], ids=["quiet", "still talking"])
async def test_who_hangs_up_has_withdrawn(tmp_path: Path, flood: bytes) -> None:
    proof = tmp_path / "proof"
    async with door(tmp_path) as at:
        _, writer = await at.knock()
        writer.write(line(f"touch {proof}") + flood)
        await at.bench.until_waiting()
        started = time.monotonic()
        writer.close()
        await at.bench.until_waiting(0)
        assert time.monotonic() - started < SOON_S
        await eventually(lambda: at.server.in_flight == 0)
        assert await at.bench.decisions() == ["withdrawn"]
    assert not proof.exists()


async def test_who_goes_on_talking_is_not_listened_to(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        writer.write(line("true") + b"x" * 5_000_000)
        await at.bench.until_waiting()
        await ping(at)
        assert writer.transport.get_write_buffer_size() > 1_000_000
        at.gateway.deny_all(by="me", door="test")
        assert json.loads(await reader.readline())["status"] == "denied"
        writer.transport.abort()


@pytest.mark.rule("P-D60")
async def test_a_half_close_is_not_leaving(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        writer.write(line("echo still here"))
        writer.write_eof()
        await at.bench.until_waiting()
        await ping(at)  # time enough for the end to be noticed
        [waiting] = at.gateway.pending()
        at.gateway.approve(waiting.ticket, by="me", door="test")
        assert base64.b64decode((await answer(reader))["stdout"]) == b"still here\n"
        writer.close()


@pytest.mark.rule("P-D60")
async def test_a_hang_up_after_a_half_close_is_leaving(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        _, writer = await at.knock()
        writer.write(line("true"))
        writer.write_eof()
        await at.bench.until_waiting()
        writer.close()
        await at.bench.until_waiting(0)


@pytest.mark.rule("P-D37")
async def test_what_runs_is_finished_and_recorded_though_nobody_waits(tmp_path: Path) -> None:
    async with door(tmp_path, judge=allow) as at:
        _, writer = await at.knock()
        go, proof = tmp_path / "go", tmp_path / "proof"
        os.mkfifo(go)
        script = ["sh", "-c", f"read x <{go}; touch {proof}"]
        writer.write(line("x", pipeline=[script]))
        await eventually(lambda: at.gateway._runner.running)
        writer.close()
        await eventually(lambda: not at.server.hang_ups._callbacks)
        with open(os.open(go, os.O_WRONLY), "w") as opened:  # noqa: ASYNC230 - somebody is reading
            opened.write("go\n")
        await eventually(lambda: at.server.in_flight == 0)
        assert [entry.fields["exit_codes"] for entry in await at.bench.entries("result")] == [[0]]
    assert proof.exists()


async def test_who_does_not_take_the_answer_is_dropped(tmp_path: Path) -> None:
    async with door(tmp_path, Patience(stalled_s=0.1), judge=allow) as at:
        with socket.socket(socket.AF_UNIX) as lazy:
            lazy.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(lazy, str(at.path))
            await loop.sock_sendall(lazy, line("head -c 3000000 /dev/zero"))
            await eventually(lambda: at.server.in_flight == 1)
            await eventually(lambda: at.server.in_flight == 0)
        await ping(at)


async def test_sixteen_mebibytes_arrive_whole(tmp_path: Path) -> None:
    async with door(tmp_path, judge=allow) as at:
        response = await at.send(line("head -c 16777217 /dev/zero"))
        assert len(base64.b64decode(response["stdout"])) == 16777216
        assert response["stdout_truncated"] is True


@pytest.mark.rule("P-D13")
@pytest.mark.parametrize(
    "data",
    [b"\n", b"nonsense\n", b'{"id":null}\n', b'{"id":"\\ud800"}\n', b"[" * 100_000 + b"\n", b"\xff\n", b'{"a":NaN}\n'],
    ids=range(7),
)
async def test_nonsense_is_answered_once_and_the_gateway_lives(tmp_path: Path, data: bytes) -> None:
    async with door(tmp_path) as at:
        response = await at.send(data)
        assert (response["id"], response["status"], response["message"].split(":")[0]) == ("", "error", "invalid JSON")
        await ping(at)


@pytest.mark.rule("P-D56")
async def test_stopping_answers_those_who_wait_and_removes_the_socket(tmp_path: Path) -> None:
    async with door(tmp_path) as at:
        reader, writer = await at.knock()
        writer.write(line("true"))
        await at.bench.until_waiting()
        silent_reader, silent = await at.knock()
        assert (await at.send(line(action="stop", id="s")))["status"] == "ok"
        response = await answer(reader)
        assert (response["status"], response["message"].split(";")[0]) == ("error", "the gateway is shutting down")
        assert await silent_reader.read() == b""
        assert not at.path.exists()
        writer.close()
        silent.close()


@contextlib.asynccontextmanager
async def served(folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a gateway in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(SERVED), str(folder), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(BOUND_S):
            assert await process.stdout.readline() == b"ready\n"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        process._transport.close()  # type: ignore[attr-defined]


async def send(path: Path, data: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(path, limit=2**24)
    try:
        writer.write(data)
        return await reader.read()
    finally:
        writer.close()


@pytest.mark.rule("P-D2")
async def test_a_second_gateway_leaves_the_first_alone(tmp_path: Path) -> None:
    async with served(tmp_path):
        second = await asyncio.create_subprocess_exec(
            sys.executable, str(SERVED), str(tmp_path), stderr=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(BOUND_S):
            _, said = await second.communicate()
        assert second.returncode == 1
        assert b"wicket is already running on" in said
        assert json.loads(await send(tmp_path / "wicket.sock", line("true")))["status"] == "ok"


@pytest.mark.rule("P-D56")
async def test_term_drains(tmp_path: Path) -> None:
    marker = f"sleep 6{os.getpid()}"
    async with served(tmp_path) as process, asyncio.TaskGroup() as group:
        running = group.create_task(send(tmp_path / "wicket.sock", line(marker, env={"LC_MARK": str(tmp_path)})))
        waiting = group.create_task(send(tmp_path / "wicket.sock", line("true", reason="ask")))
        await eventually(lambda: marked(f"LC_MARK={tmp_path}"))
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(BOUND_S):
            assert await process.wait() == 0
        assert time.monotonic() - started < SOON_S
        assert {json.loads(await task)["status"] for task in (running, waiting)} == {"error"}
    assert not (tmp_path / "wicket.sock").exists()
    assert marked(f"LC_MARK={tmp_path}") == set()


@pytest.mark.rule("P-D58")
@pytest.mark.rule("P-D26")
async def test_killed_under_load_it_leaves_a_true_record_and_no_child(tmp_path: Path) -> None:
    path = tmp_path / "wicket.sock"
    chance = random.Random(7)
    proofs = tmp_path / "proofs"
    proofs.mkdir()
    for round in range(KILLS):
        async with served(tmp_path) as process, asyncio.TaskGroup() as group:
            for number in range(12):
                script = ["sh", "-c", f"echo >>{proofs}/{round}-{number}; sleep 30"]
                data = line("x", pipeline=[script], id=f"{round}-{number}", env={"LC_MARK": str(tmp_path)})
                group.create_task(quietly(path, data))
            if round == KILLS - 1:  # at least once, a command runs at that moment: it has to be closed in the record
                await eventually(lambda: any(proofs.glob(f"{KILLS - 1}-*")))
            else:
                await asyncio.sleep(chance.random() * 0.1)  # any moment will do
            process.kill()
        await eventually(lambda: not marked(f"LC_MARK={tmp_path}"))
    async with served(tmp_path):
        ledger = Ledger(tmp_path / "state" / "ledger")
        checked = ledger.verify()
        begun = {entry.fields["id"] for entry in ledger.entries(kind="decision")}
        assert checked.broken == ""
        assert {proof.name for proof in proofs.iterdir()} <= begun
        assert {proof.stat().st_size for proof in proofs.iterdir()} <= {0, 1}  # none ran twice
        for id in begun:
            assert json.loads(await send(path, line("true", id=id)))["message"] == f"duplicate request id: {id}"
        await eventually(lambda: not ledger.unfinished())
        ledger.close()


async def quietly(path: Path, data: bytes) -> None:
    with contextlib.suppress(OSError):
        await send(path, data)


async def test_a_crowd_of_good_and_bad_clients_gets_what_each_deserves(tmp_path: Path) -> None:
    chance = random.Random(3)
    before = descriptors()
    ids = [f"r{number}" for number in range(CROWD)]
    room = asyncio.Semaphore(AT_ONCE)

    async def judge(admitted: AdmittedRequest) -> Judgement:
        return Judgement("deny" if admitted.reason == "bad" else "allow")

    async def client(at: Door, id: str) -> str:
        kind = chance.choice(["good", "good", "bad", "half", "gone", "nonsense", "replay"])
        async with room:
            return await behave(at, id, kind)

    async def behave(at: Door, id: str, kind: str) -> str:
        data = line(f"touch {tmp_path}/proof-{id}", id=id, reason=kind)
        reader, writer = await at.knock()
        try:
            match kind:
                case "half":
                    writer.write(data[:-1])
                    writer.write_eof()
                    assert (await answer(reader))["status"] == "error"
                case "nonsense":
                    writer.write(b"{]\n")
                    assert (await answer(reader))["status"] == "error"
                case "gone":
                    writer.write(data)
                case "replay":
                    writer.write(data)
                    first = await answer(reader)
                    assert (first["status"], (await at.send(data))["status"]) == ("ok", "error")
                case _:
                    writer.write(data)
                    assert (await answer(reader))["status"] == {"good": "ok", "bad": "denied"}[kind]
        finally:
            writer.close()
        return kind

    async with door(tmp_path, Patience(in_flight=200), judge=judge) as at:
        async with asyncio.timeout(3 * BOUND_S), asyncio.TaskGroup() as group:
            tasks = {id: group.create_task(client(at, id)) for id in ids}
        await eventually(lambda: at.server.in_flight == 0)
        entries = await at.bench.entries()
        kinds = {id: task.result() for id, task in tasks.items()}
    decided = Counter(entry.fields["id"] for entry in entries if entry.kind == "decision")
    assert set(decided.values()) == {1}
    for id, kind in kinds.items():
        proof = (tmp_path / f"proof-{id}").exists()
        match kind:
            case "good" | "replay":
                assert (decided[id], proof) == (1, True)
            case "bad":
                assert (decided[id], proof) == (1, False)
            case "half" | "nonsense":
                assert (decided[id], proof) == (0, False)
            case _:  # gone: it ran if it was heard in time, and then there is a decision
                assert decided[id] >= proof
    begun = [entry.request for entry in entries if entry.kind == "decision" and entry.fields["runs"]]
    ended = [entry.request for entry in entries if entry.kind == "result"]
    assert sorted(begun) == sorted(ended)
    await eventually(lambda: descriptors() <= before)
