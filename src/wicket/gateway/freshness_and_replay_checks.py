"""Checks a request before anybody looks at it: its time, its environment, and whether its id was used.

Pure: clocks are arguments. The wire has already judged size, shape and characters. The sentences are part of the
protocol; existing clients show them, and some match them.
"""

import calendar
import hashlib
import re
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from wicket.redaction.known_tokens_and_random_words import looks_like_a_secret

__all__ = ["MAX_AGE_S", "MAX_AHEAD_S", "REPLAY_S", "ReplayMemory", "freshness_objection", "parse_time", "replay_key"]

MAX_AGE_S = 60
MAX_AHEAD_S = 60

# The longest for which a request can stay fresh: from a minute ahead of our clock to a minute behind it.
REPLAY_S = 120.0

MAX_KEY_CHARS = 128

# RFC 3339, plus its absent offset, which the specification's examples leave room for.
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,9})?([Zz]|([+-])([0-9]{2}):([0-9]{2}))?"
)


def parse_time(text: str) -> float | None:
    """Read a time as seconds since 1970, or None: with `Z`, an offset, or neither, which means UTC."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[index]) for index in range(1, 7))
    if year < 1970 or not 1 <= month <= 12:
        return None
    _, days = calendar.monthrange(year, month)
    if not 1 <= day <= days:
        return None
    # A leap second is written :60 and counted as the first of the next minute.
    if hour > 23 or minute > 59 or second > 60:
        return None
    seconds = calendar.timegm((year, month, day, hour, minute, second)) + float(found[7] or 0)
    if found[9] is None:
        return seconds
    hours, minutes = int(found[10]), int(found[11])
    if hours > 23 or minutes > 59:
        return None
    offset = hours * 3600 + minutes * 60
    return seconds - offset if found[9] == "+" else seconds + offset


def freshness_objection(time: str, now: float) -> str | None:
    """Say why a request of this `time` is not taken `now`, in seconds since 1970."""
    if not time:
        return "missing time field"
    said = parse_time(time)
    if said is None:
        return "malformed time field"
    age = now - said
    if age > MAX_AGE_S:
        # In whole seconds, and never one that would have passed.
        return f"request too old: {max(MAX_AGE_S + 1, int(age))}s (max {MAX_AGE_S}s)"
    if -age > MAX_AHEAD_S:
        return f"request from the future: {max(MAX_AHEAD_S + 1, int(-age))}s ahead (max {MAX_AHEAD_S}s)"
    return None


def replay_key(id: str) -> str:
    """What is remembered of an id: itself, or of a long or odd one its digest. A requester may choose a megabyte."""
    # What looks like a secret does not get into the record, so that a restart would forget it.
    is_plain = len(id) <= MAX_KEY_CHARS and not looks_like_a_secret(id)
    return id if is_plain else f"sha256:{hashlib.sha256(id.encode()).hexdigest()}"


class _Used(NamedTuple):
    """When an id was used, and what is remembered of it."""

    at: float
    key: str


class ReplayMemory:
    """Which ids were used lately. An id is taken once in `REPLAY_S`; `now` is on a clock that does not go back.

    `used` are ids from before, with the time of their use on the same clock: so the memory outlives a restart.
    """

    def __init__(self, used: Iterable[tuple[str, float]] = ()) -> None:
        self._order: deque[_Used] = deque()
        self._keys: set[str] = set()
        for at, id in sorted((at, id) for id, at in used):
            self._take(replay_key(id), at)

    def __len__(self) -> int:
        return len(self._keys)

    def objection(self, id: str, now: float) -> str | None:
        """Take note of an id, or say that it was used."""
        while self._order and self._order[0].at <= now - REPLAY_S:
            self._keys.discard(self._order.popleft().key)
        key = replay_key(id)
        if key in self._keys:
            return f"duplicate request id: {id}"
        self._take(key, now)
        return None

    def _take(self, key: str, at: float) -> None:
        if key not in self._keys:
            self._keys.add(key)
            self._order.append(_Used(at, key))
