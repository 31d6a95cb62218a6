"""`wicket fleet demo`: what it prints can be typed, and nothing is left when it ends."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from machine import WAIT_S, Machine
from wicket.demo.fleet_of_three import PASSPHRASE


def test_it_starts_says_what_to_try_and_leaves_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "fleet", "demo"],
        env=machine.environ | {"TMPDIR": "/tmp"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stderr is not None
    said, deadline = "", time.monotonic() + WAIT_S
    try:
        while "Ctrl-C here ends it all." not in said:
            assert select.select([process.stderr], [], [], max(0.0, deadline - time.monotonic()))[0], said
            piece = os.read(process.stderr.fileno(), 65536)
            assert piece, said
            said += piece.decode()
        commands = re.findall(r"^  (\S.*)$", said, re.MULTILINE)
        assert len(commands) == 6
        folder = Path(commands[0].split("/dev/")[0])
        shown = subprocess.run(
            [folder / "hub" / "wicket", "fleet", "machines"], capture_output=True, text=True, check=True, timeout=WAIT_S
        )
        assert [line.split()[1:3] for line in shown.stdout.splitlines()[1:]] == [
            ["ci", "there"],
            ["dev", "there"],
            ["prod", "there"],
        ]
        # Somebody pushes a policy, and what it allows runs without a vote.
        machine.environ["WICKET_HOME"] = str(folder / "alice" / "h")
        pushing = commands[4].partition(" fleet ")[2].split()
        code, told = machine.run_at_terminal(PASSPHRASE, "fleet", *pushing, at="key: ")
        assert (code, "published policy 1 for all machines of dev" in told) == (0, True), told
        deadline = time.monotonic() + WAIT_S
        while True:
            dated = subprocess.run(
                [folder / "dev" / "wicket", "run", "--timeout", "3", "--", "date"],
                capture_output=True,
                check=False,
                timeout=WAIT_S,
            )
            if dated.returncode == 0 or time.monotonic() > deadline:
                break
        assert dated.returncode == 0, dated
        # The hub is stopped, and what is asked waits: it is not run.
        asked = subprocess.run(
            commands[5].replace("--timeout 20", "--timeout 3"),
            shell=True,
            capture_output=True,
            text=True,
            check=False,
            timeout=WAIT_S,
        )
        assert (asked.returncode != 0, "again" in asked.stdout) == (True, False)
    finally:
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=WAIT_S)
    assert (process.returncode, rest.decode().splitlines()[-1:]) == (0, ["ended; nothing is left"])
    assert not folder.exists()
    cmdlines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _is_readable(path)]
    assert [line for line in cmdlines if str(folder).encode() in line] == []


def _is_readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:
        return False
    return True
