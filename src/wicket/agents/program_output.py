"""What a program of an agent's prints, within a time limit. Whatever it has started ends with it."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["output"]


def output(words: Sequence[str], environ: Mapping[str, str], timeout_s: float, cwd: Path | None = None) -> bytes:
    """Run a program without input, and give what it prints; nothing: it took too long."""
    process = subprocess.Popen(  # noqa: S603 - an agent that is verified, or its runtime
        list(words),
        cwd=cwd,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return b""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return out
