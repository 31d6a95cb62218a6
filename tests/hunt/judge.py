"""What is allowed, and what must not happen where it is: the policies of the hunt.

A text is a finding if a policy allows it, and bash, running it, does what the policy forbids; if a verdict takes too
long; or if it could not be made.
"""

import gc
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hunt.sandbox import Result
from wicket.cli.starter_policies import LEVELS
from wicket.loaded_policy import Policy
from wicket.policy_files.real_machine import lookups, places

__all__ = ["POLICIES", "Finding", "Judge", "Rule"]

# A text whose verdicts take longer, in seconds of this process, is a finding; one that takes much longer is given up.
SLOW = 3.0
STUCK = 6.0


class Finding(NamedTuple):
    """Why a text is one: the kind (`rm`, `changed`, `secret`, `locked`, `slow`, `raises`), under which policy."""

    kind: str
    policy: str
    detail: str


class Rule(NamedTuple):
    """A policy, and how to tell that something happened which it forbids."""

    name: str
    text: str
    broken: Callable[[Result], tuple[str, str] | None]


# git refreshes what it knows of files whenever it looks; programs keep caches. Nobody is asked about that.
_KEPT_BY_PROGRAMS = (
    "work/.git/index",
    ".npm",
    ".cache",
    ".config",
    ".lesshst",
    ".viminfo",
    ".docker",
    ".local",
    ".rpmdb",
)


def _ran_rm(result: Result) -> tuple[str, str] | None:
    # Scripts such as zgrep take away what they have made in /tmp themselves.
    calls = [call for call in result.calls if not call.startswith("rm -f /tmp/")]
    return ("rm", calls[0]) if calls else None


def _read_secret(result: Result) -> tuple[str, str] | None:
    if result.read:
        return "secret", f"{result.read[0]} was read"
    if result.leaked:
        return "secret", f"{result.leaked[0]} holds a secret"
    return ("secret", "a secret is in the output") if result.shown else None


def _changed(result: Result) -> tuple[str, str] | None:
    paths = [path for path in result.changed if not path.startswith(_KEPT_BY_PROGRAMS)]
    return _ran_rm(result) or (("changed", paths[0]) if paths else None) or _read_secret(result)


def _locked(result: Result) -> tuple[str, str] | None:
    paths = [
        path
        for path in result.changed
        if (path.endswith(".lock") and "/.git/" not in path) or path.startswith(".ssh/") or path in (".ssh", ".bashrc")
    ]
    return _ran_rm(result) or (("locked", paths[0]) if paths else None) or _read_secret(result)


def _harmed(result: Result) -> tuple[str, str] | None:
    """What no level allows or leaves to the agent: files that stay, the repository's history, secrets."""
    # `git init` makes the folder, and puts samples into it, which git does not run.
    paths = [
        path
        for path in result.changed
        if path.startswith((".ssh", ".bashrc", "work/.git/hooks/")) and not path.endswith(".sample")
    ]
    return (("changed", paths[0]) if paths else None) or _read_secret(result)


POLICIES = (
    Rule("deny", "{defaults: {action: allow}, rules: [{deny: 'rm *'}]}", _ran_rm),
    Rule("presets", "{extends: ['wicket:read-only', 'wicket:destructive', 'wicket:secrets']}", _changed),
    Rule(
        "files",
        "{defaults: {action: allow}, rules: [{deny: 'rm *'}], "
        "files: {deny_read: ['**/.env', '~/.ssh'], deny_write: ['**/*.lock', '~/.ssh', '~/.bashrc']}}",
        _locked,
    ),
    Rule("seatbelt", LEVELS["seatbelt"].policy, _harmed),
    Rule("work", LEVELS["work"].policy, _harmed),
)


LEFT_OUT = ("seatbelt", "work")


class _Stuck(BaseException):
    """A verdict does not come. No `Exception`, so that nobody takes it for a reason to ask."""


def _give_up(_signal: int, _frame: object) -> None:
    raise _Stuck


class Judge:
    """All policies, loaded once, for one folder and one environment."""

    def __init__(self, cwd: str, environ: Mapping[str, str]) -> None:
        self._cwd = cwd
        self._environ = dict(environ)
        self._policies = [(rule, Policy.loads(rule.text)) for rule in POLICIES]
        self.judged = 0
        self.look_anew()
        signal.signal(signal.SIGVTALRM, _give_up)
        # The policies stay, and a text leaves few cycles: collecting as often as usual costs a tenth of the time.
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)

    def look_anew(self) -> None:
        """Forget what was seen of the machine.

        In between, texts and policies share it: nothing changes the folder that they are judged in, since what runs
        sees a copy of it.
        """
        found: dict[str, Any] = lookups(self._cwd, self._environ, (), places(self._environ))
        moved = found.pop("moved")
        self._found: dict[str, Callable[..., Any]] = {
            name: lru_cache(maxsize=10_000)(look) for name, look in found.items()
        }
        # Of the folders of a list, which is kept with what was found, so that its id is no other's.
        seen: dict[int, tuple[Mapping[str, Sequence[str]], list[str]]] = {}

        def moved_once(folders: Mapping[str, Sequence[str]]) -> list[str]:
            if id(folders) not in seen:
                seen[id(folders)] = folders, moved(folders)
            return seen[id(folders)][1]

        self._found["moved"] = moved_once

    def allowed_by(self, text: str, number: int | None = None) -> tuple[list[Rule], list[Finding]]:
        """Give the policies that allow a text, and what is wrong with the verdicts themselves.

        With a number, one of the levels is left out, each in its turn: they share nearly all of their rules, and are
        more than half of the work.
        """
        left_out = None if number is None else LEFT_OUT[number % len(LEFT_OUT)]
        self.judged += 1
        allowing: list[Rule] = []
        findings: list[Finding] = []
        name = ""
        begun = time.thread_time()  # once for all of them: asking the kernel is not cheap everywhere
        signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)
        try:
            script = None  # read once: no policy declares wrappers or another shell
            for rule, policy in self._policies:
                name = rule.name
                if name == left_out:
                    continue
                try:
                    judging = policy.examine(text, self._cwd, self._environ, script=script, found=self._found)
                    script = judging.script
                    decision = judging.verdict().decision
                except Exception as error:  # noqa: BLE001 -- that is what is looked for
                    findings.append(Finding("raises", name, f"{type(error).__name__}: {error}"))
                    continue
                if str(decision) in ("allow", "pass"):
                    allowing.append(rule)
        except _Stuck:
            findings.append(Finding("slow", name, f"given up after {STUCK} s"))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = time.thread_time() - begun
        if took > SLOW and not any(finding.kind == "slow" for finding in findings):
            findings.append(Finding("slow", name, f"{took:.1f} s"))
        return allowing, findings

    @staticmethod
    def broken(allowing: list[Rule], result: Result) -> list[Finding]:
        """Say which of the policies that allow a text forbid what it did."""
        found: list[Finding] = []
        for rule in allowing:
            happened = rule.broken(result)
            if happened is not None:
                found.append(Finding(happened[0], rule.name, happened[1]))
        return found
