"""The guardian's own process: hears which groups live, and ends those that are left when its host is gone.

It is started as `python -I -S guardian_process.py HOST SESSION` with a pipe for stdin, on which the host (a process in
that session) says a word per line:

    ?pipe           a child is about to be spawned, with this pipe for its stdout
    +group start    it was, and leads this group; that is when it was started
    !pipe           no longer needed to find it, or it came to nothing
    -group          it is over

The end of the pipe, or the end of the process HOST, should a forked copy of it hold the pipe open, means that
the host is gone.

A child leads a session as well as a group, so what has left its group (`timeout` does that) is still found by
its session. A number that was given to a stranger meanwhile is told by the start time of whoever has it now.

Where `wicket-guardian` was built, that program keeps watch in its place, and becomes it when there is somebody to end;
what it was told so far is then a third argument.

Only modules that come with the interpreter and load in no time: this process must be there before it is
needed.
"""

import os
import select
import sys
import time

__all__ = ["newborns", "start_time", "sweep"]

# By number: importing `signal` would take as long as everything else here.
_HUP, _INT, _QUIT, _KILL, _TERM = 1, 2, 3, 9, 15

# How long the groups of a dead host have to leave after TERM, and how long we look after KILL.
TERM_GRACE_S = 1.0
KILL_GRACE_S = 2.0

# How long what is over may wait, so that one look at the process table serves many; and how many times as long as the
# last look has taken, so that a long table and many short children do not keep a processor busy.
TIDY_AFTER_S = 0.1
TIDY_AFTER_LOOKS = 20

# How long a child that nobody sees is looked for when its host died while it was spawned. One that is seen on the way
# from fork to exec is waited for: on a busy machine it may take long, but it has nothing else to do.
BIRTH_GRACE_S = 0.2
BIRTH_S = 5.0

_LOOK_EVERY_S = 0.02

# How long what the host says may wait, so that a host with many short children does not wake us for each word. Its end
# is heard at once.
_HEAR_AFTER_MS = 50

# More than any machine can start. So many numbers of processes are given away in a second at most.
_BIRTHS_PER_S = 20_000

# Whoever is born while the process table is read is not in it, and its parent may be gone when its turn comes. So one
# look that finds nobody does not tell that nobody is there.
_QUIET_LOOKS = 3


def start_time(pid: int) -> int:
    """Say when a process was started, in ticks since boot. 0: it is not there, or nobody can tell."""
    found = _stat(str(pid))
    if found is None:
        return 0
    _, _, _, started = found
    return started


def sweep(sessions: dict[int, int], grace_s: float = TERM_GRACE_S) -> None:
    """End every process of these sessions, TERM first. `sessions` maps each leader to its start time."""
    if not _end(sessions, _TERM, grace_s):
        _end(sessions, _KILL, KILL_GRACE_S)


def guard(host: int, nursery: int, told: bytes = b"") -> None:
    """Listen on stdin until the host is gone, then sweep what it left behind. `nursery` is its session.

    `told` is what was heard on stdin before.
    """
    notes = Notes()
    *lines, line = told.split(b"\n")
    for each in lines:
        notes.take(each)
    os.set_blocking(0, False)
    events, end = select.poll(), select.poll()
    events.register(0, select.POLLIN)
    end.register(0, 0)
    if (hostfd := _open_pidfd(host)) is not None:
        events.register(hostfd, select.POLLIN)
        end.register(hostfd, select.POLLIN)
    tidy_at = tidy_after_s = 0.0
    # It may have died before we could watch it; then nothing might ever come, if a copy of it holds the pipe open.
    gone = os.getppid() != host
    while True:
        wait_s = 0.0 if gone else max(0.0, tidy_at - time.monotonic()) if notes.over else None
        ready = [fd for fd, _ in events.poll(None if wait_s is None else wait_s * 1000)]
        gone = gone or hostfd in ready or os.getppid() != host
        data = _read()
        gone = gone or data == b""
        if not notes.over:
            tidy_at = time.monotonic() + max(TIDY_AFTER_S, tidy_after_s)
        *lines, line = (line + (data or b"")).split(b"\n")
        for each in lines:
            notes.take(each)
        if notes.over and (gone or time.monotonic() >= tidy_at):
            # The host has killed these groups already; what is left of their sessions is given no more time.
            begun = time.monotonic()
            _end(notes.over, _KILL, 0.0)
            tidy_after_s = (time.monotonic() - begun) * TIDY_AFTER_LOOKS
            notes.over.clear()
        if gone:
            break
        if data:
            end.poll(_HEAR_AFTER_MS)
    sweep(notes.living | newborns(notes.expected, nursery))


class Notes:
    """What the host has said so far."""

    def __init__(self) -> None:
        self.expected: set[int] = set()  # the pipes of children that may have been spawned, or not yet
        self.living: dict[int, int] = {}
        self.over: dict[int, int] = {}  # to be looked after soon

    def take(self, line: bytes) -> None:
        """Take in one line. What is none of the host's words is ignored."""
        match line[:1], [int(word) for word in line[1:].split() if word.isdigit()]:
            case b"?", [pipe]:
                self.expected.add(pipe)
            case b"!", [pipe]:
                self.expected.discard(pipe)
            case b"+", [group, started]:
                self.living[group] = started
                self.over.pop(group, None)
            case b"-", [group] if group in self.living:
                self.over[group] = self.living.pop(group)
            case _:
                pass


