"""What a hook costs with a gateway that is warm: the client in C against a program that does nothing.

Median and 99th percentile of many starts in turns, for a command that was judged before and for one that was not;
fifty at once against fifty in a row, and how long the slowest of them took from its own start to its end, beside that
of a program that does nothing; and what an idle gateway uses of a core in a minute.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from hooking import CALL
from measure import Figure

from wicket import __version__
from wicket.doors import native_client

ROUNDS = 400
RULES = "rules: [{allow: 'git status'}, {allow: 'git log *'}, {deny: 'rm -rf *'}]\n"
AT_ONCE = 50
BURSTS = 9
IDLE_S = 60.0

# The status of a policy file counts once it is older than a tick of the clock.
SETTLED_S = 3.0


class Place:
    """A home with a policy, a gateway in it, and what a hook is told in a file."""

    def __init__(self, folder: Path) -> None:
        (folder / "config" / "wicket").mkdir(parents=True)
        (folder / "config" / "wicket" / "wicket.yml").write_text(RULES, encoding="utf-8")
        (folder / "run").mkdir(mode=0o700)
        (folder / "call").write_bytes(CALL)
        self.folder = folder
        self.call = folder / "call"
        self.client = str(folder / "wicket-hook")
        native_client.build(self.client, __version__, os.environ, native_client.source())
        self.environ = dict(os.environ) | {
            "HOME": str(folder),
            "XDG_CONFIG_HOME": f"{folder}/config",
            "XDG_RUNTIME_DIR": f"{folder}/run",
            "WICKET_HOME": f"{folder}/state",
        }

    def start(self, argv: Sequence[str]) -> int:
        """Start a program that reads the call, and give its number."""
        files = [
            (os.POSIX_SPAWN_OPEN, 0, str(self.call), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        ]
        return os.posix_spawn(argv[0], list(argv), self.environ, file_actions=files)

    def run(self, argv: Sequence[str]) -> float:
        start = time.perf_counter()
        _, status = os.waitpid(self.start(argv), 0)
        assert status == 0
        return time.perf_counter() - start


@contextmanager
def serving() -> Iterator[tuple[Place, "subprocess.Popen[bytes]"]]:
    with tempfile.TemporaryDirectory(prefix="wk") as folder:
        place = Place(Path(folder))
        words = [sys.executable, "-m", "wicket", "serve", "--no-prompt", "--no-console"]
        gateway = subprocess.Popen(words, env=place.environ, stdout=subprocess.DEVNULL)
        try:
            while not (Path(folder) / "state" / "gateway.json").exists():
                assert gateway.poll() is None
                time.sleep(0.05)
            time.sleep(SETTLED_S)
            for _ in range(20):
                place.run([place.client, "--agent", "claude-code"])
            yield place, gateway
        finally:
            gateway.send_signal(signal.SIGTERM)
            gateway.wait()


def in_turns(place: Place, commands: Sequence[Sequence[str]]) -> list[list[float]]:
    """Time commands in turns, and give the times of each, the shortest first."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(ROUNDS):
        for index, argv in enumerate(commands):
            times[index].append(place.run(argv))
    return [sorted(each) for each in times]


def of_new_commands(place: Place, argv: Sequence[str]) -> list[float]:
    """Time hooks that are each told of a command that nobody has asked about before."""
    times = []
    for number in range(ROUNDS):
        place.call.write_bytes(CALL.replace(b"git status", b"git log dir%d" % number))
        times.append(place.run(argv))
    place.call.write_bytes(CALL)
    return sorted(times)


def at_once(place: Place, argv: Sequence[str]) -> tuple[float, float]:
    """Start many at once; give the time until all are done, and that of the slowest from its own start to its end."""
    began: dict[int, float] = {}
    slowest = 0.0
    start = time.perf_counter()
    for started in range(1, AT_ONCE + 1):
        now = time.perf_counter()
        began[place.start(argv)] = now
        while began and (found := os.waitpid(-1, 0 if started == AT_ONCE else os.WNOHANG))[0]:
            pid, status = found
            assert status == 0  # none is lost
            slowest = max(slowest, time.perf_counter() - began.pop(pid))
    return time.perf_counter() - start, slowest


def seconds_of(pid: int) -> float:
    """Give the processor time that a process and those that it has started have used."""
    stats = [Path(f"/proc/{pid}/stat"), *Path("/proc").glob("[0-9]*/stat")]
    used = 0.0
    for path in stats:
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if path is stats[0] or fields[1] == str(pid):
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def figures() -> Iterator[Figure]:
    with serving() as (place, gateway):
        hook = [place.client, "--agent", "claude-code"]
        line = f"{place.client} --agent claude-code || {{ echo 'wicket: the guard did not start' >&2; exit 2; }}"
        bare, client, shell, guarded = in_turns(
            place, [["/bin/true"], hook, ["/bin/sh", "-c", "/bin/true"], ["/bin/sh", "-c", line]]
        )
        half, last = ROUNDS // 2, ROUNDS * 99 // 100
        yield Figure("hook: C client, warm gateway, median", client[half], bare[half], 1.5)
        yield Figure("hook: C client, warm gateway, 99th percentile", client[last], bare[last], 3.0)
        yield Figure("hook: C client through sh -c, median", guarded[half], shell[half], 1.5)

        new = of_new_commands(place, hook)
        yield Figure("hook: C client, a command that is new, median", new[half], bare[half], 1.5)

        rows, bursts, floors = [], [], []
        for _ in range(BURSTS):
            rows.append(sum(place.run(hook) for _ in range(AT_ONCE)))
            bursts.append(at_once(place, hook))
            floors.append(at_once(place, ["/bin/true"]))
        whole = median(whole for whole, _ in bursts)
        slowest = median(slowest for _, slowest in bursts)
        floor = median(slowest for _, slowest in floors)
        yield Figure(f"hook: {AT_ONCE} at once, against {AT_ONCE} in a row", whole, median(rows), 1.2)
        yield Figure(f"hook: the slowest of {AT_ONCE} at once, against one alone", slowest, client[half], 10.0)
        yield Figure(f"hook: the slowest of {AT_ONCE}, against that of /bin/true", slowest, floor, 3.0)

        before = seconds_of(gateway.pid)
        time.sleep(IDLE_S)
        used = 1000 * (seconds_of(gateway.pid) - before) / IDLE_S
        yield Figure("hook: an idle gateway, of a core", used, 1.0, 1.0, "per mille")
