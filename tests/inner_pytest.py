"""The command line of a pytest that a test runs."""

import sys
from pathlib import Path

__all__ = ["inner_pytest"]


def inner_pytest(temporary: Path, *words: str) -> list[str]:
    """Run `words` alone, with temporary files in a folder of its own.

    Without one it would delete, before it ends, what earlier runs of this suite have left: that can take minutes.
    """
    alone = ("-p", "no:cacheprovider", "-p", "no:xdist")
    return [sys.executable, "-m", "pytest", *alone, f"--basetemp={temporary / 'temporary'}", *words]
