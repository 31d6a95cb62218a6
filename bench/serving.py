"""The gateway at its socket, against the least that could do the same work, each in a process of its own.

A client connects, sends one line, and reads to the end, as the protocol wants it; the same client measures both.
"""

import asyncio
import base64
import itertools
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import Figure, compare

__all__ = ["figures"]

OUTPUT_BYTES = 16 * 1024 * 1024
ENDLESS = "endless"
BIG = ["head", "-c", str(OUTPUT_BYTES), "/dev/zero"]


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        gateway, echo, plain = (Path(folder) / name for name in ("gateway", "echo", "plain"))
        with _served("gateway", gateway), _served("echo", echo), _served("plain", plain):
            pings = _lines({"pipeline": [], "action": "ping"})
            yield compare(
                "gateway: ping, a connection each", lambda: _ask(gateway, pings), lambda: _ask(echo, pings), 2.0
            )
            big = _lines({"pipeline": [BIG]})
            yield compare("gateway: 16 MiB of output", lambda: _ask(gateway, big), lambda: _ask(plain, big), 1.2)
        yield from _beside_a_bomb(Path(folder))


def _beside_a_bomb(folder: Path) -> Iterator[Figure]:
    """What others notice of a text that is judged without end: two gateways, of which one is busy with such a text."""
    quiet, busy, trusting = (folder / name for name in ("quiet", "busy", "trusting"))
    with _served("judging", quiet), _served("judging", busy), _served("gateway", trusting), _asking(busy):
        pings, requests = _lines({"pipeline": [], "action": "ping"}), _lines({"pipeline": [["true"]]})
        yield compare(
            "gateway: a request, judged in another process",
            lambda: _ask(quiet, requests),
            lambda: _ask(trusting, requests),
            1.5,
        )
        name = "gateway: ping, while another's text is judged without end"
        yield compare(name, lambda: _ask(busy, pings), lambda: _ask(quiet, pings), 2.0)
        name = "gateway: a request, while another's is judged without end"
        yield compare(name, lambda: _ask(busy, requests), lambda: _ask(quiet, requests), 2.0)


@contextmanager
def _asking(path: Path) -> Iterator[None]:
    """Have a gateway judge what it never finishes."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(next(_lines({"pipeline": [["echo", ENDLESS]]})))
        time.sleep(1.0)  # until a process is there and busy with it
        yield


def _lines(fields: dict[str, object]) -> Iterator[bytes]:
    """Spell requests out, each with an id of its own and a time that is true for a while."""
    run = os.urandom(4).hex()
    moment = ""
    for number in itertools.count():
        if number % 100 == 0:
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        yield json.dumps({"id": f"{run}-{number}", "time": moment, "privileged": False, **fields}).encode() + b"\n"


def _ask(path: Path, lines: Iterator[bytes]) -> int:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(next(lines))
        heard = 0
        while data := client.recv(1024 * 1024):
            heard += len(data)
        return heard


@contextmanager
def _served(kind: str, path: Path) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, __file__, kind, str(path)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


# ── what is measured, and what it is measured against ────────────────────────


async def _serve_gateway(path: Path) -> None:
    from wicket.gateway.record_ledger import Ledger
    from wicket.gateway.record_writer_thread import Recorder
    from wicket.gateway.request_lifecycle import Gateway
    from wicket.gateway.request_types import AdmittedRequest, Judgement
    from wicket.gateway.requester_socket_and_answers import Server
    from wicket.host.guardian_client import Guardian

    async def allow(admitted: AdmittedRequest) -> Judgement:  # noqa: ARG001
        return Judgement("allow")

    ledger = Ledger(path.with_suffix(".state") / "ledger")
    gateway = Gateway.open(ledger, Recorder(ledger), judge=allow, guardian=Guardian())
    server = Server(gateway, path, version="1.2.0")
    async with asyncio.TaskGroup() as group:
        group.create_task(server.run())
        await server.ready.wait()
        print("ready", flush=True)


# A process that judges as ever, but for one text.
_JUDGE = f"""
import sys; sys.path[:] = sys.argv[1:]
from wicket.gateway.judge_process import judge, main

def endless(said, rest):
    while "{ENDLESS}" in said["text"]:
        pass
    return judge(said, rest)

main(endless)
"""


async def _serve_judging(path: Path) -> None:
    from wicket.gateway.judge_pool import Judges, Patience
    from wicket.gateway.record_ledger import Ledger
    from wicket.gateway.record_writer_thread import Recorder
    from wicket.gateway.request_judging import by_policy
    from wicket.gateway.request_lifecycle import Gateway
    from wicket.gateway.request_policy import PolicySource
    from wicket.gateway.requester_socket_and_answers import Server
    from wicket.host.guardian_client import Guardian

    policy = path.with_suffix(".yml")
    policy.write_text("rules: [{allow: 'true'}]")
    command = [sys.executable, "-I", "-c", _JUDGE, *sys.path]
    guardian = Guardian()
    judges = Judges(guardian, program=command, patience=Patience(deadline_s=3600.0))
    ledger = Ledger(path.with_suffix(".state") / "ledger")
    judge = by_policy(judges, PolicySource(str(policy)))
    gateway = Gateway.open(ledger, Recorder(ledger), judge=judge, guardian=guardian)
    server = Server(gateway, path, version="1.2.0")
    async with asyncio.TaskGroup() as group:
        group.create_task(server.run())
        await server.ready.wait()
        print("ready", flush=True)


class _Echo(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if data.endswith(b"\n"):
            self._transport.write(data)
            self._transport.close()


async def _serve_echo(path: Path) -> None:
    server = await asyncio.get_running_loop().create_unix_server(_Echo, str(path), backlog=256)
    print("ready", flush=True)
    await server.serve_forever()


async def _serve_plain(path: Path) -> None:
    """One at a time and without a loop: run, encode, write."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(256)
        print("ready", flush=True)
        while True:
            client, _ = listener.accept()
            with client:
                client.recv(65536)
                output = subprocess.run(BIG, stdout=subprocess.PIPE, check=True).stdout  # noqa: ASYNC221
                client.sendall(base64.b64encode(output))


SERVERS: dict[str, Callable[[Path], object]] = {
    "gateway": lambda path: asyncio.run(_serve_gateway(path)),
    "judging": lambda path: asyncio.run(_serve_judging(path)),
    "echo": lambda path: asyncio.run(_serve_echo(path)),
    "plain": lambda path: asyncio.run(_serve_plain(path)),
}

if __name__ == "__main__":
    if len(sys.argv) == 3:
        SERVERS[sys.argv[1]](Path(sys.argv[2]))
    else:
        from measure import table

        for line in table(figures()):
            print(line, flush=True)
