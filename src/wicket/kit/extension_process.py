"""Starts one process of an extension and talks with it: sends lines, reads lines, keeps all that was said.

Nothing here believes the other end: every wait has an end, what it says is bounded, and its whole process group is
ended with the talk, or with us (`extension_process_guardian`). Whoever waits for a word that does not come is told so.
"""

import json
import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from wicket.displayed_text import cause_of_death, one_line
from wicket.errors import WicketError
from wicket.kit.extension_process_guardian import GUARD

__all__ = ["Line", "NotStarted", "Talk", "lenient", "what_to_do"]

# What one talk keeps at most. An extension that says more is not read any further.
MAX_BYTES = 32 * 1024 * 1024
MAX_LINES = 100_000
CHUNK = 256 * 1024
STDERR_BYTES = 64 * 1024

# How often its stderr is looked at while somebody wants to see it.
COMPLAINTS_S = 0.1

# How long a person looks at nothing without wondering.
TELL_AFTER_S = 2.0

# Between the end of its output and the news of its exit.
EXIT_S = 1.0


def what_to_do(last_words: str) -> str:
    """Say what to do about a process that ended with these words."""
    if "No module named 'wicket'" not in last_words:
        return "start it by hand and see"
    other = shutil.which("python3") or "the python3 that it wants"
    activate = Path(sys.prefix) / "bin" / "activate"
    if sys.prefix != sys.base_prefix and activate.exists():
        return f"{other} has no wicket: run `. {shlex.quote(str(activate))}` first, or install wicket there"
    return f"{other} has no wicket: install it there, or begin the file with #!{sys.executable}"


class NotStarted(WicketError):
    """The extension's program cannot be started."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it came, without its LF. `whole` is false if the stream ended without one."""

    data: bytes
    at: float
    whole: bool = True

    @property
    def frame(self) -> dict[str, Any] | None:
        """Its JSON object, read as kindly as possible; None if it is none."""
        return lenient(self.data)


