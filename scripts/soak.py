"""Runs many extensions that misbehave at random, under many calls at once, and sees that nothing is lost or left.

    python scripts/soak.py --extensions 50 --calls 100 --rounds 5

Every call has to end, with the right answer or a failure; one well-behaved extension among them must answer all of its
calls; and afterwards no process, no descriptor and no memory may be left over.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from wicket.host import Host, Limits, LoggingHooks, Note

CHILD = """
import json, os, sys, time
name = os.environ["WICKET_EXTENSION"]
def say(**frame): os.write(1, json.dumps(frame).encode() + b"\\n")
say(type="hello", name=name)
say(type="register_tool", name=name, schema={"type": "object"})
say(type="subscribe", events=["turn_start"], intercept=[])
say(type="ready")
for line in sys.stdin:
    call = json.loads(line)
    if call["type"] != "tool_call": continue
    match call["args"]["do"]:
        case "hang": continue
        case "crash": sys.exit("fell over")
        case "kill": os.kill(os.getpid(), 9)
        case "sleep": time.sleep(0.3)
        case "flood":
            for _ in range(2000): say(type="notify", level="info", message="x" * 50)
        case "garbage": os.write(1, os.urandom(2000) + b"\\n")
        case "mumble": say(type="tool_result", id="0"); say(type="tool_result", id=call["id"], content=7); continue
        case "long": sys.stdout.write("x" * 5_000_000 + "\\n"); sys.stdout.flush()
        case "orphan":
            if os.fork() == 0: time.sleep(60)
    say(type="tool_result", id=call["id"], content=[{"type": "text", "text": str(call["args"]["n"])}])
"""

# How often each misdeed happens among a thousand calls.
MISDEEDS = {
    "hang": 4,
    "crash": 2,
    "kill": 2,
    "sleep": 2,
    "flood": 4,
    "garbage": 20,
    "mumble": 10,
    "long": 1,
    "orphan": 1,
}

LIMITS = Limits(tool_s=3.0, stop_s=0.5, term_s=0.2)


@dataclass
class Report:
    """What came of it."""

    results: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    calm_s: list[float] = field(default_factory=list)
    reloads: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)
    left: set[int] = field(default_factory=set)
    seconds: float = 0.0


class Counting(LoggingHooks):
    """Hooks that count and say nothing."""

    def __init__(self, results: Counter[str]) -> None:
        self.results = results

    def notify(self, note: Note) -> None:
        self.results["notes"] += 1

    def problem(self, sentence: str) -> None:
        self.results["problems"] += 1


async def soak(folder: Path, extensions: int, calls: int, rounds: int, seed: int) -> Report:
    """Run it in `folder`, and report."""
    report = Report()
    chance = random.Random(seed)
    for name in ["calm", *(f"wild{number}" for number in range(extensions - 1))]:
        _make(folder / "extensions" / name, name)
    began = time.monotonic()
    report.descriptors.append(_descriptors())
    async with Host.discover(cwd=folder, home=folder, limits=LIMITS, hooks=Counting(report.results)) as host:
        for _ in range(rounds):
            await _round(host, extensions, calls, chance, report)
            report.reloads.append(str(await host.reload()))
            gc.collect()
            report.memory_mb.append(_memory_mb())
    report.descriptors.append(_descriptors())
    report.left = await _left(folder)
    report.seconds = time.monotonic() - began
    return report


async def _round(host: Host, extensions: int, calls: int, chance: random.Random, report: Report) -> None:
    deeds, weights = ["answer", *MISDEEDS], [1000 - sum(MISDEEDS.values()), *MISDEEDS.values()]
    names = [tool.name for tool in host.tools]
    assert len(names) == extensions, names
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        for name in names:
            for number in range(calls):
                deed = "answer" if name == "calm" else chance.choices(deeds, weights)[0]
                group.create_task(_call(host, name, number, deed, report))
            await host.emit("turn_start", step=1)


async def _call(host: Host, name: str, number: int, deed: str, report: Report) -> None:
    began = time.perf_counter()
    try:
        result = await host.call_tool(name, {"n": number, "do": deed})
    except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
        report.results[f"raised {type(error).__name__}"] += 1
        if name == "calm":
            report.wrong.append(f"calm raised {error!r}")
        return
    report.results[result.failure.partition(":")[0] or "answered"] += 1
    if name == "calm":
        report.calm_s.append(time.perf_counter() - began)
    if (result.is_error and name == "calm") or (not result.is_error and result.text != str(number)):
        report.wrong.append(f"{name}: {result}")


def _make(folder: Path, name: str) -> None:
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(CHILD, encoding="utf-8")
    manifest = {"name": name, "exec": sys.executable, "args": ["-I", "-S", "main.py"]}
    (folder / "extension.json").write_text(json.dumps(manifest), encoding="utf-8")


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def _memory_mb() -> float:
    rows = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith("Private_")) / 1000


async def _left(folder: Path) -> set[int]:
    """Find what still runs of it; the guardian has a moment to tidy up."""
    found = _belonging(folder)
    deadline = time.monotonic() + 5
    while found and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
        found = _belonging(folder)
    return found


def _belonging(folder: Path) -> set[int]:
    return {int(entry) for entry in os.listdir("/proc") if entry.isdigit() and _belongs(entry, folder)}


def _belongs(pid: str, folder: Path) -> bool:
    try:
        return f"WICKET_DATA_DIR={folder}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--extensions", type=int, default=50)
    parser.add_argument("--calls", type=int, default=100, help="at once, to each extension")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(soak(Path(folder), **vars(options)))
    calm = sorted(report.calm_s)
    print(f"calls: {options.extensions * options.calls * options.rounds} in {report.seconds:.1f} s")
    for outcome, count in report.results.most_common():
        print(f"  {count:6} {outcome[:100]}")
    print(f"calm extension: p50 {statistics.median(calm) * 1e3:.0f} ms, worst {calm[-1] * 1e3:.0f} ms")
    print(f"reloads: {'; '.join(report.reloads)}")
    print(f"memory, MB, after each round: {', '.join(f'{size:.1f}' for size in report.memory_mb)}")
    print(f"descriptors before and after: {report.descriptors}; processes left: {len(report.left)}")
    for wrong in report.wrong[:10]:
        print(f"WRONG: {wrong}")
    good = not report.wrong and not report.left and report.descriptors[0] == report.descriptors[-1]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
