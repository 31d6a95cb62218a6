"""A cache of verdicts. An entry counts only while everything that its verdict depends on is unchanged.

A verdict depends on the text, the policy, the folder, the environment, and on what was looked up on the machine. Each
lookup is kept with its answer. A cached verdict is used if the first four are equal and every lookup, repeated, gives
the same answer; otherwise the text is judged again.

Verdicts that validators took part in are never cached: a validator may look at anything.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wicket.policy.verdict_and_evidence import Verdict

if TYPE_CHECKING:
    from wicket.gateway.hook_judging import SeenEnviron
    from wicket.loaded_policy import Lookups, Notes

__all__ = ["VerdictsHere", "VerdictsInMemory"]

MAX_VERDICTS = 512
MAX_COMMAND_CHARS = 2000

# Who has looked at more than this is judged as fast anew.
MAX_NOTES = 64

# Their answers may be long: all names in a folder, the whole of a file.
_LONG = frozenset(("index", "links", "names", "read"))


class _Kept:
    """A verdict, and what it was made of. It holds the policy, so that no other one can be at its place in memory."""

    __slots__ = ("environ", "names", "notes", "policy", "verdict")

    def __init__(
        self, policy: dict[str, Any], environ: dict[str, str], names: frozenset[str], notes: "Notes", verdict: Verdict
    ) -> None:
        self.policy = policy
        self.environ = environ
        self.names = names
        self.notes = notes
        self.verdict = verdict


class VerdictsInMemory:
    """What was decided, by policy, text and folder."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, str, str], _Kept] = {}
        self.environ: dict[str, str] = {}  # the last one, which most verdicts have in common

    def within(self, environ: dict[str, str], seen: "SeenEnviron") -> "VerdictsHere":
        """Give the memory as somebody with this environment may use it. `seen` is the same, and notes what is read."""
        return VerdictsHere(self, environ, seen)


class VerdictsHere:
    """The memory for one hook's question."""

    __slots__ = ("_environ", "_memory", "_seen")

    def __init__(self, memory: VerdictsInMemory, environ: dict[str, str], seen: "SeenEnviron") -> None:
        self._memory = memory
        self._environ = environ
        self._seen = seen

    def fetch(self, policy: dict[str, Any], command: str, folder: str, found: "Lookups") -> Verdict | None:
        """Give a verdict that would be made again; None: it has to be made."""
        kept = self._memory.kept.get((id(policy), command, folder))
        if kept is None or kept.environ != self._environ:
            return None
        if not all(found[name](*asked) == answer for name, asked, answer in kept.notes):
            return None
        self._seen.names |= kept.names  # what it has read, it would have read again
        return _copy(kept.verdict)

    def noting(self, found: "Lookups") -> "tuple[Lookups, Notes]":
        """Give functions that note what they are asked and what they answer, and the list that they write to."""
        notes: Notes = []
        return {name: _noted(name, function, notes) for name, function in found.items()}, notes

    def keep(self, policy: dict[str, Any], command: str, folder: str, notes: "Notes", verdict: Verdict) -> None:
        """Remember a verdict with all that it has looked at, unless that is much."""
        if len(command) > MAX_COMMAND_CHARS or len(notes) > MAX_NOTES or any(name in _LONG for name, _, _ in notes):
            return
        memory = self._memory
        if len(memory.kept) >= MAX_VERDICTS:
            memory.kept.clear()  # what is needed often is soon here again
        if memory.environ != self._environ:
            memory.environ = self._environ
        names = frozenset(self._seen.names)
        memory.kept[id(policy), command, folder] = _Kept(policy, memory.environ, names, notes, _copy(verdict))


def _noted(name: str, function: Callable[..., Any], notes: "Notes") -> Callable[..., Any]:
    def ask(*asked: Any) -> Any:
        answer = function(*asked)
        notes.append((name, asked, answer))
        return answer

    return ask


def _copy(verdict: Verdict) -> Verdict:
    """Give a verdict that may be changed: whoever objects to one writes into it."""
    made = Verdict(verdict.decision, verdict.reason, verdict.fix_suggestion, verdict.evidence, verdict.script)
    made.sandboxes = verdict.sandboxes
    return made
