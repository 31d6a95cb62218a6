"""A fleet under strain: asks, votes, policies and revocations, while servers, the helper and gateways are killed.

    python -m fleet_trials.soak --machines 200 --minutes 20

Clocks are up to an hour apart. Afterwards every ask has one outcome, every command that ran has the votes that it
needs, every entry of every record is in the archive once, every machine enforces the newest policy, and no process,
consumer or connection is left over.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fleet.people import person
from fleet_trials.processes import AT_ONCE, Fleet, Gateway, Voter, dwindles, until
from wicket.fleet.audit_questions_to_hub import machines_of
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.policy_push import push
from wicket.fleet.record_archive import Archive, Machine, Wanted
from wicket.fleet.roster import Need, Roster
from wicket.fleet.vote_counting import SentAsk, outcome, recorded_vote
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger

__all__ = ["Plan", "Report", "soak"]

GROUPS = ("ci", "prod")
# prod needs two of these three.
PEOPLE = ("alice", "bob", "carol")
NEEDS = (Need(group="prod", kind="user", votes=2),)
HALF_AN_HOUR_S = 1800.0

# What people think of requests, as these say it themselves. `gone`: who asks hangs up.
WISHES = ("yes", "yes", "yes", "no", "gone")

# Nobody tells an agent that its machine was cut off, nor a person that the hub takes votes again.
LOOK_S = 1.0

TOO_EARLY = re.compile(r"too many requests for approval: .* try again in (\d+)s")

# What may become of a request. A machine that was killed or cut off says nothing, or that it ends.
FINE = {
    "yes": {"ok", "killed meanwhile", "revoked"},
    "no": {"denied", "killed meanwhile", "revoked"},
    "gone": {"hung up", "killed meanwhile"},
}

# Nothing waits longer for an answer than a request has until it expires, 10 minutes. If none has ended for longer
# than that, the fleet is stuck.
STUCK_S = 720.0

DISTURBANCES = ("lose a server", "kill gateways", "push", "roster", "lose the helper", "revoke", "lose all servers")


@dataclass(frozen=True)
class Plan:
    """How much. With `seconds` it goes on for so long, else until each machine has asked `asks` times.

    After so many asks that have ended for each machine (`every`), something is disturbed.
    """

    machines: int
    asks: int = 0
    seconds: float = 0.0
    every: float = 1.0
    seed: int = 1
    hang: bool = False


@dataclass
class Report:
    """What came of it. `wrong` is what must not be."""

    seconds: float = 0.0
    starting_s: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    did: Counter[str] = field(default_factory=Counter)
    too_early: int = 0
    executed: int = 0
    entries: int = 0
    archived: int = 0
    votes: int = 0
    refused_votes: int = 0
    memory_mb: tuple[float, ...] = ()
    alarms: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


async def soak(folder: Path, plan: Plan) -> Report:
    """Strain a fleet in a folder, which must have a short path: sockets lie in it."""
    report = Report()
    fleet = Fleet(folder, GROUPS)
    (folder / "proofs").mkdir()
    try:
        fleet.servers.start_all()
        fleet.start_helper()
        await fleet.until_hub_is_there()
        await fleet.publish(_roster(1, PEOPLE))
        async with contextlib.AsyncExitStack() as held:
            offsets = (HALF_AN_HOUR_S, -HALF_AN_HOUR_S, 0.0)
            voters = [
                await held.enter_async_context(fleet.voter(name, off_s))
                for name, off_s in zip(PEOPLE, offsets, strict=True)
            ]
            await _start(fleet, plan, report)
            storm = _Storm(fleet, plan, report, voters)
            await storm.run()
            await _calm(fleet, report, voters[0], storm.policies)
            report.memory_mb = tuple(fleet.memory_mb())
        await _end(fleet, report)
        _compare(fleet, report)
    finally:
        fleet.stop()
    with contextlib.suppress(AssertionError):
        await until(lambda: not fleet.left(), "all processes have ended")
    report.wrong += [f"a process is left over: {each[:200]}" for each in fleet.left()]
    return report


def _roster(number: int, names: tuple[str, ...]) -> Roster:
    people = tuple(
        person(name, groups=GROUPS, may=("approve", "author") if name == "alice" else ("approve",)) for name in names
    )
    now = time.time()
    return Roster(number=number, issued=now, expires=now + 24 * 3600.0, people=people, needs=NEEDS)


async def _start(fleet: Fleet, plan: Plan, report: Report) -> None:
    """Let all machines in and start their gateways, some at a time."""
    began = time.monotonic()
    left = iter(range(plan.machines))

    async def one(number: int) -> None:
        group = GROUPS[number % 4 == 3]  # one in four needs two votes
        gateway = await fleet.add(f"m{number}", group, (0.0, HALF_AN_HOUR_S, -HALF_AN_HOUR_S)[number % 3])
        gateway.start()
        await until(lambda: gateway.is_ready, f"{gateway.name} serves")

    async def some() -> None:
        for number in left:
            await one(number)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(AT_ONCE):
            tasks.create_task(some())
    report.starting_s = time.monotonic() - began


# ── the storm ────────────────────────────────────────────────────────────────


class _Storm:
    """Agents that ask, people who vote, and somebody who disturbs whenever so many asks have ended."""

    def __init__(self, fleet: Fleet, plan: Plan, report: Report, voters: list[Voter]) -> None:
        self._fleet = fleet
        self._plan = plan
        self._report = report
        self._voters = voters
        self._chance = random.Random(plan.seed)
        self._deadline = time.monotonic() + plan.seconds
        self._ended = asyncio.Event()
        self._count = 0
        self._waits: dict[str, float] = {}  # what was asked and not answered yet, and since when
        self.policies: dict[str, str] = {}  # the digest of the newest of each group
        self._lost: int | None = None
        self._hangs: int | None = None

    async def run(self) -> None:
        began = time.monotonic()
        async with asyncio.TaskGroup() as tasks:
            around = [tasks.create_task(_vote(voter, self._report)) for voter in self._voters]
            around.append(tasks.create_task(self._disturb()))
            agents = [tasks.create_task(self._agent(gateway)) for gateway in self._fleet.gateways]
            await self._until_over(agents)
            for task in (*around, *agents):
                task.cancel()
        if self._hangs is not None:
            self._go_on()
        self._fleet.servers.start_all()
        self._report.seconds = time.monotonic() - began

    async def _until_over(self, agents: list[asyncio.Task[None]]) -> None:
        """Wait for all who ask. If nothing at all goes on any more, say who waits, and wait for nobody."""
        count, since = -1, 0.0
        while not all(each.done() for each in agents):
            await asyncio.wait(agents, timeout=LOOK_S)
            if self._count != count:
                count, since = self._count, time.monotonic()
            if time.monotonic() - since > STUCK_S:
                now = time.monotonic()
                self._report.wrong += [f"{id} has waited for {now - at:.0f} s" for id, at in self._waits.items()]
                self._report.wrong.append(f"nothing has ended for {STUCK_S:.0f} s")
                return

    def _is_over(self, asked: int) -> bool:
        return time.monotonic() > self._deadline if self._plan.seconds else asked >= self._plan.asks

    async def _agent(self, gateway: Gateway) -> None:
        """Ask one thing after the other, as long as the machine belongs to the fleet."""
        chance = random.Random(f"{self._plan.seed} {gateway.name}")
        asked = tried = 0
        while not self._is_over(asked) and not gateway.revoked:
            wish = chance.choice(WISHES)
            id, tried = f"{gateway.name}-{tried}-{wish}", tried + 1
            said = await self._ask(gateway, id, wish)
            if said == "not there":  # it was killed, and comes back
                await until(lambda: gateway.is_ready, f"{gateway.name} serves again")
                continue
            if (early := TOO_EARLY.search(said)) is not None:  # an agent may ask so often a minute, and not more
                self._report.too_early += 1
                await asyncio.sleep(float(early[1]))
                continue
            asked += 1
            self._report.answers[f"{wish}: {said}"] += 1
            self._count += 1
            self._ended.set()

    async def _ask(self, gateway: Gateway, id: str, wish: str) -> str:
        line = gateway.asked(id, "sh", "-c", f"echo >>{self._fleet.folder}/proofs/{id}", reason=wish)
        try:
            reader, writer = await asyncio.open_unix_connection(str(gateway.socket))
        except OSError:
            return "not there"
        try:
            writer.write(line)
            await writer.drain()
            if wish == "gone":
                return "hung up"
            self._waits[id] = time.monotonic()
            answer = await self._answer(gateway, reader)
        except OSError:
            answer = b""
        finally:
            self._waits.pop(id, None)
            writer.close()
        if not answer:
            return "revoked" if gateway.revoked else "killed meanwhile"
        said = json.loads(answer)
        because = str(said.get("message", ""))
        return because if TOO_EARLY.search(because) else str(said["status"])

    async def _answer(self, gateway: Gateway, reader: asyncio.StreamReader) -> bytes:
        """Wait for an answer; a machine that was cut off gets none, and its agents give up."""
        while True:
            try:
                async with asyncio.timeout(LOOK_S):
                    return await reader.readline()
            except TimeoutError:
                if gateway.revoked:
                    return b""

    # ── disturbances ─────────────────────────────────────────────────────────

    async def _disturb(self) -> None:
        what = [*DISTURBANCES, *(["hang a server"] if self._plan.hang else [])]
        done = 0
        while True:
            await self._ended.wait()
            self._ended.clear()
            if self._count < (done + 1) * self._plan.every * self._plan.machines:
                continue
            if done % len(what) == 0:
                self._chance.shuffle(what)
            next_one = what[done % len(what)]
            done += 1
            self._report.did[next_one] += 1
            if self._hangs is not None:
                self._go_on()
            await getattr(self, "_" + next_one.replace(" ", "_"))()

    def _restore(self) -> None:
        if self._lost is not None:
            self._fleet.servers.start(self._lost)
            self._lost = None

    def _go_on(self) -> None:
        assert self._hangs is not None
        self._fleet.servers.running[self._hangs].send_signal(signal.SIGCONT)
        self._hangs = None

    async def _lose_a_server(self) -> None:
        self._restore()
        self._lost = self._chance.randrange(3)
        self._fleet.servers.kill(self._lost)

    async def _lose_all_servers(self) -> None:
        self._lost = None
        self._fleet.servers.kill_all()
        self._fleet.servers.start_all()

    async def _hang_a_server(self) -> None:
        self._restore()
        self._hangs = self._chance.randrange(3)
        self._fleet.servers.running[self._hangs].send_signal(signal.SIGSTOP)

    async def _lose_the_helper(self) -> None:
        self._fleet.kill_helper()
        self._fleet.start_helper()

    async def _kill_gateways(self) -> None:
        living = self._fleet.living()
        for gateway in self._chance.sample(living, min(len(living), 1 + self._plan.machines // 50)):
            gateway.kill()
            gateway.start()

    async def _revoke(self) -> None:
        """Cut a machine off, unless many are gone already."""
        living = [each for each in self._fleet.living() if each.group == "ci"]
        if 4 * len(living) > 2 * self._plan.machines:
            await self._fleet.cut_off(self._chance.choice(living))

    async def _roster(self) -> None:
        """Carol loses her vote, or gets it again."""
        last = self._fleet.rosters[-1]
        names = PEOPLE if len(last.people) < len(PEOPLE) else PEOPLE[:2]
        await self._fleet.publish(_roster(last.number + 1, names))

    async def _push(self) -> None:
        group = self._chance.choice(GROUPS)
        files = {"wicket.yml": f"defaults: {{action: ask}}\nrules:\n  - deny: printf never-{self._count}\n"}
        inbox = self._voters[0].inbox

        async def work() -> bool:
            with contextlib.suppress(HubAway):  # nobody knows then whether it was published
                me, home = inbox.me, {"HOME": str(self._fleet.folder)}
                done = await push(me.link, me.key, me.roster, group, files, time.time(), environ=home)
                self.policies[group] = done.digest
                return True
            return False

        await until(work, "the policy is published")


async def _vote(voter: Voter, report: Report) -> None:
    """Vote about all that waits, as it is wished. Others do the same, and may be faster."""
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await voter.news.wait()
        voter.news.clear()
        for held in voter.inbox.waiting():
            wish = held.ask.view.reason
            if wish == "gone":
                continue
            try:
                await voter.inbox.vote(held, "approve" if wish == "yes" else "deny", "as wished")
                report.votes += 1
            except FleetError:  # it is over, was voted about, or the hub is away
                continue


# ── afterwards ───────────────────────────────────────────────────────────────


async def _calm(fleet: Fleet, report: Report, voter: Voter, policies: dict[str, str]) -> None:
    """Wait until every gateway is up, the newest policies are in force, the inbox is empty, and all is archived."""
    await fleet.until_hub_is_there()
    living, pause_s = {each.name for each in fleet.living()}, 0.05 + len(fleet.gateways) / 200
    await dwindles(lambda: sum(not each.is_ready for each in fleet.living()), "all gateways are up", pause_s)

    async def not_enforcing() -> int:
        with contextlib.suppress(HubAway):
            link = voter.inbox.me.link
            there = {each.machine: each.policy for group in policies for each in await machines_of(link, group)}
            held = [(there.get(each.name), policies[each.group]) for each in fleet.living() if each.group in policies]
            return sum(has != newest for has, newest in held)
        return len(living)

    await dwindles(not_enforcing, "the newest policies are in force", pause_s)
    await dwindles(
        lambda: sum(held.ask.machine in living for held in voter.inbox.waiting()), "the inbox is empty", pause_s
    )
    archive = Archive(fleet.hub.folder / "archive.sqlite", begin=False)

    def behind() -> dict[str, int]:
        """How many entries of which machine are missing; 1 if another entry is its last."""
        heads = {machine.name: place for machine, place in archive.machines()}
        found = {}
        for each in fleet.living():
            seq, _, digest = _head(each).partition(":")
            place = heads.get(each.name)
            if place is None or (str(place.seq), place.hash) != (seq, digest):
                found[each.name] = max(1, int(seq) - (0 if place is None else place.seq))
        return found

    try:
        await dwindles(lambda: sum(behind().values()), "the archive has all", pause_s)
    except AssertionError:
        report.wrong += [f"the archive is behind {name} by {count} entries" for name, count in behind().items()]
    finally:
        archive.close()
    report.wrong += await fleet.at_hub(lambda link: _consumers(link))


def _head(gateway: Gateway) -> str:
    ledger = Ledger(gateway.ledger, begin=False)
    try:
        return ledger.head()
    finally:
        ledger.close()


async def _consumers(link: Link) -> list[str]:
    names = json.loads(await link.ask("$JS.API.STREAM.NAMES", b"{}"))["streams"]
    found = []
    for name in names:
        said = json.loads(await link.ask(f"$JS.API.CONSUMER.NAMES.{name}", b"{}"))
        found += [f"{name} has the consumer {each}" for each in said.get("consumers") or ()]
    return found


async def _end(fleet: Fleet, report: Report) -> None:
    """End gateways and helper in peace; then nobody is connected any more."""
    report.wrong += [f"{name} ended with {code}" for name, code in (await fleet.stop_gateways()).items()]
    assert fleet.helper is not None
    fleet.helper.terminate()
    code = await asyncio.to_thread(fleet.helper.wait)
    if code != 0:
        report.wrong.append(f"the helper ended with {code}")
    for address in fleet.hub.plan().servers:
        async with connected(replace(fleet.hub.system_login(), address=address)) as link:
            mine = link._client._server_info
            said = json.loads(await link.ask(f"$SYS.REQ.SERVER.{mine['server_id']}.CONNZ", b"{}"))["data"]
        others = [each for each in said["connections"] if each["cid"] != mine["client_id"]]
        report.wrong += [f"{each.get('name') or each['cid']} is still connected to {address}" for each in others]


def _compare(fleet: Fleet, report: Report) -> None:
    archive = Archive(fleet.hub.folder / "archive.sqlite", begin=False)
    try:
        for problem in archive.problems():
            report.alarms[problem.what] += 1
            if problem.what in ("gap", "fork", "changed", "head"):
                report.wrong.append(f"{problem.machine}: {problem.what}: {problem.says}")
        for gateway in fleet.gateways:
            _compare_one(fleet, gateway, archive, report)
    finally:
        archive.close()
    proofs = {path.name: path.stat().st_size for path in (fleet.folder / "proofs").iterdir()}
    report.executed = len(proofs)
    report.wrong += [f"{id} was executed {size} times" for id, size in proofs.items() if size != 1]
    for answer, count in report.answers.items():
        wish, _, said = answer.partition(": ")
        if said not in FINE[wish]:
            report.wrong.append(f"{count} times {wish} was answered with {said}")


def _compare_one(fleet: Fleet, gateway: Gateway, archive: Archive, report: Report) -> None:
    """Compare a machine's record with the archive, with what was executed, and with the votes that were cast."""
    ledger = Ledger(gateway.ledger, begin=False)
    try:
        if broken := ledger.verify().broken:
            report.wrong.append(f"{gateway.name}: {broken}")
        entries = list(ledger.entries())
    finally:
        ledger.close()
    report.entries += len(entries)
    machine = Machine(gateway.group, gateway.name)
    report.wrong += [f"{gateway.name}: {problem.says}" for problem in archive.verify(machine)]
    end = archive.head(machine).seq
    kept = {(each.seq, each.hash) for each in archive.search(Wanted(machine=gateway.name), 10_000_000)}
    report.archived += len(kept)
    if kept != {(each.seq, each.hash) for each in entries if each.seq <= end}:
        report.wrong.append(f"{gateway.name}: the archive has other entries than the record")
    _compare_decisions(fleet, gateway, entries, report)


