"""What a fleet costs over bare messages: an ask and its vote, a record in segments, the chain, claims. One real hub.

Those with a thousand gateways are taken by hand: `make fleet-thousand`.
"""

import asyncio
import hashlib
import socket
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from measure import Figure

from wicket.fleet.claims import member_claim
from wicket.fleet.hub_accounts import HubKeys
from wicket.fleet.hub_connection import Link, Login, Stored, connected
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.hub_helper import HubHelper
from wicket.fleet.hub_server import serving
from wicket.fleet.messages import ASK_BYTES, Ask, ask_digest, encode
from wicket.fleet.nats_subjects_and_rights import inbox_prefix, shard_of
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.fleet.record_segments import BEGINNING, Place, follow, read_segment, segments
from wicket.fleet.roster import Person, Roster
from wicket.fleet.signing_keys import KeyPair, Kind
from wicket.fleet.vote_counting import CastVote, SentAsk, cast, counted
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction
from wicket.wire.approver_views import RequesterView, RequestView

ROUNDS = 200
WAITING = 1_000
ENTRIES = 2_048
DAY_S = 24 * 3600


def figures() -> Iterator[Figure]:
    yield from asyncio.run(_all())


async def _all() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with _hub(folder) as hub:
            return [*await _votes(hub, folder), *await _records(hub, folder), _chain(folder), _claims(hub.keys())]


def _key(name: str, kind: Kind = Kind.PERSON) -> KeyPair:
    return KeyPair(kind, hashlib.sha256(name.encode()).digest())


@asynccontextmanager
async def _hub(folder: Path) -> AsyncIterator[HubFiles]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    files = HubFiles(folder / "hub")
    files.make(
        HubPlan(
            address=f"nats://127.0.0.1:{port}",
            listen_host="127.0.0.1",
            listen_port=port,
            groups=("ci",),
            root=_key("root").public,
        )
    )
    ready = asyncio.Event()
    helper = HubHelper(files, "bench")
    helper.ready = ready.set
    async with serving(files.folder), LinkedParts(files.helper_login, [helper]).running():
        await ready.wait()
        yield files


def _machine(files: HubFiles) -> Login:
    keys, key = files.keys(), _key("machine", Kind.USER)
    tags = {"group": ("ci",), "shard": (shard_of("ci", "m1"),)}
    claim = member_claim(keys.machine_signer, keys.machines.public, "m1", key.public, tags, int(time.time()), DAY_S)
    return Login(files.plan().address, claim, key, inbox_prefix("m", "ci", "m1"))


def _approver(files: HubFiles) -> Login:
    keys, key = files.keys(), _key("alice").login()
    tags = {"group": ("ci",)}
    claim = member_claim(
        keys.approver_signer, keys.approvers.public, "alice", key.public, tags, int(time.time()), DAY_S
    )
    return Login(files.plan().address, claim, key, inbox_prefix("a", "", "alice"))


# ── asks and votes ───────────────────────────────────────────────────────────


def _ask(ticket: str) -> bytes:
    view = RequestView(
        id=ticket,
        stages=("terraform apply",),
        pipeline=(("terraform", "apply"),),
        programs=("/usr/bin/terraform",),
        cwd="/srv",
        env={},
        privileged=False,
        forward_agent=False,
        reason="",
        session="",
        host="",
        requester=RequesterView(uid=1000, pid=7),
        why="no rule covers it",
        before=0,
        repeats=1,
        arrived=0.0,
        expires=600.0,
    )
    asked = Ask(
        machine="m1", group="ci", ticket=ticket, nonce="0" * 32, kind="user", view=view, policy="", expires_in_s=600.0
    )
    return encode(asked, ASK_BYTES)


@dataclass
class _Pair:
    """A machine that asks and a person who votes, each with a connection of their own."""

    machine: Link
    alice: Link
    roster: Roster
    digests: dict[str, SentAsk]
    decided: asyncio.Event
    number: int = 0

    async def begin(self) -> None:
        await self.machine.listen("m.voted.ci.m1.*.*", self._voted)
        await self.alice.listen("a.asked.ci.*.*", self._asked)

    async def _asked(self, stored: Stored) -> None:
        """Alice has been shown the ask, and signs."""
        ticket = f"t{self.number}"
        sent = SentAsk("ci", "m1", ticket, "user", ask_digest(stored.data))
        vote = cast(_key("alice"), "alice", sent, "approve")
        await self.alice.store(vote.subject, vote.data)

    async def _voted(self, stored: Stored) -> None:
        counted(CastVote(stored.subject, stored.data), self.digests[f"t{self.number}"], self.roster, time.time())
        self.decided.set()

    async def decide(self) -> None:
        """Ask, and wait until a vote was verified."""
        self.number += 1
        self.decided.clear()
        ticket = f"t{self.number}"
        data = _ask(ticket)
        self.digests = {ticket: SentAsk("ci", "m1", ticket, "user", ask_digest(data))}
        await self.machine.store("m.ask.ci.m1.0", data)
        await self.decided.wait()