def lenient(data: bytes) -> dict[str, Any] | None:
    """Read a line that may be a little wrong: NaN, bytes that are no UTF-8. None if it is no object at all."""
    try:
        value = json.loads(data.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class Talk:
    """One process, from its start to its end. Use it in a `with`.

    `tap` is told of each line that is said and heard: who says it, and the line. `complaints` is told of each line on
    its stderr. `name` is how a person knows it, if not by its program.
    """

    def __init__(
        self,
        argv: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        *,
        tap: Callable[[str, bytes], object] = lambda _speaker, _line: None,
        complaints: Callable[[str], object] | None = None,
        name: str = "",
    ) -> None:
        self._tap = tap
        self._complaints = complaints
        self._told = 0  # how much of its stderr `complaints` has been told
        self._name = name or Path(argv[0]).name
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the talk
        self._in: int | None
        self._out: int | None
        stdin, self._in = os.pipe()
        self._out, stdout = os.pipe()
        try:
            with GUARD.expecting(stdout):
                self._process = subprocess.Popen(  # noqa: S603 - the program that a person asked to have tried
                    list(argv),
                    cwd=cwd,
                    env=dict(env),
                    stdin=stdin,
                    stdout=stdout,
                    stderr=self._stderr,
                    start_new_session=True,
                )
                GUARD.watch(self._process.pid)
        except OSError as error:
            self._stderr.close()
            self._close_in()
            self.close_output()
            raise NotStarted(f"{argv[0]} cannot be started: {error.strerror}") from error
        finally:
            os.close(stdin)
            os.close(stdout)
        self.started = time.monotonic()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._unsaid = b""
        self._closing = False  # once all is said, the input ends
        self._part = b""
        self._taken = 0
        self._heard = 0  # how many lines someone has waited for
        self._tell_at = math.inf
        self._notice = ""
        self.lines: list[Line] = []
        self.flooded = False  # it has said more than is kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        GUARD.forget(self._process.pid)
        self._process.wait()
        self._tell_complaints(at_end=True)
        self.hang_up()
        self._close_in()
        self.close_output()
        self._stderr.close()

    # ── speaking ─────────────────────────────────────────────────────────────

    def say(self, *frames: Mapping[str, Any] | bytes) -> None:
        """Say frames, each as one line; bytes are said as they are."""
        for frame in frames:
            line = frame if isinstance(frame, bytes) else json.dumps(frame).encode() + b"\n"
            self._unsaid += line
            self._tap("host", line.removesuffix(b"\n"))
        self._write()

    def hang_up(self) -> None:
        """End its input, once all is said."""
        self._closing = True
        self._write()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process itself."""
        if self._process.poll() is None:
            self._process.send_signal(number)

    # ── listening ────────────────────────────────────────────────────────────

    def hear(self, match: Callable[[dict[str, Any]], bool], within: float, what: str = "") -> dict[str, Any] | None:
        """Wait for a frame that matches, among those that nobody has waited for yet; None if none comes in time.

        `what` is what is waited for, so that a person can be told if it takes long.
        """
        deadline = self._patient(within, what)
        while True:
            while self._heard < len(self.lines):
                frame = self.lines[self._heard].frame
                self._heard += 1
                if frame is not None and match(frame):
                    return frame
            if not self._pump(deadline):
                return None

    def listen(self, within: float, what: str = "") -> None:
        """Take in all that comes until its output ends or the time is up; `what` as for `hear()`."""
        deadline = self._patient(within, what)
        while self._pump(deadline):
            pass

    def wait(self, within: float, what: str = "") -> int | None:
        """Wait for its end and give the exit code, negative for a signal; None if it goes on.

        `what` as for `hear()`.
        """
        deadline = time.monotonic() + within
        self.listen(within, what)
        try:
            return self._process.wait(max(0.0, deadline - time.monotonic()) or 0.01)
        except subprocess.TimeoutExpired:
            return None

    def ending(self) -> str:
        """Say how it failed; empty if it did not, or still runs."""
        code = self.wait(EXIT_S) if self.wakes is None else None
        return f"it ended with {code}: {self.last_words or 'without a word'}" if code else ""

    def close_output(self) -> None:
        """Stop listening: whatever it says from now on breaks its pipe."""
        if self._out is not None:
            os.close(self._out)
            self._out = None

    @property
    def frames(self) -> list[dict[str, Any]]:
        """All frames so far."""
        return [frame for line in self.lines if (frame := line.frame) is not None]

    @property
    def wakes(self) -> int | None:
        """The descriptor that becomes readable when it says something; None once it says no more."""
        return self._out

    @property
    def stderr(self) -> str:
        """The beginning of what it has written to stderr."""
        return os.pread(self._stderr.fileno(), STDERR_BYTES, 0).decode(errors="replace")

    @property
    def last_words(self) -> str:
        """What it says on stderr of its end: the last line, or the first of a Go panic; empty if there is none."""
        return cause_of_death(self.stderr.strip().splitlines())

    def _patient(self, within: float, what: str) -> float:
        """Say when a wait ends that begins now, and what to tell a person who wonders meanwhile."""
        now = time.monotonic()
        self._tell_at = now + TELL_AFTER_S if what and within > TELL_AFTER_S else math.inf
        self._notice = one_line(f"{self._name} is silent; waiting up to {within:g} s for {what}")
        return now + within

    # ── moving bytes ─────────────────────────────────────────────────────────

    def _pump(self, deadline: float) -> bool:
        """Move what can be moved; false once nothing more will come, or the time is up."""
        if self._out is None:
            return False
        now = time.monotonic()
        left = deadline - now
        writing = [self._in] if self._in is not None and self._unsaid else []
        pause = min(left, self._tell_at - now, COMPLAINTS_S if self._complaints else math.inf)
        readable, writable, _ = select.select([self._out], writing, [], max(0.0, pause))
        self._tell_complaints()
        if time.monotonic() >= self._tell_at:
            self._tell_at = math.inf
            sys.stderr.write(f"wicket: {self._notice}\n")
            sys.stderr.flush()
        if writable:
            self._write()
        if readable:
            self._read()
        return left > 0

    def _tell_complaints(self, *, at_end: bool = False) -> None:
        """Pass on what it has written to stderr, by whole lines until its end."""
        if self._complaints is None:
            return
        fresh = os.pread(self._stderr.fileno(), STDERR_BYTES, self._told)
        whole = fresh if at_end else fresh[: fresh.rfind(b"\n") + 1]
        self._told += len(whole)
        for line in whole.decode(errors="replace").splitlines():
            self._complaints(line)

    def _read(self) -> None:
        assert self._out is not None  # noqa: S101 - the caller has seen to it
        data = os.read(self._out, CHUNK)
        self._taken += len(data)
        now = time.monotonic()
        *whole, self._part = (self._part + data).split(b"\n")
        for line in whole:
            self.lines.append(Line(line, now))
            self._tap("extension", line)
        self.flooded = self._taken > MAX_BYTES or len(self.lines) > MAX_LINES
        if not data or self.flooded:
            if self._part:
                self.lines.append(Line(self._part, now, whole=False))
                self._part = b""
            self.close_output()

    def _write(self) -> None:
        if self._in is None:
            return
        try:
            while self._unsaid:
                self._unsaid = self._unsaid[os.write(self._in, self._unsaid[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:  # it reads no more
            self._unsaid = b""
            self._close_in()
        if self._closing:
            self._close_in()

    def _close_in(self) -> None:
        if self._in is not None:
            os.close(self._in)
            self._in = None
