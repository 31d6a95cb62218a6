"""A pause that a person has made: until when, and why. While it lasts, agents' own rules decide.

What guards the guard still holds: an agent approves nothing for itself and writes no settings meanwhile. The file lies
in wicket's home, where agents may not write, and a pause ends by the clock, whoever forgets it.
"""

import os
import time

from wicket.doors.fast_json import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.call_record import Record
    from wicket.doors.tool_call import Ruling, ToolCall

__all__ = ["MAX_S", "NAME", "Pause", "current", "judge_meanwhile", "recorded", "spell"]

NAME = "pause.json"

# Whoever wants longer takes the hook out of the settings: a pause is forgotten.
MAX_S = 24 * 3600
MAX_BYTES = 8 * 1024

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
    now = time.time() if now is None else now
    # A clock that was set back does not make it longer.
    return Pause(since, until, reason) if since <= now < until <= since + MAX_S else None


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


def recorded(kind: str, pause: Pause) -> "Record":
    """Describe that a pause began or was ended, for the record."""
    return {
        "kind": kind,
        "at": time.time(),
        "id": os.urandom(8).hex(),
        "agent": "",
        "session": "",
        "call": "",
        "until": pause.until,
        "because": pause.reason,
    }
