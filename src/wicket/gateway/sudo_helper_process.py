"""The process in whose session sudo runs: it has a terminal of its own, and does what it is told.

It is started as `python -I -S sudo_helper_process.py TTY` as the leader of a new session, with a socket for stdin, on
which the gateway says a line at a time, and gets its answers:

    {...}           what is to be run, as JSON; comes first
    v               may sudo be used without a password?            v CODE
    p               have sudo ask for one, on the terminal          p CODE
    c               stop asking
    r               run the stages                                  r GROUP, then x STAGE CODE for each
    k               forget that a password was given                k CODE

The end of the socket means that the gateway wants no more of it, or is gone: what runs is ended, and sudo forgets the
password, in every case.

The stages are a process group of their own, in the terminal's foreground. This process is not in it: sudo does not pass
on a signal that comes from its own group. It forks without fear, for it has one thread.
"""

import json
import os
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Any

__all__ = ["main"]

_IGNORED = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGTTOU,
    signal.SIGTTIN,
    signal.SIGTSTP,
)

# What is ignored stays ignored in a new program: without this, `yes | head` would not end as it should.
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)

# How long what runs has to leave when the gateway is gone: after TERM, after the hang-up, after KILL.
END_GRACE_S = 1.0

# How long sudo may take to forget.
FORGET_S = 5.0

# Who is told to leave is told again after this.
CANCEL_MS = 200

# Without pidfds, processes are looked at this often.
POLL_MS = 20


def fork() -> int:
    """Fork. What is sent to the child before it no longer ignores signals waits until then, and is not lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _IGNORED)
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _IGNORED)
    return pid


class Session:
    """What is to be run, and what runs."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        self.plan: dict[str, Any] = {}
        self.group = 0
        self.children: dict[int, str] = {}  # the living, and how to say that they ended
        self.unwanted: set[int] = set()  # those of them that are told to leave
        self.blind = False  # no pidfd tells us of somebody's end
        self.events = select.poll()
        self.events.register(0, select.POLLIN)

    def take(self, line: bytes) -> None:
        """Do what one line says."""
        match line[:1]:
            case b"{":
                self.plan = json.loads(line)
            case b"v":
                self.start("v", ["-n", "-v"])
            case b"p":
                self.start("p", ["-v", "-p", self.plan["prompt"]])
            case b"k":
                self.start("k", ["-k"])
            case b"c":
                self.unwanted = set(self.children)
                self.cancel()
            case b"r":
                self.run()
            case _:
                pass

    def start(self, name: str, options: list[str]) -> None:
        """Run sudo for its own sake, on the terminal."""
        pid = fork()
        if pid == 0:
            self.become([self.plan["sudo"], *options], [self.terminal] * 3)
        self.watch(pid, name)

    def cancel(self) -> None:
        """Tell those to leave whom nobody wants, if they are there still.

        Once is not enough: sudo notes the signal, and then waits for a password if it was about to.
        """
        self.unwanted &= self.children.keys()
        for pid in self.unwanted:
            with suppress(OSError):  # it has left, or has become somebody whom we may not signal
                os.kill(pid, signal.SIGTERM)

    def run(self) -> None:
        """Start every stage."""
        stages = self.plan["stages"]
        for index, stage in enumerate(stages):
            pid = fork()
            if pid == 0:
                os.setpgid(0, self.group)
                if self.group == 0:
                    os.tcsetpgrp(self.terminal, os.getpgrp())
                self.become([self.plan["sudo"], *stage["argv"]], stage["streams"])
            if self.group == 0:
                self.group = pid
                with suppress(OSError):  # whoever of the two comes first; it may be sudo already
                    os.setpgid(pid, pid)
                say(f"r {pid}")
            self.watch(pid, f"x {index}")
        for stage in stages:
            for descriptor in stage["streams"]:
                if descriptor > 2:
                    close(descriptor)

    def become(self, argv: list[str], streams: list[int]) -> None:
        """Turn this forked process into a program. Does not return."""
        try:
            for ignored in (*_IGNORED, *_IGNORED_BY_PYTHON):
                signal.signal(ignored, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _IGNORED)
            for number, descriptor in enumerate(streams):
                os.dup2(descriptor, number)
            os.closerange(3, 4096)
            os.execv(argv[0], [word.encode() for word in argv])  # noqa: S606 - no shell is the point
        except OSError:
            pass
        finally:
            os._exit(126)

    def watch(self, pid: int, name: str) -> None:
        self.children[pid] = name
        try:
            self.events.register(os.pidfd_open(pid), select.POLLIN)
        except (AttributeError, OSError):
            self.blind = True

    def look(self, wait_ms: int | None) -> bool:
        """Wait for news, and tell of those who left. Say whether the gateway has spoken."""
        spoken = False
        if self.blind and self.children:
            wait_ms = POLL_MS
        for descriptor, _ in self.events.poll(wait_ms):
            if descriptor == 0:
                spoken = True
            else:
                self.events.unregister(descriptor)
                close(descriptor)
        for pid, name in list(self.children.items()):
            # Not reaped: as long as the first stage is a zombie, its group's number is nobody else's.
            seen = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if seen is not None:
                del self.children[pid]
                status = seen.si_status if seen.si_code == os.CLD_EXITED else -seen.si_status
                say(f"{name} {status}")
        return spoken

    def wait(self, seconds: float) -> bool:
        """Wait until nobody is left, at most so long."""
        deadline = time.monotonic() + seconds
        self.events.unregister(0)
        while self.children and (left := deadline - time.monotonic()) > 0:
            self.look(int(left * 1000) + 1)
        self.events.register(0, select.POLLIN)
        return not self.children

    def end(self) -> None:
        """End what runs, and have sudo forget."""
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL):
            for pid in list(self.children):
                try:
                    os.kill(pid, number)
                except OSError:  # it has left, or has become somebody whom we may not signal
                    continue
            if self.wait(END_GRACE_S):
                break
        if self.plan:
            self.children.clear()
            self.start("k", ["-k"])
            self.wait(FORGET_S)


def main() -> None:
    """Listen until the gateway has no more to say."""
    for number in _IGNORED:
        signal.signal(number, signal.SIG_IGN)
    # The first terminal that a session's leader opens becomes the session's own.
    session = Session(os.open(sys.argv[1], os.O_RDWR))
    heard = b""
    while True:
        if not session.look(CANCEL_MS if session.unwanted else None):
            session.cancel()
            continue
        try:
            data = os.read(0, 65536)
        except OSError:
            data = b""
        if not data:
            break
        *lines, heard = (heard + data).split(b"\n")
        for line in lines:
            session.take(line)
    session.end()


def say(line: str) -> None:
    with suppress(OSError):  # nobody listens any more
        os.write(0, line.encode() + b"\n")


def close(descriptor: int) -> None:
    with suppress(OSError):
        os.close(descriptor)


if __name__ == "__main__":
    main()
