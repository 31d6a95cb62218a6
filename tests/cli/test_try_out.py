"""`wicket try`: what a command would change is shown, and the real files stay as they are."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from host.processes import BOUND_S
from machine import Machine, Outcome
from oracle.sandbox import available

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")

POLICY = """
rules:
- allow: 'echo|touch|rm|mkdir|mv|ln|sh|cat|sleep|exit|ls|cp|chmod *'
- allow: script
- ask: 'tee *'
- deny: 'git push *'
files: {allow_write: [/]}
"""


@pytest.fixture
def trying(machine: Machine) -> tuple[str, ...]:
    path = machine.root / "policy.yml"
    path.write_text(POLICY, encoding="utf-8")
    (machine.project / "a").write_text("one\n", encoding="utf-8")
    (machine.project / "d").mkdir()
    (machine.project / "d" / "x").write_text("x\n", encoding="utf-8")
    return ("try", "--config", str(path))


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_changes_are_shown_and_thrown_away(machine: Machine, trying: tuple[str, ...]) -> None:
    done = machine.run(*trying, "echo two >> a; rm -r d; mkdir n; touch n/new ~/in-home; echo done; exit 4")
    assert done == Outcome(
        4,
        "done\n",
        f"+ {machine.root}/in-home (0 bytes)\n"
        "~ a (4 bytes becomes 8 bytes)\n    @@ -1 +1,2 @@\n     one\n    +two\n"
        "- d (folder)\n- d/x (2 bytes)\n+ n (folder)\n+ n/new (0 bytes)\n"
        "3 added, 1 changed, 2 deleted\n",
    )
    assert names(machine.project) == ["a", "d", "d/x"]
    assert (machine.project / "a").read_text(encoding="utf-8") == "one\n"
    assert not (machine.root / "in-home").exists()


@pytest.mark.parametrize(
    "text",
    [
        "echo x > /usr/proof",
        "echo x > /etc/proof",
        "cat < /dev/tcp/127.0.0.1/1",
        "cat ~/home/approver.token",
        "ls ~/home/try",
    ],
)
def test_the_rest_of_the_machine_is_out_of_reach(machine: Machine, trying: tuple[str, ...], text: str) -> None:
    (machine.home / "try").mkdir(parents=True, exist_ok=True)
    (machine.home / "approver.token").write_text("token", encoding="utf-8")
    done = machine.run(*trying, "--", "/bin/sh" if "tcp" not in text else "/bin/bash", "-c", text)
    assert done.code in (1, 2, 3)
    assert "token\n" not in done.out
    assert not Path("/usr/proof").exists()
    assert not Path("/etc/proof").exists()


def test_private_folders_are_gone(machine: Machine, trying: tuple[str, ...]) -> None:
    name = f"/var/tmp/wicket-proof-{os.getpid()}"
    done = machine.run(*trying, f"echo x > {name}; echo y > /dev/shm/{os.path.basename(name)}; cat {name}")
    assert done == Outcome(0, "x\n", "no file would change\n")
    assert not Path(name).exists()
    assert not Path("/dev/shm", os.path.basename(name)).exists()


def test_links_out_of_the_copy_lead_to_nothing_that_can_be_written(machine: Machine, trying: tuple[str, ...]) -> None:
    outside = Path("/var/lib")
    done = machine.run(*trying, f"ln -s {outside} out; touch out/proof; mv a out/a")
    assert done.code == 1
    assert not (outside / "proof").exists()
    assert names(machine.project) == ["a", "d", "d/x"]


def test_what_is_kept_is_what_was_shown(machine: Machine, trying: tuple[str, ...]) -> None:
    done = machine.run(*trying, "--keep", "echo two >> a; rm -r d; mkdir n; cp a n/b; ln -s a l; chmod 600 a")
    assert done.code == 0
    assert done.err.endswith("3 added, 1 changed, 2 deleted\n")
    assert names(machine.project) == ["a", "l", "n", "n/b"]
    assert (machine.project / "n" / "b").read_text(encoding="utf-8") == "one\ntwo\n"
    assert (machine.project / "a").stat().st_mode & 0o777 == 0o600


def test_what_guards_is_not_kept(machine: Machine, trying: tuple[str, ...]) -> None:
    (machine.project / ".git" / "hooks").mkdir(parents=True)
    (machine.project / "script").write_text("touch b; echo x > .git/hooks/post-commit\n", encoding="utf-8")
    done = machine.run(*trying, "--keep", "sh script")
    assert done.code == 3
    said = f"{machine.project}/.git/hooks/post-commit belongs to git, an agent or wicket, and is changed by hand only"
    assert done.err.endswith(f"wicket: refused: {said}; nothing was kept\n")
    assert not (machine.project / "b").exists()


def test_what_is_denied_is_not_tried(machine: Machine, trying: tuple[str, ...]) -> None:
    done = machine.run(*trying, "touch b; git push")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("wicket: denied: ")


def test_what_is_asked_about_is_asked_about(machine: Machine, trying: tuple[str, ...]) -> None:
    assert machine.run(*trying, "echo x | tee b").code == 3
    code, shown = machine.run_at_terminal("y", *trying, "--keep", "echo x | tee b")
    assert (code, shown.count("[y/N]")) == (0, 2)
    assert "Try it in a copy?" in shown
    assert "Keep them?" in shown
    assert (machine.project / "b").read_text(encoding="utf-8") == "x\n"


def test_a_trial_that_is_killed_leaves_the_real_files_alone(machine: Machine, trying: tuple[str, ...]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "wicket", *trying, "rm -r d; echo two >> a; echo ready; sleep 600"],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdout is not None
    try:
        assert select.select([child.stdout], [], [], BOUND_S)[0]
        assert child.stdout.readline() == b"ready\n"
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    assert select.select([child.stdout], [], [], BOUND_S)[0]
    assert child.stdout.read() == b""  # all that ran there has ended
    child.stdout.close()
    assert names(machine.project) == ["a", "d", "d/x"]
    assert (machine.project / "a").read_text(encoding="utf-8") == "one\n"


def test_where_there_cannot_be_layers_it_says_so(machine: Machine, trying: tuple[str, ...]) -> None:
    stand_in = (
        "import sys\n"
        "from wicket.sandbox import overlay_layers\n"
        "overlay_layers._OVERLAY = 'no-such-file-system'\n"
        "from wicket.__main__ import main\n"
        "sys.argv[0] = 'wicket'\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", stand_in, *trying, "touch b"],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BOUND_S,
        check=False,
    )
    said = f"wicket: refused: no layer can lie over {machine.root}: No such device\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", said)