def _compare_decisions(fleet: Fleet, gateway: Gateway, entries: list[Entry], report: Report) -> None:
    by_kind: dict[str, list[Entry]] = {}
    for each in entries:
        by_kind.setdefault(each.kind, []).append(each)
    report.refused_votes += len(by_kind.get("vote_refused", ()))
    tickets = {each.request: str(each.fields["ticket"]) for each in by_kind.get("asked", ())}
    voted = {each.request: each.fields for each in by_kind.get("voted", ())}
    decided = Counter(each.request for each in by_kind.get("decision", ()))
    for request, ticket in tickets.items():
        if decided[request] != 1:
            report.wrong.append(f"{gateway.name}: {ticket} has {decided[request]} outcomes")
    for each in by_kind.get("decision", ()):
        said = each.fields
        report.decisions[f"{said['decision']} by {said.get('door') or 'nobody'}"] += 1
        proof = (fleet.folder / "proofs" / str(said["id"])).exists()
        if proof and not said["runs"]:
            report.wrong.append(f"{said['id']} was executed and not approved")
        if said["runs"] and not _has_votes(fleet, gateway, voted.get(tickets.get(each.request, ""))):
            report.wrong.append(f"{said['id']} was approved without the votes it needs")


def _has_votes(fleet: Fleet, gateway: Gateway, voted: dict[str, Any] | None) -> bool:
    """Whether the votes that were recorded suffice by one of the rosters that there were."""
    if voted is None:
        return False
    ticket = str(voted["ticket"])
    sent = SentAsk(gateway.group, gateway.name, ticket, "user", str(voted["ask_digest"]))
    votes = [recorded_vote(each, gateway.group) for each in voted["votes"]]
    return any(outcome(votes, sent, roster, roster.issued).decision == "approved" for roster in fleet.rosters)


def shown(report: Report, plan: Plan) -> str:
    """The report as lines."""
    memory = report.memory_mb
    lines = [
        f"{plan.machines} gateways, started in {report.starting_s:.0f} s; asks for {report.seconds:.0f} s",
        f"did: {_counts(report.did)}",
        f"answers: {_counts(report.answers)}; told to ask later: {report.too_early}",
        f"decisions: {_counts(report.decisions)}",
        f"executed: {report.executed}; votes stored: {report.votes}; votes refused: {report.refused_votes}",
        f"entries: {report.entries}; archived: {report.archived}; alarms: {_counts(report.alarms) or 'none'}",
    ]
    if memory:
        middle = memory[len(memory) // 2]
        lines.append(f"memory of a gateway with its judges: {middle:.0f} MB, {sum(memory):.0f} MB of all")
    return "\n".join([*lines, *(f"WRONG: {wrong}" for wrong in report.wrong[:50])])


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counter.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--machines", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=1.0, help="asks of each machine between two disturbances")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it ends all that it has started
    plan = Plan(options.machines, 0, options.minutes * 60.0, options.every, options.seed, hang=True)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        report = asyncio.run(soak(Path(folder), plan))
    sys.stdout.write(shown(report, plan) + "\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
