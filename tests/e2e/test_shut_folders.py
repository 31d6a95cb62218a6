"""A folder that cannot be looked into takes no rule away: what it may hold cannot be read, so a person is asked.

And a socket that is shut is a gateway for others, not none.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from machine import WAIT_S, Machine
from wicket.policy_files.policy_trust import policy_file
from wicket.trust_decisions import Trust

# Root may look into everything, unless it has laid that power down.
POWERLESS = [] if os.geteuid() else ["setpriv", "--inh-caps=-all", "--bounding-set=-all"]

pytestmark = pytest.mark.skipif(bool(POWERLESS) and not shutil.which("setpriv"), reason="setpriv is not here")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A person who forbids what a project that they trust allows."""
    made = Machine(tmp_path)
    own = tmp_path / ".config" / "wicket"
    own.mkdir(parents=True)
    (own / "wicket.yml").write_text("rules: [{deny: 'git push -f *'}]\n", encoding="utf-8")
    (made.project / "wicket.yml").write_text("rules: [{allow: 'git push *'}]\n", encoding="utf-8")
    return made


def wicket(machine: Machine, *argv: str, told: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*POWERLESS, sys.executable, "-m", "wicket", *argv],
        cwd=machine.project,
        env=machine.environ,
        input=told,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=WAIT_S,
        check=False,
    )


def trusted(machine: Machine) -> None:
    path = machine.project / "wicket.yml"
    looked_at = policy_file(str(path), machine.environ, str(machine.home))
    assert looked_at is not None
    Trust(machine.home).trust(path, looked_at.content)


def hook(machine: Machine) -> str:
    asked = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "git push -f origin"},
        "cwd": str(machine.project),
        "permission_mode": "default",
    }
    done = wicket(machine, "hook", "--agent", "claude-code", told=json.dumps(asked))
    return str(json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"])


@pytest.mark.parametrize("folder", [".config", ".config/wicket"])
def test_ones_own_folder(machine: Machine, folder: str) -> None:
    trusted(machine)
    assert (wicket(machine, "check", "git push -f origin").stdout.partition(":")[0], hook(machine)) == ("deny", "deny")
    shut = machine.root / folder
    shut.chmod(0)
    try:
        said = (
            f"wicket: {machine.root}/.config/wicket/wicket.yml: the file cannot be read: permission denied; "
            "make it and the folders above it readable for yourself\n"
        )
        checked = wicket(machine, "check", "git push -f origin")
        asks = f"ask: {machine.root}/.config/wicket/wicket.yml does not load, so everything is asked about\n"
        assert (checked.returncode, checked.stdout, checked.stderr) == (2, asks, said)
        assert hook(machine) == "ask"
        executed = wicket(machine, "exec", "git push -f origin")
        assert (executed.returncode, executed.stderr) == (2, said)
        doctor = wicket(machine, "doctor", "--json")
        found = [each for each in json.loads(doctor.stdout) if each["part"] == "policy"]
        assert [(each["name"], each["grade"]) for each in found[:1]] == [("your own", "bad")]
        assert wicket(machine, "init", "--dry-run").stdout == ""  # there may be one
    finally:
        shut.chmod(0o700)


def test_a_folder_on_the_way_to_a_project(machine: Machine) -> None:
    deep = machine.project / "deep"
    deep.mkdir()
    (machine.project / "wicket.yml").write_text("rules: [{allow: 'echo *'}]\n", encoding="utf-8")
    trusted(machine)
    (deep / "wicket.yml").write_text("rules: [{deny: 'echo *'}]\n", encoding="utf-8")
    told = json.dumps({"command": "echo hello", "cwd": str(deep)}) + "\n"
    assert json.loads(wicket(machine, "check", "--batch", told=told).stdout)["decision"] == "deny"
    deep.chmod(0)
    try:
        assert json.loads(wicket(machine, "check", "--batch", told=told).stdout)["decision"] == "ask"
    finally:
        deep.chmod(0o700)


def test_a_socket_that_is_shut(machine: Machine) -> None:
    path = machine.root / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        path.chmod(0)
        asked = wicket(machine, "run", "--socket", str(path), "--", "true")
        approving = wicket(machine, "pending", "--socket", str(path))
    start = "has to start it with your uid (`wicket serve --{}-uid`), in a folder that you may enter\n"
    said = f"wicket: the gateway's socket {path} is shut to you; whoever runs it {start.format('requester')}"
    assert (asked.returncode, asked.stderr) == (69, said)
    said = f"wicket: the approvers' socket {path} is shut to you; whoever runs the gateway {start.format('approver')}"
    assert (approving.returncode, approving.stderr) == (1, said)
