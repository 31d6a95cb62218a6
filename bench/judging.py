"""What a verdict costs: against `shlex.split` of the same text, with ten times the rules, and for hostile texts."""

import gc
import shlex
import time
import tracemalloc
from collections.abc import Callable, Iterator

from measure import Figure, compare
from reader import HOSTILE, PIPELINE, SCRIPT, hostile

from wicket import Policy

SIZE = 50_000
CWD = "/"
ENV = {"HOME": "/home/me", "PATH": "/usr/bin:/bin"}

# Rules as people write them: a tenth of them about git, the others about a program each.
SHAPES = (
    "allow: 'git verb{n} *'",
    "allow: 'tool{n} list|show [-v|--verbose] *'",
    "deny: 'tool{n} delete -f|--force *'",
    "ask: 'tool{n} !--dry-run apply <name>'",
    "allow: 'run{n} -C * build'",
    "deny: 'run{n} * --prod'",
    "allow: 'go{n} test ./*'",
    "allow: 'npm{n} run lint|test'",
    "ask: 'make{n} *'",
    "allow: 'cat{n} *'",
)
COMMON = ["allow: 'git status *'", "allow: 'git log *'", "deny: 'git push -f|--force *'", "allow: 'grep *'"]


def policy_of(count: int) -> Policy:
    """Make a policy of that many rules."""
    made = [SHAPES[number % len(SHAPES)].format(n=number // len(SHAPES)) for number in range(count - len(COMMON))]
    return Policy.loads("rules:\n" + "".join(f"  - {rule}\n" for rule in (*COMMON, *made)))


def figures() -> Iterator[Figure]:
    small, large = policy_of(300), policy_of(3_000)

    def judge(policy: Policy, text: str) -> Callable[[], object]:
        return lambda: policy.check(text, CWD, ENV)

    status = "git status"
    yield compare("check git status, 300 rules", judge(small, status), lambda: shlex.split(status), 10)
    yield compare("check git status, 3,000 rules against 300", judge(large, status), judge(small, status), 1.5)
    yield compare("check a 200-character pipeline", judge(small, PIPELINE), lambda: shlex.split(PIPELINE), 5)
    split = lambda: shlex.split(SCRIPT, comments=True)  # noqa: E731
    yield compare("check a 10 KB script", judge(small, SCRIPT), split, 5)
    for name in HOSTILE:
        yield time_of(small, name)
        yield memory_of(small, name)


def time_of(policy: Policy, name: str) -> Figure:
    """Compare the times of n and 2n."""
    texts = hostile(name, 2 * SIZE), hostile(name, SIZE)
    best = [float("inf"), float("inf")]
    for _ in range(3):
        for index, text in enumerate(texts):
            gc.collect()
            gc.disable()
            start = time.process_time()  # a verdict of seconds is interrupted by others
            policy.check(text, CWD, ENV)
            best[index] = min(best[index], time.process_time() - start)
            gc.enable()
    # What takes less than this is not worth a ratio.
    return Figure(f"hostile check: {name}, time of 2n against n", max(best[0], 1e-3), max(best[1], 1e-3), 2.5)


def memory_of(policy: Policy, name: str) -> Figure:
    """Compare the memory of n and 2n."""
    large, small = (_peak(policy, hostile(name, size)) for size in (2 * SIZE, SIZE))
    return Figure(f"hostile check: {name}, memory of 2n against n", large / 1e6, small / 1e6, 2.5, "MB")


def _peak(policy: Policy, text: str) -> float:
    tracemalloc.start()
    policy.check(text, CWD, ENV)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return max(float(peak), 1e5)
