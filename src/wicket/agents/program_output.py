"""What a program of an agent's prints, within a time limit. Whatever it has started ends with it."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Ended", "output", "run_to_end"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, and what it printed."""

    code: int
    out: bytes


def output(words: Sequence[str] | str, environ: Mapping[str, str], timeout_s: float, cwd: Path | None = None) -> bytes:
    """Run a program, or a line of shell, without input, and give what it prints; nothing: it took too long."""
    ended = run_to_end(words, environ, timeout_s, cwd)
    return b"" if ended is None else ended.out


def run_to_end(
    words: Sequence[str] | str,
    environ: Mapping[str, str],
    timeout_s: float,
    cwd: Path | None = None,
    given: bytes | None = None,
) -> Ended | None:
    """Run a program, or a line of shell, with `given` as its input; None: it took too long, and was ended."""
    process = subprocess.Popen(  # noqa: S603 - an agent that is verified, its runtime, or its hook
        words if isinstance(words, str) else list(words),
        shell=isinstance(words, str),
        cwd=cwd,
        env=dict(environ),
        stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(given, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ended(process.returncode, out)
