"""`python -m wicket` is `wicket`."""

import subprocess
import sys

from wicket import __version__


def test_the_module_runs_like_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "wicket", "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"wicket {__version__}\n".encode(), b"")
