"""Stands between a host and an extension, hands everything on as it is, and writes down what was said.

The host starts us in the extension's place. Bytes, the end of either stream, signals and the exit code pass through
unchanged; what is written down is written before it is handed on, so the record is in the order of cause and effect.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import IO

from wicket.kit.extension_process import lenient
from wicket.kit.readable_wire import shown
from wicket.sdk.transcripts import Spoken, render

__all__ = ["NOT_EXECUTABLE", "NOT_FOUND", "Recorder", "trace"]

# How a shell says that there is no such program, or none that may be executed.
NOT_FOUND, NOT_EXECUTABLE = 127, 126

CHUNK = 64 * 1024

# What is longer is noted as cut; it is handed on whole.
MAX_LINE_BYTES = 16 * 1024 * 1024

# How long output is still handed on once the extension has exited, while others hold its end.
DRAIN_S = 1.0

_PASSED_ON = ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")


class Recorder:
    """Makes lines of two streams of bytes, and writes each to a transcript and to a view."""

    def __init__(self, transcript: IO[str] | None, view: Callable[[str], object] | None) -> None:
        self._transcript = transcript
        self._view = view
        self._lock = threading.Lock()
        self._parts = {"host": b"", "extension": b""}
        self._started = time.monotonic()

    def note(self, speaker: str, data: bytes) -> None:
        """Take bytes of one direction; empty ones are its end."""
        with self._lock:
            *lines, part = (self._parts[speaker] + data).split(b"\n")
            if not data and part:
                lines, part = [part], b""
            if len(part) > MAX_LINE_BYTES:
                lines, part = [*lines, part + b" [cut: too long to be kept]"], b""
            self._parts[speaker] = part
            for line in lines:
                self._write(speaker, line)
            if not data:
                self._put(render(Spoken(speaker, "ends")), f"{speaker} ends")

    def _write(self, speaker: str, line: bytes) -> None:
        mark = ">" if lenient(line) is not None else "!"
        text = line.decode(errors="backslashreplace")
        at = time.monotonic() - self._started
        self._put(render(Spoken(speaker, mark, text)), shown(speaker, line, at))

    def _put(self, kept: str, seen: str) -> None:
        # The conversation is not ended by a full disk.
        with suppress(OSError, ValueError):
            if self._transcript is not None:
                self._transcript.write(kept)
                self._transcript.flush()
        with suppress(OSError, ValueError):
            if self._view is not None:
                self._view(seen)


def trace(argv: Sequence[str], recorder: Recorder) -> int:
    """Run an extension on our own stdin and stdout, and give its exit code; a signal that ended it ends us, too."""
    pending: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def hand_on(number: int, _frame: FrameType | None) -> None:
        if child is None:
            pending.append(number)
        else:
            with suppress(ProcessLookupError):
                child.send_signal(number)

    for name in _PASSED_ON:
        signal.signal(getattr(signal, name), hand_on)
    try:
        child = subprocess.Popen(  # noqa: S603 - what the host wants to have started
            list(argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
    except OSError as error:
        sys.stderr.write(f"wicket: {argv[0]} cannot be started: {error.strerror}\n")
        return NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_EXECUTABLE
    for number in pending:
        child.send_signal(number)
    assert child.stdin is not None  # noqa: S101 - for the type checker
    assert child.stdout is not None  # noqa: S101
    to_child, from_child = child.stdin, child.stdout
    threading.Thread(target=_relay, args=("host", 0, to_child, recorder), daemon=True).start()
    back = threading.Thread(target=_answer, args=(from_child, recorder), daemon=True)
    back.start()
    code = child.wait()
    back.join(DRAIN_S)
    if code < 0:
        _end_like(-code)
    return code


def _relay(speaker: str, source: int, sink: IO[bytes], recorder: Recorder) -> None:
    """Hand on what the host says, until it has no more to say or nobody listens."""
    while data := _read(source):
        recorder.note(speaker, data)
        try:
            _write_all(sink.fileno(), data)
        except (OSError, ValueError):
            os.close(source)  # the host learns by a broken pipe, as it would without us
            return
    recorder.note(speaker, b"")
    with suppress(OSError):
        sink.close()


def _answer(source: IO[bytes], recorder: Recorder) -> None:
    while data := _read(source.fileno()):
        recorder.note("extension", data)
        try:
            _write_all(1, data)
        except OSError:
            source.close()
            return
    recorder.note("extension", b"")
    with suppress(OSError):
        os.close(1)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _end_like(number: int) -> None:
    """Die as the extension did, so that the host sees the same."""
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    with suppress(OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # it has left its own core file, if any
    sys.stderr.flush()
    os.kill(os.getpid(), number)
