"""What a person has agreed to in advance: narrow, counted, dated, and for one requester.

Pure: `now` is an argument. A grant covers a pipeline word for word, or with holes; a hole takes one path below a
folder, one number, or one plain word, so it can be neither a program, nor an option, nor several words. Whether a
program would execute what stands in a hole cannot be told in general. So holes are for the last operands of
programs that are known to take operands as plain data (`PLAIN`), and only where every stage of the pipeline is such a
program: what one stage prints, the next one may run.

All else must be equal: folder, environment, privilege, the agent's socket, and the very files that would run.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from wicket.gateway.errors import GrantRefused
from wicket.gateway.freshness_and_replay_checks import DEFAULT_PATH
from wicket.gateway.request_types import AdmittedRequest

__all__ = ["MAX_SECONDS", "MAX_TIMES", "Grant", "Grants", "Hole", "exact", "similar"]

Kind = Literal["path", "number", "word"]

# A grant is for the task at hand. Who needs more writes a rule, which can be reviewed.
MAX_TIMES = 1000
MAX_SECONDS = 24 * 60 * 60

_NUMBER = re.compile(r"[0-9]{1,18}")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_PATH = re.compile(r"[A-Za-z0-9._+@,:%=/ -]+")


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a grant where one word may vary. A path stays below `within`, which ends with a slash."""

    kind: Kind
    within: str = ""

    def takes(self, word: str) -> bool:
        """Whether this word fits."""
        match self.kind:
            case "number":
                return _NUMBER.fullmatch(word) is not None
            case "word":
                return _WORD.fullmatch(word) is not None
            case "path":
                return word.startswith(self.within) and _is_plain_path(word[len(self.within) :])

    def __str__(self) -> str:
        return f"<{self.within}{self.kind}>"


Pattern = tuple[tuple[str | Hole, ...], ...]


@dataclass(frozen=True, slots=True)
class Grant:
    """A person's agreement in advance. Make it with `exact()` or `similar()`."""

    id: str
    pattern: Pattern
    example: AdmittedRequest
    by: str
    times: int
    expires: float
    used: int = 0

    def covers(self, admitted: AdmittedRequest) -> bool:
        """Whether this admitted is of the agreed kind and by the agreed requester; count and expiry aside."""
        like = replace(admitted, pipeline=self.example.pipeline)
        return (
            admitted.requester.known
            and admitted.requester.identity == self.example.requester.identity
            and like.act == self.example.act
            and _fits(self.pattern, admitted.pipeline)
        )

    @property
    def left(self) -> int:
        """How many times it may be used yet."""
        return self.times - self.used

    def next_covered(self) -> tuple[tuple[str, ...], ...]:
        """A pipeline that this grant covers: another than the one that was seen, if there are holes."""
        return _filled(self.pattern, _another)

    def nearest_not_covered(self) -> tuple[tuple[str, ...], ...]:
        """A pipeline much like the agreed one that this grant does not cover."""
        if not any(isinstance(word, Hole) for stage in self.pattern for word in stage):
            *stages, last = self.example.pipeline
            return (*stages, (*last, "more"))
        return _filled(self.pattern, _misfit)


def exact(
    id: str, admitted: AdmittedRequest, *, by: str, times: int, seconds: float, now: float, privileged: bool = False
) -> Grant:
    """Agree to this very pipeline, so many times, for so many seconds. `privileged`: the operator permits it for root.

    Raises:
        GrantRefused: it would have no end, no known requester, or more power than it may.
    """
    if admitted.privileged and not privileged:
        raise GrantRefused("there are no grants for root; approve each request, or let the operator's file permit it")
    if admitted.forward_agent:
        raise GrantRefused("there are no grants that lend out the SSH agent; approve each request")
    if not admitted.requester.known:
        raise GrantRefused("the requester cannot be recognised when it comes again; approve each request")
    if not 1 <= times <= MAX_TIMES:
        raise GrantRefused(f"a grant is for 1 to {MAX_TIMES} times")
    if not 0 < seconds <= MAX_SECONDS:
        raise GrantRefused(f"a grant is for at most {MAX_SECONDS // 3600} hours")
    return Grant(id, admitted.pipeline, admitted, by, times, now + seconds)


def similar(grant: Grant) -> Grant:
    """Widen an exact grant: the last operands may vary, each within its kind. Without such operands it stays exact."""
    pipeline = grant.example.pipeline
    if not all(map(_is_plain, pipeline)):
        return grant
    return replace(grant, pattern=tuple(_with_holes(stage) for stage in pipeline))


