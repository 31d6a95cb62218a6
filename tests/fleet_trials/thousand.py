"""A thousand machines at one hub: how fast they come, what they cost, and how fast a policy reaches all of them.

    python -m fleet_trials.thousand --machines 1000

Their connections are in one process, so that a part of each figure is this process's own work.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from fleet.fleets import roster_now
from fleet.hubs import GROUPS, Hub, running_hub
from fleet.people import key_of, person
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link, Stored, connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.signed_policy_bundle import Bundle, read_bundle, sign_bundle

__all__ = ["Row", "measured"]

AUTHOR = "alice"


@dataclass(frozen=True)
class Row:
    """A figure: what was measured, and what it may be at most."""

    name: str
    value: float
    at_most: float
    unit: str


async def measured(folder: Path, count: int) -> list[Row]:
    """Measure with so many machines; the bounds are those for a thousand, and grow with the number."""
    share = count / 1_000
    made = time.perf_counter()
    async with running_hub(folder) as hub:
        logins = [hub.machine(f"m{number}") for number in range(count)]
        rows = [Row("claims and keys made", time.perf_counter() - made, 2.0 * max(share, 0.5), "s")]
        before = _memory_kb(hub)
        roster = roster_now(person(AUTHOR, may=("approve", "author")))
        fetched: Counter[int] = Counter()
        done = asyncio.Event()

        def machine(number: int) -> tuple[Callable[[Link], Awaitable[None]], Callable[[], object]]:
            async def up(link: Link) -> None:
                async def news(_hint: Stored) -> None:
                    stored = await link.fetch("m.get.policy.ci")
                    if stored is not None:
                        read_bundle(stored.data, "ci", roster, None, time.time())
                        fetched[number] += 1
                        if len(fetched) == count:
                            done.set()

                await link.listen("m.news.ci", news)
                there.add(number)

            return up, lambda: there.discard(number)

        there: set[int] = set()
        began = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            links = []
            for number, login in enumerate(logins):
                up, down = machine(number)
                links.append(StandingLink(lambda login=login: login, up, down))  # type: ignore[misc]
            running = [tasks.create_task(link.run()) for link in links]
            await _until(lambda: len(there) == count)
            rows.append(Row("all have connected", time.perf_counter() - began, count / 150, "s"))
            rows.append(Row("memory of the hub for each", (_memory_kb(hub) - before) / count, 150.0, "KB"))

            bundle = Bundle(
                group="ci",
                number=1,
                previous="",
                files={"wicket.yml": "rules: []\n" + "# x\n" * 5_000},
                issued=time.time(),
                expires=time.time() + 3600.0,
            )
            began = time.perf_counter()
            async with connected(hub.helper()) as helper:
                await helper.store("w.policy.ci", sign_bundle(key_of(AUTHOR), bundle))
                await done.wait()
                rows.append(Row("a policy of 20 KB has come to all", time.perf_counter() - began, 5.0 * share, "s"))
                rows.append(Row("most often fetched by one", float(max(fetched.values())), 1.0, "times"))

            began = time.perf_counter()
            async with asyncio.TaskGroup() as saying:
                for number, link in enumerate(links):
                    saying.create_task(_alive(link, f"m{number}"))
            rows.append(Row("presence of all", time.perf_counter() - began, 1.0 * share, "s"))

            hub.kill()
            await _until(lambda: not there)
            await hub.start()
            began = time.perf_counter()
            await _until(lambda: len(there) == count)
            rows.append(Row("all are back after the hub was killed", time.perf_counter() - began, 10.0, "s"))
            rows.append(Row("consumers", float(await _consumers(hub)), 0.0, ""))
            for task in running:
                task.cancel()
    return rows


async def _alive(link: StandingLink, name: str) -> None:
    assert link.link is not None
    said = Alive(machine=name, group="ci", version="1", policy="", head="0:")
    with contextlib.suppress(HubAway):
        await link.link.store(f"m.alive.ci.{name}", encode(said, SMALL_BYTES))


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(600):
        while not condition():  # noqa: ASYNC110 - a thousand would tell
            await asyncio.sleep(0.01)


def _memory_kb(hub: Hub) -> float:
    assert hub.process is not None
    text = Path(f"/proc/{hub.process.pid}/status").read_text()
    return float(text.partition("VmRSS:")[2].split()[0])


async def _consumers(hub: Hub) -> int:
    async with connected(hub.helper()) as link:
        names = json.loads(await link.ask("$JS.API.STREAM.NAMES", b"{}"))["streams"]
        said = [json.loads(await link.ask(f"$JS.API.CONSUMER.NAMES.{name}", b"{}")) for name in names]
    return sum(len(each.get("consumers") or ()) for each in said)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--machines", type=int, default=1_000)
    options = parser.parse_args()
    assert "ci" in GROUPS
    with tempfile.TemporaryDirectory(prefix="thousand") as folder:
        rows = asyncio.run(measured(Path(folder), options.machines))
    for row in rows:
        missed = "  missed" if row.value > row.at_most else ""
        sys.stdout.write(f"{row.name:40} {row.value:10.2f} {row.unit:6} at most {row.at_most:8.2f}{missed}\n")
    return 1 if any(row.value > row.at_most for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
