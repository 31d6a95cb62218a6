"""A pause that a person has made: until when, and why. While it lasts, agents' own rules decide.

What guards the guard still holds: an agent approves nothing for itself and writes no settings meanwhile. The file lies
in wicket's home, where agents may not write, and a pause ends by the clock, whoever forgets it. Whoever next reads the
record, or writes it, records that it ended, and when.
"""

import os
import time

from wicket.doors.fast_json import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.call_record import Record
    from wicket.doors.tool_call import Ruling, ToolCall

__all__ = ["MAX_S", "NAME", "Pause", "current", "end", "is_over", "judge_meanwhile", "recorded", "spell", "start"]

NAME = "pause.json"

# Whoever wants longer takes the hook out of the settings: a pause is forgotten.
MAX_S = 24 * 3600
MAX_BYTES = 8 * 1024

# Held by whoever makes or ends a pause.
LOCK = "pause.lock"

_NO_RULES = "defaults: {action: pass}\n"


class Pause:
    """A pause, in seconds since the epoch."""

    __slots__ = ("reason", "since", "until")

    def __init__(self, since: float, until: float, reason: str) -> None:
        self.since = since
        self.until = until
        self.reason = reason

    def __str__(self) -> str:
        at = time.strftime("%H:%M", time.localtime(self.until))
        return f"wicket is paused until {at} ({self.reason}), and the agent's own rules decide"


def current(home: str, now: "float | None" = None) -> "Pause | None":
    """Give the pause that holds now; None: there is none, or none that can be read."""
    found = _read(home)
    now = time.time() if now is None else now
    # A clock that was set back does not make it longer.
    return found if found is not None and found.since <= now < found.until <= found.since + MAX_S else None


def is_over(home: str, now: "float | None" = None) -> bool:
    """Whether there was a pause whose time is over, and nobody has recorded that."""
    if not os.path.lexists(f"{home}/{NAME}"):
        return False
    found = _read(home)
    return found is not None and found.until <= (time.time() if now is None else now)


def start(home: str, wanted: Pause) -> None:
    """Make a pause, and record it. One that lasts until then ends with it.

    Raises:
        HomeError: another wicket is about to do so, or wicket's home cannot be written.
        OSError: it cannot be written.
    """
    from wicket.doors import verdict_spool
    from wicket.state_files import locked, make_private, replace_file

    folder = make_private(home)
    with locked(folder / LOCK):
        _end(home, wanted.since, "another pause began")
        replace_file(folder / NAME, spell(wanted), 0o600)
        verdict_spool.append_cleaned(home, recorded("paused", wanted))


def end(home: str, how: str = "") -> "Pause | None":
    """Record that a pause is over, if its time is, and end one that lasts, if it is said `how`; give the latter.

    Raises:
        HomeError: another wicket is about to do so.
        OSError: it cannot be written.
    """
    from wicket.state_files import locked

    if not (os.path.lexists(f"{home}/{NAME}") if how else is_over(home)):
        return None
    with locked(f"{home}/{LOCK}"):
        return _end(home, time.time(), how)


def _end(home: str, now: float, how: str) -> "Pause | None":
    from wicket.doors import verdict_spool

    found, lasts = _read(home), current(home, now)
    if found is not None and found.until <= now:
        verdict_spool.append_cleaned(home, recorded("resumed", found, found.until, "its time was over"))
    elif lasts is not None and how:
        verdict_spool.append_cleaned(home, recorded("resumed", lasts, now, how))
    elif not how:
        return None
    # Behind the record: if we die between them, whoever comes next records the same end, which counts once.
    if os.path.lexists(f"{home}/{NAME}"):
        os.unlink(f"{home}/{NAME}")
    return lasts


def _read(home: str) -> "Pause | None":
    try:
        descriptor = os.open(f"{home}/{NAME}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        mine = os.fstat(descriptor).st_uid in (os.geteuid(), 0)
        said = decode(os.read(descriptor, MAX_BYTES)) if mine else None
    except (OSError, ValueError):
        return None
    finally:
        os.close(descriptor)
    if not isinstance(said, dict):
        return None
    since, until, reason = (said.get(key) for key in ("since", "until", "reason"))
    if not (isinstance(since, (int, float)) and isinstance(until, (int, float)) and isinstance(reason, str)):
        return None
    return Pause(since, until, reason)


def spell(pause: Pause) -> bytes:
    """Spell a pause as it is kept."""
    return encode({"since": pause.since, "until": pause.until, "reason": pause.reason}) + b"\n"


def judge_meanwhile(call: "ToolCall", pause: Pause) -> "Ruling":
    """Judge a call during a pause: what no policy can take away is denied, and nothing else is said."""
    from wicket.doors.call_judgement import judge
    from wicket.doors.tool_call import Ruling
    from wicket.loaded_policy import Policy
    from wicket.policy.decision import DENY, PASS

    ruling = judge(call, Policy.loads(_NO_RULES))
    if ruling.decision is not DENY:
        ruling = Ruling(PASS, verdict=ruling.verdict)
    ruling.note = str(pause)
    return ruling


def recorded(kind: str, pause: Pause, at: "float | None" = None, how: str = "") -> "Record":
    """Describe that a pause began or ended, for the record: of each pause the first such line counts."""
    return {
        "kind": kind,
        "at": time.time() if at is None else at,
        "id": f"{pause.since:.6f}",
        "agent": "",
        "session": "",
        "call": "",
        "until": pause.until,
        "because": pause.reason,
        "how": how,
    }
