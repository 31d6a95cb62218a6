"""`wicket fleet hub`: the helper, and the server as its child."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.fleet.towns import town
from machine import WAIT_S


def test_killed(tmp_path: Path) -> None:
    """When the helper is killed, the server that it started ends, too."""
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        pid = int((here.hub.home / "fleet" / "hub" / "server.pid").read_text())
        assert here.process is not None
        here.process.send_signal(signal.SIGKILL)
        here.process.communicate(timeout=WAIT_S)
        here.process = None
        subprocess.run([sys.executable, "-c", _WAIT_FOR_END, str(pid)], check=True, timeout=WAIT_S)


_WAIT_FOR_END = """
import os, sys, time
while os.path.exists(f"/proc/{sys.argv[1]}"):
    time.sleep(0.01)
"""


def test_ends(tmp_path: Path) -> None:
    """When the server ends by itself, the helper says so and ends."""
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        subprocess.run(["kill", (here.hub.home / "fleet" / "hub" / "server.pid").read_text().strip()], check=True)
        assert here.process is not None
        assert here.process.stderr is not None
        _, said = here.process.communicate(timeout=WAIT_S)
        assert (here.process.returncode, b"the server has ended by itself with" in said) == (1, True)
        here.process = None


@pytest.mark.rule("F-49")
def test_gone(tmp_path: Path) -> None:
    """The keys of the hub are in no roster, and the root's are not at the hub."""
    with town(tmp_path) as here:
        here.make("ci")
        keys = (here.hub.home / "fleet" / "hub" / "keys.json").read_text()
        assert '"SW' not in keys
        assert here.hub.run("fleet", "hub", "--folder", "nowhere").code == 1
