"""Besieges a gateway, as people run it, with clients good and bad, and sees that the record tells the truth.

    python scripts/siege.py --clients 50 --requests 20 --kills 50

Each client is a process in a session of its own. It asks, hangs up in the middle, sends half a line, too long a line,
nonsense, the same id twice, or a command that kills itself. An approver says yes to what is called yes, and no to the
rest. Afterwards every request has one decision, every approved one at most one execution and none without a decision,
no denied one any; descriptors and memory are back where they were, and the chain verifies. `--kills` gateways are
killed at random moments of the same, and what they leave must be true as well.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wicket.approver_client import Approver, ApproverRefused
from wicket.gateway.record_ledger import Ledger

__all__ = ["Report", "besiege", "kill_often"]

KINDS = ("yes", "yes", "yes", "no", "gone", "later", "half", "long", "nonsense", "replay", "suicide")

READY_S = 20.0


@dataclass
class Report:
    """What came of a siege. `wrong` is what must not be."""

    kinds: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    executed: int = 0
    seconds: float = 0.0
    descriptors: tuple[int, int] = (0, 0)
    memory_kb: tuple[int, int] = (0, 0)
    wrong: list[str] = field(default_factory=list)


# ── a client, in a process and a session of its own ──────────────────────────


def client(path: Path, proofs: Path, seed: str, requests: int) -> None:
    chance = random.Random(seed)
    for number in range(requests):
        kind = chance.choice(KINDS)
        id = f"{seed}-{number}"
        print(json.dumps({"id": id, "kind": kind, **_behave(path, proofs, id, kind, chance)}), flush=True)


def _behave(path: Path, proofs: Path, id: str, kind: str, chance: random.Random) -> dict[str, Any]:
    line = _line(proofs, id, kind)
    match kind:
        case "gone":
            with _connected(path) as asked:
                asked.sendall(line)
            return {}
        case "later":
            with _connected(path) as asked:
                asked.sendall(line)
                asked.settimeout(chance.random() * 0.2)
                with contextlib.suppress(TimeoutError):
                    return {"status": json.loads(_read(asked))["status"]}
            return {}
        case "half":
            return _put(path, line[: len(line) // 2], end=True)
        case "long":
            return _put(path, b'{"id":"' + b"x" * 1_100_000 + b'"}\n')
        case "nonsense":
            return _put(path, chance.randbytes(200).replace(b"\n", b"") + b"\n")
        case "replay":
            first = _put(path, line)
            again = _put(path, line)
            return first | {"again": again["message"]}
        case _:
            return _put(path, line)


def _line(proofs: Path, id: str, kind: str) -> bytes:
    script = f"echo >>{proofs}/{id}" + ("; kill -9 $$" if kind == "suicide" else "")
    asked = {
        "id": id,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "privileged": False,
        "reason": "no" if kind == "no" else "yes",
        "pipeline": [["sh", "-c", script]],
    }
    return json.dumps(asked).encode() + b"\n"


def _put(path: Path, data: bytes, *, end: bool = False) -> dict[str, Any]:
    with _connected(path) as asked:
        with contextlib.suppress(OSError):  # a line that is too long may be answered before it is read
            asked.sendall(data)
            if end:
                asked.shutdown(socket.SHUT_WR)
        answer = json.loads(_read(asked))
        return {"status": answer["status"], "message": answer.get("message", "")}


def _read(asked: socket.socket) -> bytes:
    data = b""
    while piece := asked.recv(65536):
        data += piece
    return data


def _connected(path: Path) -> socket.socket:
    asked = socket.socket(socket.AF_UNIX)
    asked.settimeout(60)
    asked.connect(str(path))
    return asked


# ── the gateway and its approver ─────────────────────────────────────────────


@contextlib.contextmanager
def _gateway(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    environ = os.environ | {"WICKET_HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder)}
    (folder / "home" / "gateway.json").unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "serve", "--no-ext", "--no-prompt", "--no-console"],
        env=environ,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + READY_S
        while not (folder / "home" / "gateway.json").exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the gateway did not start")
            time.sleep(0.01)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()


async def _approve(folder: Path) -> None:
    """Say yes to yes and no to the rest, until cancelled or the gateway is gone."""
    token = (folder / "home" / "approver.token").read_text().strip()

    async def nobody(question: str) -> bytearray | None:
        raise AssertionError(question)

    with contextlib.suppress(ApproverRefused):
        async with Approver.connect(folder / "wicket-approver.sock", token) as approver:
            while True:
                for waiting in await approver.pending():
                    with contextlib.suppress(ApproverRefused):  # it has left meanwhile
                        if waiting.reason == "yes":
                            await approver.approve(waiting.id, ask_password=nobody)
                        else:
                            await approver.deny(waiting.id, "as agreed")
                await asyncio.sleep(0.01)


async def _storm(folder: Path, clients: int, requests: int, name: str) -> list[dict[str, Any]]:
    """Let the clients loose, and gather what they have to tell."""

    async def one(number: int) -> list[dict[str, Any]]:
        words = ["client", folder / "wicket.sock", folder / "proofs", f"{name}{number}", str(requests)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            __file__,
            *map(str, words),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        out, _ = await process.communicate()
        return [json.loads(line) for line in out.splitlines()]

    async with asyncio.TaskGroup() as group:
        approver = group.create_task(_approve(folder))
        asking = [group.create_task(one(number)) for number in range(clients)]
        told = [line for task in asking for line in await task]
        approver.cancel()
    return told


async def besiege(folder: Path, *, clients: int, requests: int) -> Report:
    """Besiege one gateway, and compare what everybody tells."""
    report = Report()
    (folder / "proofs").mkdir(exist_ok=True)
    with _gateway(folder) as process:
        await _storm(folder, 2, 5, "warm")
        before = _descriptors(process.pid), _memory_kb(process.pid)
        started = time.monotonic()
        told = await _storm(folder, clients, requests, "c")
        report.seconds = time.monotonic() - started
        await _until_idle(process.pid, before[0])
        report.descriptors = before[0], _descriptors(process.pid)
        report.memory_kb = before[1], _memory_kb(process.pid)
    _compare(folder, told, report)
    return report


async def kill_often(folder: Path, *, kills: int, clients: int = 8) -> Report:
    """Kill gateways in the middle of their work, and see what they leave."""
    report = Report()
    (folder / "proofs").mkdir(exist_ok=True)
    chance = random.Random(11)
    for round in range(kills):
        with _gateway(folder) as process:
            async with asyncio.TaskGroup() as group:
                storm = group.create_task(_storm(folder, clients, 4, f"k{round}-"))
                # Clients take a while to start; from then on any moment will do.
                await asyncio.sleep(0.3 + chance.random() * 0.5)
                process.send_signal(signal.SIGKILL)
                await storm
    # Ids are remembered for two minutes; those of the last gateway are certainly fresh.
    proofs = sorted((folder / "proofs").iterdir(), key=lambda proof: proof.stat().st_mtime)
    with _gateway(folder):
        for proof in proofs[-clients:]:
            said = _put(folder / "wicket.sock", _line(folder / "proofs", proof.name, "yes"))
            if said["message"] != f"duplicate request id: {proof.name}":
                report.wrong.append(f"{proof.name} was taken twice: {said}")
    _compare(folder, [], report)
    return report


# ── what must be ─────────────────────────────────────────────────────────────


def _compare(folder: Path, told: list[dict[str, Any]], report: Report) -> None:
    ledger = Ledger(folder / "home" / "ledger.sqlite")
    try:
        verified = ledger.verify()
        decisions = [(entry.request, entry.fields) for entry in ledger.entries(kind="decision")]
        results = [(entry.request, entry.fields) for entry in ledger.entries(kind="result")]
    finally:
        ledger.close()
    if verified.broken:
        report.wrong.append(verified.broken)
    report.kinds.update(line["kind"] for line in told)
    report.decisions.update(fields["decision"] for _, fields in decisions)
    proofs = {path.name: path.stat().st_size for path in (folder / "proofs").iterdir()}
    report.executed = len(proofs)
    by_id = Counter(fields["id"] for _, fields in decisions)
    ended = Counter(request for request, _ in results)
    ran = {request for request, fields in results if fields["exit_codes"]}
    interrupted = {request for request, fields in results if fields["failure"].startswith("interrupted")}
    for id, size in proofs.items():
        if size != 1:
            report.wrong.append(f"{id} was executed {size} times")
        if id not in by_id:
            report.wrong.append(f"{id} was executed without a decision")
    for request, fields in decisions:
        id = fields["id"]
        if by_id[id] != 1:
            report.wrong.append(f"{id} has {by_id[id]} decisions")
        if ended[request] != (1 if fields["runs"] else 0):
            report.wrong.append(f"{id} has {ended[request]} results")
        if (request in ran) != (id in proofs) and request not in interrupted:
            report.wrong.append(f"{id} has run, says the record: {request in ran}; in truth: {id in proofs}")
    for line in told:
        expected = 0 if line["kind"] in ("half", "long", "nonsense") else 1
        if by_id[line["id"]] != expected:
            report.wrong.append(f"{line['id']} ({line['kind']}) has {by_id[line['id']]} decisions")
        if line["kind"] == "no" and line["status"] != "denied":
            report.wrong.append(f"{line['id']} was to be denied: {line['status']}")
        if line["kind"] in ("yes", "suicide", "replay") and line["status"] != "ok":
            report.wrong.append(f"{line['id']} was to be run: {line}")
        if line["kind"] == "replay" and line["again"] != f"duplicate request id: {line['id']}":
            report.wrong.append(f"{line['id']} was taken twice: {line['again']}")


async def _until_idle(pid: int, descriptors: int) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(10):
            while _descriptors(pid) > descriptors:  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.05)


# A process that judges is kept, and how many there are depends on how busy the machine was. Each has three pipes and a
# descriptor of its own in the gateway.
_OF_A_JUDGE = 4


def _descriptors(pid: int) -> int:
    """Count what a gateway has open, without what leads to the processes that judge."""
    return len(os.listdir(f"/proc/{pid}/fd")) - _OF_A_JUDGE * _judges(pid)


def _judges(pid: int) -> int:
    found = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            with contextlib.suppress(OSError):
                found += b"judge_process" in Path(f"/proc/{child}/cmdline").read_bytes()
    return found


def _memory_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--kills", type=int, default=0)
    options = parser.parse_args()
    for kind in ("siege", "kills"):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if kind == "siege":
                report = asyncio.run(besiege(folder, clients=options.clients, requests=options.requests))
            elif options.kills:
                report = asyncio.run(kill_often(folder, kills=options.kills))
            else:
                continue
        print(f"{kind}: {report}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["client"]:
        client(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
    else:
        main()
