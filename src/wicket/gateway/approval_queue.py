"""The line of those who wait for a person's answer: first come, first served, and silence is refusal.

Pure: `now` is an argument, on any clock that does not go backwards. A decision is a value; whoever waits for it is the
service's business. Each entry has a ticket of its own, made by the caller: a request's id is the requester's to
choose, and must not decide what an approver's answer means.

An entry leaves the line in exactly one way: by a decision of a person, by its deadline, or by withdrawal. The time to
answer counts from arrival. Looking at a request does not shorten it.
"""

from collections import deque
from dataclasses import dataclass

from wicket.gateway.errors import NotWaiting
from wicket.gateway.request_types import AdmittedRequest

__all__ = [
    "Approved",
    "Closed",
    "Decision",
    "Denied",
    "Expired",
    "Limits",
    "Queue",
    "TooMany",
    "Waiting",
    "Withdrawn",
]


@dataclass(frozen=True, slots=True)
class Approved:
    """A person said yes. `door` is where: the terminal, the command line, the console, a grant, the policy.

    `any_session`: if an agent's hook waits no longer, its call may be tried again in another session.
    """

    by: str
    door: str
    comment: str = ""
    any_session: bool = False


@dataclass(frozen=True, slots=True)
class Denied:
    """A person, or a rule that speaks for one, said no. `because` goes back to the requester."""

    by: str
    door: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class Expired:
    """Nobody answered for so many seconds after it arrived."""

    after_s: float

    def __str__(self) -> str:
        """Say so, as a person counts."""
        seconds = round(self.after_s)
        if seconds < 100 and seconds % 60:
            return f"nobody answered within {seconds} s"
        minutes = round(seconds / 60)
        return f"nobody answered within {minutes} {'minute' if minutes == 1 else 'minutes'}"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The requester left before there was an answer."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The gateway shut down before there was an answer."""


Decision = Approved | Denied | Expired | Withdrawn | Closed


@dataclass(frozen=True, slots=True)
class TooMany:
    """A requester has put more into the line than a person can look at. After `retry_s` there is room again."""

    limit: int
    retry_s: float

    def __str__(self) -> str:
        wait_s = max(1, round(self.retry_s))
        return f"too many requests for approval: more than {self.limit} a minute; try again in {wait_s}s"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an entry may wait, and how many a requester may put into the line."""

    from_arrival_s: float = 600.0
    per_minute: int = 60


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry as doors show it: its place in the line, and how many like it wait, itself included.

    `why` is why a person is asked.
    """

    ticket: str
    admitted: AdmittedRequest
    arrived: float
    deadline: float
    position: int
    repeats: int
    why: str = ""


@dataclass(slots=True)
class _Entry:
    admitted: AdmittedRequest
    arrived: float
    why: str


class Queue:
    """The line. Everything it knows came through its methods; nothing happens between them."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._entries: dict[str, _Entry] = {}  # in order of arrival
        self._joined: dict[object, deque[float]] = {}  # per requester: when it put something into the line

    def __len__(self) -> int:
        return len(self._entries)

    def submit(
        self, ticket: str, admitted: AdmittedRequest, now: float, why: str = "", *, arrived: float | None = None
    ) -> TooMany | None:
        """Put a request into the line, unless its requester has done so too often in the last minute.

        It stands behind those that arrived before it, and before those that came later and were judged sooner;
        `arrived` is now if nothing is said. A request that is turned away does not count: who keeps trying is not
        locked out for longer.
        """
        if ticket in self._entries:
            raise ValueError(f"ticket {ticket} is taken")
        joined = self._recent(admitted.requester.identity, now)
        if len(joined) >= self._limits.per_minute:
            return TooMany(self._limits.per_minute, joined[0] + 60.0 - now)
        joined.append(now)
        entry = _Entry(admitted, now if arrived is None else arrived, why)
        later = [other for other, waiting in self._entries.items() if waiting.arrived > entry.arrived]
        self._entries[ticket] = entry
        for other in later:
            self._entries[other] = self._entries.pop(other)
        return None

    def waiting(self) -> tuple[Waiting, ...]:
        """The line, first come first."""
        counts: dict[object, int] = {}
        for entry in self._entries.values():
            counts[_sameness(entry.admitted)] = counts.get(_sameness(entry.admitted), 0) + 1
        return tuple(
            Waiting(ticket, entry.admitted, entry.arrived, self._deadline(entry), position, counts[same], entry.why)
            for position, (ticket, entry) in enumerate(self._entries.items())
            for same in (_sameness(entry.admitted),)
        )

    def find(self, ticket: str) -> AdmittedRequest:
        """What waits under this ticket.

        Raises:
            NotWaiting: it has left the line.
        """
        return self._find(ticket).admitted

    def decide(self, ticket: str, decision: Approved | Denied, now: float) -> AdmittedRequest:
        """Take an entry out of the line by a person's decision. One that comes at the deadline is too late.

        Raises:
            NotWaiting: it has left the line, or its time is up.
        """
        entry = self._find(ticket)
        if self._deadline(entry) <= now:
            raise NotWaiting(f"{ticket} was not answered in time; the requester has to ask again")
        del self._entries[ticket]
        return entry.admitted

    def withdraw(self, ticket: str) -> bool:
        """Take an entry out because its requester has left. False: it was not waiting."""
        return self._entries.pop(ticket, None) is not None

    def clear(self) -> list[str]:
        """Take all out of the line, for whoever denies all of them or closes; return their tickets."""
        tickets = list(self._entries)
        self._entries.clear()
        return tickets

    def next_deadline(self) -> float | None:
        """When `expire()` will have something to do next, as far as is known now."""
        return min((self._deadline(entry) for entry in self._entries.values()), default=None)

    def expire(self, now: float) -> list[tuple[str, Expired]]:
        """Take out all whose time is up."""
        late = [
            (ticket, Expired(now - entry.arrived))
            for ticket, entry in self._entries.items()
            if self._deadline(entry) <= now
        ]
        for ticket, _ in late:
            del self._entries[ticket]
        # Requesters that have been quiet for a minute are forgotten, so that many short sessions do not add up.
        for requester in list(self._joined):
            if not self._recent(requester, now):
                del self._joined[requester]
        return late

    def _find(self, ticket: str) -> _Entry:
        entry = self._entries.get(ticket)
        if entry is None:
            raise NotWaiting(f"nothing called {ticket} waits for an answer; see `wicket pending`")
        return entry

    def _deadline(self, entry: _Entry) -> float:
        return entry.arrived + self._limits.from_arrival_s

    def _recent(self, requester: object, now: float) -> deque[float]:
        joined = self._joined.setdefault(requester, deque())
        while joined and joined[0] <= now - 60.0:
            joined.popleft()
        return joined


def _sameness(admitted: AdmittedRequest) -> object:
    return (admitted.requester.identity, admitted.act)
