"""The program that embeds a host runs as it is printed in the documentation."""

import os
import subprocess
import sys
from pathlib import Path

from bounds import BOUND_S

PROGRAM = Path(__file__).parent.parent.parent / "examples" / "embed_host.py"

SHOWN = """\
ready actions 1.0.0 - a command for each action that there is
ready guard 1.0.0 - refuses six kinds of dangerous commands, and keeps an audit log
ready weather 1.0.0 - current weather for any city
Berlin: 4°C, wind
[actions] worked in the background
noop
refused: matches danger pattern "rm -rf"
"""


def test_it_uses_all_that_extensions_can_do(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, PROGRAM], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=BOUND_S
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, SHOWN, "")


def test_it_is_thirty_lines() -> None:
    assert len(PROGRAM.read_text(encoding="utf-8").splitlines()) <= 30
