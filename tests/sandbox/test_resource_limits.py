"""Limits hold what a command takes, under each driver: of all its processes together, or of each."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from oracle.sandbox import available
from sandbox.landlock_here import landlock_program
from wicket.sandbox import resource_limits as module
from wicket.sandbox.control_groups import groups_here
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.resource_limits import plan

RUNNER = """
import json, os, secrets, sys
from wicket.sandbox import bubblewrap, landlock, prepared_command, resource_limits
from wicket.sandbox.confinement import Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.profile import Profile
program, grouped, folder, told, *words = sys.argv[1:]
if not grouped:
    resource_limits.groups_here = lambda _limits: None
landlock.native_program = lambda name: program
secrets.token_hex = lambda _size: f"{os.path.basename(folder)}-{os.getppid()}"
profile = Profile("small", (".",), network=False, limits=tuple(json.loads(told)))
confinement = confine(profile, Places(folder, folder, os.path.dirname(folder)), RealDisk())
made = resource_limits.plan("small", confinement.limits)
sys.stderr.write("".join(f"note: {note}\\n" for note in made.notes))
env = {"PATH": os.environ["PATH"]}
if program:
    prepared = landlock.prepare(words, env, confinement, landlock.rules_for(confinement))
else:
    prepared = bubblewrap.prepare(words, env, confinement)
resource_limits.limit(prepared, made)
sys.exit(prepared_command.start(prepared).wait())
"""

GROUPED = groups_here({"memory": 1, "processes": 1}) is not None


@pytest.fixture(params=["bubblewrap", "Landlock"])
def program(request: pytest.FixtureRequest) -> str:
    if request.param == "Landlock":
        return landlock_program()
    if not available():
        pytest.skip("bubblewrap cannot be used here, so NO LIMITS ARE TESTED under it")
    return ""


def run(
    program: str, folder: Path, limits: list[str], text: str, *, grouped: bool = False
) -> "subprocess.CompletedProcess[str]":
    (folder / "in").mkdir(exist_ok=True)
    words = [program, "yes" if grouped else "", str(folder), json.dumps(limits), "/usr/bin/python3", "-c", text]
    starting = [sys.executable, "-c", RUNNER, *words]
    return subprocess.run(starting, capture_output=True, text=True, timeout=BOUND_S, check=False)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("file_size=1000", "import os, sys; n = os.open('in/f', 65); sys.exit(os.write(n, bytes(5000)) == 1000 and 5)"),
        (
            "open_files=20",
            "import sys\ntry: kept = [open('/dev/null') for _ in range(20)]\nexcept OSError: sys.exit(5)",
        ),
        ("memory=300000000", "import sys\ntry: bytes(900000000)\nexcept MemoryError: sys.exit(5)"),
        ("cpu_seconds=1", "import signal, sys; signal.signal(24, lambda *_: sys.exit(5))\nwhile True: pass"),
    ],
)
def test_each_process_has_its_limit(program: str, tmp_path: Path, limit: str, text: str) -> None:
    done = run(program, tmp_path, [limit], text)
    if limit.startswith("cpu"):
        assert done.returncode in (5, 137)  # the hard limit is the same, and ends it
    else:
        assert done.returncode == 5, done.stderr


# Each keeps what it has, so that they have it at the same time.
HOG = """
import os, sys, time
for _ in range(4):
    if not os.fork():
        b = bytearray(os.urandom(1 << 20) * 90)
        time.sleep(600)
        os._exit(0)
"""
WAIT = "sys.exit(5 if os.wait()[1] else 0)"
MANY = "import os, sys, time\ntry:\n    for _ in range(30): os.fork() or (time.sleep(600), os._exit(0))\n"


@pytest.mark.skipif(not GROUPED, reason="no control groups can be made here: LIMITS OF ALL PROCESSES ARE NOT TESTED")
def test_all_processes_have_a_limit_together(program: str, tmp_path: Path) -> None:
    done = run(program, tmp_path, ["memory=200000000"], HOG + WAIT, grouped=True)
    assert (done.returncode, done.stderr) == (5, "")
    done = run(program, tmp_path, ["processes=20"], MANY + "except OSError: sys.exit(5)", grouped=True)
    assert (done.returncode, done.stderr) == (5, "")


@pytest.mark.skipif(not GROUPED, reason="no control groups can be made here: LIMITS OF ALL PROCESSES ARE NOT TESTED")
def test_groups_are_gone_afterwards(program: str, tmp_path: Path) -> None:
    done = run(program, tmp_path, ["memory=200000000", "processes=20"], HOG + WAIT, grouped=True)
    assert (done.returncode, done.stderr) == (5, "")
    parents = [group.parent for group in groups_here({"memory": 1, "processes": 1}) or ()]
    assert [parent for parent in parents if os.path.exists(f"{parent}/wicket-{tmp_path.name}-{os.getpid()}")] == []


def test_without_a_limit_nothing_is_planned() -> None:
    assert plan("small", ()) == ((), (), ())


def test_without_control_groups_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "groups_here", lambda _limits: None)
    monkeypatch.setattr(module, "_running", lambda: 100)
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert plan("small", ("memory=5", "processes=9", "open_files=3")) == (
        (),
        (
            (resource.RLIMIT_AS, 5),
            (resource.RLIMIT_NPROC, 112),
            (resource.RLIMIT_NOFILE, 3),
        ),
        (
            "all processes of this user count towards its limit, for no control group can be made",
            "memory is limited for each process, and not for all together, for no control group can be made",
        ),
    )


def test_processes_of_root_cannot_be_counted_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "groups_here", lambda _limits: None)
    monkeypatch.setattr(os, "getuid", lambda: 0)
    with pytest.raises(CannotHold, match="limits processes, and those of root can be counted by a control group alone"):
        plan("small", ("processes=9",))
