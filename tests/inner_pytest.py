"""The command line of a pytest that a test runs."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["inner_pytest"]


@contextmanager
def inner_pytest(*words: str) -> Iterator[list[str]]:
    """Run `words` alone, with temporary files in a folder of its own, whose path is short enough for sockets.

    Without one it would delete, before it ends, what earlier runs of this suite have left: that can take minutes.
    """
    alone = ("-p", "no:cacheprovider", "-p", "no:xdist")
    with tempfile.TemporaryDirectory(prefix="inner") as folder:
        yield [sys.executable, "-m", "pytest", *alone, f"--basetemp={folder}/t", *words]