class Grants:
    """All grants in force. A grant that is used up, expired or revoked is gone."""

    def __init__(self) -> None:
        self._grants: dict[str, Grant] = {}

    def add(self, grant: Grant) -> None:
        """Put a grant in force."""
        self._grants[grant.id] = grant

    def use(self, admitted: AdmittedRequest, now: float) -> Grant | None:
        """Find a grant that covers this admitted and count the use; the one that ends first, if there are several."""
        candidates = [grant for grant in self.listed(now) if grant.covers(admitted)]
        if not candidates:
            return None
        grant = min(candidates, key=lambda grant: grant.expires)
        grant = replace(grant, used=grant.used + 1)
        self._grants[grant.id] = grant
        if not grant.left:
            del self._grants[grant.id]
        return grant

    def listed(self, now: float) -> tuple[Grant, ...]:
        """Those in force, oldest first."""
        for id in [id for id, grant in self._grants.items() if grant.expires <= now]:
            del self._grants[id]
        return tuple(self._grants.values())

    def revoke(self, id: str) -> bool:
        """End a grant now. False: there is none of that name."""
        return self._grants.pop(id, None) is not None


# ── what may vary ────────────────────────────────────────────────────────────

# Programs that take their operands as plain data, and their flags that take no value. What is not listed gets no
# holes; `ps` and `uniq` are not, since one takes operands for options and the other writes to its second.
PLAIN: dict[str, str] = {
    "basename": "az",
    "cat": "AbEnsTuv",
    "cksum": "",
    "cut": "nsz",
    "df": "ahHikTl",
    "du": "abchklsxS0",
    "echo": "neE",
    "file": "bchikLNprsvzZ0",
    "head": "qvz",
    "id": "agGnruz",
    "ls": "aAbcCdFghHiklLmnNopqQrRsStuUvxXZ1",
    "md5sum": "bctz",
    "mkdir": "pv",
    "nl": "p",
    "pgrep": "acfilnovwx",
    "readlink": "efmnqsvz",
    "realpath": "eLmPqsz",
    "rmdir": "pv",
    "seq": "w",
    "sha256sum": "bctz",
    "sleep": "",
    "stat": "fLt",
    "tail": "fFqvz",
    "touch": "acm",
    "wc": "clLmw",
    "which": "a",
}

_SYSTEM_FOLDERS = frozenset(DEFAULT_PATH.split(":"))


def _is_plain(stage: tuple[str, ...]) -> bool:
    """Whether it is one of those, and not somebody's own file that is called the same."""
    folder, slash, name = stage[0].rpartition("/")
    return name in PLAIN and (not slash or folder in _SYSTEM_FOLDERS)


def _name(stage: tuple[str, ...]) -> str:
    return stage[0].rpartition("/")[2]


def _with_holes(stage: tuple[str, ...]) -> tuple[str | Hole, ...]:
    flags = set(PLAIN[_name(stage)])
    last = len(stage)
    # Walk back over operands. A word after an option that may take a value is that value, and stays as it is.
    for before, word in reversed(tuple(pairwise(stage))):
        valueless = before[:1] == "-" and before[1:2] != "-" and set(before[1:]) <= flags
        if word.startswith("-") or (before.startswith("-") and before != "--" and not valueless):
            break
        last -= 1
    return (*stage[:last], *(_hole(word) or word for word in stage[last:]))


def _hole(word: str) -> Hole | None:
    """The narrowest kind of hole that takes this word."""
    if _NUMBER.fullmatch(word):
        return Hole("number")
    folder, slash, rest = word.rpartition("/")
    if slash:
        # Directly below the root every path there is would fit.
        return Hole("path", folder + "/") if folder.strip("/") and _is_plain_path(rest) else None
    return Hole("word") if _WORD.fullmatch(word) else None


def _is_plain_path(rest: str) -> bool:
    """Whether this, below a folder, stays below it by its words; what links do there is the machine's affair."""
    return _PATH.fullmatch(rest) is not None and all(part not in ("", ".", "..") for part in rest.split("/"))


def _fits(pattern: Pattern, pipeline: tuple[tuple[str, ...], ...]) -> bool:
    return len(pattern) == len(pipeline) and all(
        len(wanted) == len(stage)
        and all(
            want.takes(word) if isinstance(want, Hole) else want == word
            for want, word in zip(wanted, stage, strict=True)
        )
        for wanted, stage in zip(pattern, pipeline, strict=True)
    )


def _filled(pattern: Pattern, fill: Callable[[Hole], str]) -> tuple[tuple[str, ...], ...]:
    def words(stage: tuple[str | Hole, ...]) -> Iterator[str]:
        for word in stage:
            yield fill(word) if isinstance(word, Hole) else word

    return tuple(tuple(words(stage)) for stage in pattern)


def _another(hole: Hole) -> str:
    match hole.kind:
        case "number":
            return "42"
        case "word":
            return "another"
        case "path":
            return f"{hole.within}another"


def _misfit(hole: Hole) -> str:
    match hole.kind:
        case "number":
            return "-1"
        case "word":
            return "other/word"
        case "path":
            return f"{hole.within}../another"