async def _votes(hub: HubFiles, folder: Path) -> list[Figure]:
    alice = Person(name="alice", key=_key("alice").public, groups=("ci",))
    roster = Roster(number=1, issued=time.time(), expires=time.time() + 3600.0, people=(alice,))
    ledger = Ledger(folder / "votes" / "ledger")
    async with (
        connected(_machine(hub)) as machine,
        connected(_approver(hub)) as person,
        connected(hub.helper_login()) as bare,
        connected(hub.helper_login()) as other,
    ):
        pair = _Pair(machine, person, roster, {}, asyncio.Event())
        await pair.begin()
        await other.serve("bench.echo", _echo)
        number = 0

        async def floor() -> None:
            nonlocal number
            number += 1
            await bare.ask("bench.echo", b"x")
            await bare.store("w.ask.ci.m2.0", _ask("t0"))
            await bare.store(f"w.vote.ci.m2.t{number}.alice", b"x" * 400)

        def write() -> None:
            ledger.append([Redaction().clean(Note("decision", "r", time.time(), {"n": 1}))])

        async def with_record() -> None:
            await pair.decide()
            write()

        async def floor_and_record() -> None:
            await floor()
            write()

        first = await _medians(pair.decide, floor)
        recorded = await _medians(with_record, floor_and_record)
        for waiting in range(WAITING):
            await bare.store(f"w.ask.ci.n{waiting}.0", _ask("t0"))
        crowded, floor_then = await _medians(pair.decide, floor)
    ledger.close()
    # How busy the machine was may have changed between the two: the floor was taken beside both.
    return [
        Figure("fleet: asked, voted, verified, p50", *first, 1.5),
        Figure("fleet: the same, and in the record", *recorded, 2.0),
        Figure(f"fleet: a vote with {WAITING} waiting, against none", crowded, first[0] * floor_then / first[1], 3.0),
    ]


async def _echo(_subject: str, data: bytes) -> bytes:
    return data


async def _medians(subject: Callable[[], Awaitable[None]], floor: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Take both in turns; the middle of each counts."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for taken, work in zip(times, (subject, floor), strict=True):
            began = time.perf_counter()
            await work()
            taken.append(time.perf_counter() - began)
    return statistics.median(times[0]), statistics.median(times[1])


# ── records ──────────────────────────────────────────────────────────────────


async def _records(hub: HubFiles, folder: Path) -> list[Figure]:
    """A segment stored, against SQLite's own append of as many entries; the time of each entry."""
    found = []
    shard = shard_of("ci", "m1")
    async with connected(_machine(hub)) as machine:
        stored = 0
        for size in (16, 64, 256):
            ledger = Ledger(folder / f"record-{size}" / "ledger")
            subject_s, floor_s, after = 0.0, 0.0, BEGINNING
            for _ in range(max(4, ENTRIES // size // 2)):
                notes = [Redaction().clean(Note("decision", f"r{n}", 1.0, {"line": "git status"})) for n in range(size)]
                began = time.perf_counter()
                ledger.append(notes)
                floor_s += time.perf_counter() - began
                entries = list(ledger.entries(after=after.seq))
                began = time.perf_counter()
                for segment, data in segments("ci", "m1", after, entries):
                    stored = await machine.store(f"m.rec.{shard}.ci.m1", data, after=stored)
                    after = segment.last
                subject_s += time.perf_counter() - began
            ledger.close()
            # At least 1.5 times as many a second is at most 1/1.5 of the time.
            at_most = 1 / 1.5
            found.append(Figure(f"fleet: record, {size} entries a segment", subject_s, floor_s, at_most))
    return found


def _chain(folder: Path) -> Figure:
    """Follow a record's chain, against 20,000 entries a second."""
    ledger = Ledger(folder / "chain" / "ledger")
    ledger.append([Redaction().clean(Note("decision", f"r{n}", 1.0, {"line": "git status"})) for n in range(ENTRIES)])
    sent = [data for _, data in segments("ci", "m1", BEGINNING, ledger.entries())]
    ledger.close()
    best = float("inf")
    for _ in range(5):
        began, known = time.perf_counter(), BEGINNING
        for data in sent:
            known, problems = follow(known, read_segment(data))
            assert not problems
        best = min(best, (time.perf_counter() - began) / ENTRIES)
        assert known != Place(0, "")
    return Figure("fleet: an entry's chain verified", best, 1 / 20_000, 1.0)


def _claims(keys: HubKeys) -> Figure:
    """Make claims, against 1,000 in two seconds."""
    began = time.perf_counter()
    for number in range(100):
        member_claim(
            keys.machine_signer,
            keys.machines.public,
            f"m{number}",
            _key(str(number), Kind.USER).public,
            {"group": ("ci",), "shard": ("0",)},
            int(time.time()),
            DAY_S,
        )
    return Figure("fleet: a machine's claim made", (time.perf_counter() - began) / 100, 2.0 / 1000, 1.0)
