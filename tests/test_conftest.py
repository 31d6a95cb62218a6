"""How a run of the tests begins."""

import signal
import subprocess
import sys
from pathlib import Path

CODE = """
import signal, sys
ignored = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
for number in ignored:
    signal.signal(number, signal.SIG_IGN)
sys.path.insert(0, sys.argv[1])
import conftest
print([signal.getsignal(number) is signal.SIG_IGN for number in ignored])
"""


def test_signals_that_a_parent_ignores_are_heeded() -> None:
    argv = [sys.executable, "-c", CODE, str(Path(__file__).parent)]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"{[False] * 4}\n"
    assert signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
