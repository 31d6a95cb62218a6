"""What the tests of tasks share."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tasks.daemons import sleeping
from tasks.evals import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


@pytest.fixture
def seconds() -> Iterator[str]:
    """A time to sleep that tells our daemons from all others."""
    number = f"{600 + os.getpid() % 1000}.{time.monotonic_ns() % 1_000_000:06d}"
    yield number
    for pid in sleeping(number):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