def newborns(pipes: set[int], nursery: int) -> dict[int, int]:
    """Find the sessions of those that were spawned but not named, by the pipe that is their stdout.

    Whoever has it open and is still in the session `nursery`, the host's own, is on the way from fork to exec.
    """
    found: dict[int, int] = {}
    links = {f"pipe:[{pipe}]" for pipe in pipes}
    begun = time.monotonic()
    while links and os.path.isdir("/proc/self"):
        on_the_way = False
        for entry in os.listdir("/proc"):
            stat = _stat(entry) if entry.isdigit() else None
            if stat is None:
                continue
            _, _, session, _ = stat
            if session == nursery:
                on_the_way = on_the_way or any(_link(entry, fd) in links for fd in _descriptors(entry))
            elif (link := _link(entry, "1")) in links:
                found[session] = start_time(session)
                links.discard(link)
        if links and time.monotonic() - begun >= (BIRTH_S if on_the_way else BIRTH_GRACE_S):
            break
        time.sleep(_LOOK_EVERY_S if links else 0)
    return found


def _descriptors(pid: str) -> list[str]:
    """List what a process has open. Nothing: it is another user's, or gone."""
    try:
        return os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return []


def _link(pid: str, fd: str) -> str:
    """Name what a descriptor of a process is. Empty: nobody can tell."""
    try:
        return os.readlink(f"/proc/{pid}/fd/{fd}")
    except OSError:
        return ""


def _read() -> bytes | None:
    """Read all that the host has said. Empty: the pipe is closed. None: the host is silent."""
    heard = b""
    try:
        while data := os.read(0, 65536):
            heard += data
    except BlockingIOError:
        return heard or None
    return heard


def _end(sessions: dict[int, int], number: int, seconds: float) -> bool:
    """Signal every group of these sessions until none is left or the time is up. Say whether none is."""
    deadline = time.monotonic() + seconds
    asked: set[int] = set()
    quiet = 0
    while sessions and quiet < _QUIET_LOOKS:
        last = _last_number()
        groups = _groups(sessions)
        if not groups and 0 < last == _last_number():
            return True  # nobody was born while we looked, so nobody was missed
        # Asked to leave once, but killed again and again: some may have come since.
        for group in groups if number == _KILL else groups - asked:
            _send(group, number)
        asked |= groups
        if groups and time.monotonic() >= deadline:
            return False
        quiet = 0 if groups else quiet + 1
        # After a look that finds nobody the next one follows at once: whoever was missed is there by now.
        time.sleep(_LOOK_EVERY_S if groups else 0)
    return True


def _groups(sessions: dict[int, int]) -> set[int]:
    """Find the process groups that still belong to these sessions."""
    if not os.path.isdir("/proc/self"):  # no way to ask: each session's first group, as long as it exists
        return {session for session in sessions if _send(session, 0)}
    first = _first_number(sessions)
    numbers = [entry for entry in os.listdir("/proc") if entry.isdigit() and int(entry) >= first]
    found = [(int(entry), *stat) for entry in numbers if (stat := _stat(entry))]
    ours = [
        (pid, state, group, session, started) for pid, state, group, session, started in found if session in sessions
    ]
    # A number that has been given away belongs to somebody else now, and so do all who are in that session.
    strangers = {pid for pid, _, _, session, started in ours if pid == session and started != sessions[pid] != 0}
    return {group for _, state, group, session, _ in ours if session not in strangers and state not in b"ZX"}


def _first_number(sessions: dict[int, int]) -> int:
    """Say from which number on the processes of these sessions are to be looked for.

    All but the leader were born after it, and numbers rise, until the last one is given away and they begin anew.
    0: that may have happened since the first of these leaders was born.
    """
    try:
        last = _last_number()
        with open("/proc/sys/kernel/pid_max", "rb", buffering=0) as file:
            round_s = int(file.read()) / _BIRTHS_PER_S
        now_s = time.clock_gettime(time.CLOCK_BOOTTIME)
        oldest_s = min(sessions.values(), default=0) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0
    return min(sessions) if sessions and now_s - oldest_s < round_s and last >= max(sessions) else 0


def _last_number() -> int:
    """Say which number a process was given last. 0: nobody can tell."""
    try:
        with open("/proc/loadavg", "rb", buffering=0) as file:
            return int(file.read().split()[4])
    except (OSError, ValueError, IndexError):
        return 0


def _stat(pid: str) -> tuple[bytes, int, int, int] | None:
    """Read a process's state, group, session and start time. None: no such process, or no /proc."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            # The second field is the program's name in parentheses, and may contain anything.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return (fields[0], int(fields[2]), int(fields[3]), int(fields[19])) if len(fields) > 19 else None


def _send(group: int, number: int) -> bool:
    try:
        os.killpg(group, number)
    except OSError:  # nobody there, or nobody that we may signal
        return False
    return True


def _open_pidfd(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _ignore_signals() -> None:
    import _signal  # type: ignore[import-not-found]  # what `signal` wraps; the wrapping takes longer than all else

    for number in (_HUP, _INT, _QUIT, _TERM):
        _signal.signal(number, _signal.SIG_IGN)


if __name__ == "__main__":
    _ignore_signals()
    guard(int(sys.argv[1]), int(sys.argv[2]), os.fsencode(sys.argv[3]) if len(sys.argv) > 3 else b"")
    os._exit(0)  # our host waits for this, and there is nothing to tidy up here
