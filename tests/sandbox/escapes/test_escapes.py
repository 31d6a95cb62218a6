"""Each way out is tried for real, in a throw-away arena: none leads out, and many lead out of a weak sandbox."""

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from machine import tree
from oracle.sandbox import available, confined
from sandbox.escapes.attacks import ATTACKS
from sandbox.test_bubblewrap import RUNNER
from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import Confinement, Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.profile import Profile

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO ESCAPE IS TRIED")

NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"
SECRET = "the-secret-of-the-arena"
SOURCE = str(Path(bubblewrap.__file__).parents[2])


class Arena:
    """A project, a home and what lies around them; and sockets at which somebody listens."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="wicket-arena-"))
        self.root.chmod(0o755)
        self.project = self.root / "project"
        for name in ("project/.git/hooks", "project/.claude", "outside", "home/.ssh", "state"):
            (self.root / name).mkdir(parents=True)
        for name, text in {
            "project/.git/HEAD": "ref: refs/heads/main\n",
            "project/.git/config": "[core]\n",
            "project/.claude/settings.json": "{}\n",
            "project/denied": "denied\n",
            "outside/victim": "victim\n",
            "home/.ssh/id": SECRET,
            "home/.netrc": SECRET,
            "state/approver.token": SECRET,
        }.items():
            (self.root / name).write_text(text)
        shutil.copy(Path(__file__).with_name("attacks.py"), self.project / "attacks.py")
        self.victim = subprocess.Popen(["sleep", "600"], env={"ARENA": SECRET})
        self.listening = [socket.socket(socket.AF_UNIX) for _ in range(2)]
        self.listening.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        self.listening.append(socket.socket())
        abstract = self.root.name
        addresses: list[Any] = [
            str(self.root / "socket"),
            f"\0{abstract}",
            str(self.root / "datagrams"),
            ("127.0.0.1", 0),
        ]
        for one, address in zip(self.listening, addresses, strict=True):
            one.bind(address)
            if one.type == socket.SOCK_STREAM:
                one.listen(50)
            one.setblocking(False)
        self.shared = Path("/dev/shm") / self.root.name
        self.shared.write_text(SECRET)
        self.libc = ctypes.CDLL(None)
        self.memory = self.libc.shmget(os.getpid(), 4096, 0o1666)
        self.told = {
            "pid": self.victim.pid,
            "name": "sleep\x00600",
            "abstract": abstract,
            "port": self.listening[3].getsockname()[1],
            "shared": self.root.name,
            "key": os.getpid(),
        }

    def program(self, names: Iterable[str]) -> list[str]:
        told = [f"ARENA={self.root}", f"ARENA_TOLD={json.dumps(self.told)}"]
        return ["/usr/bin/env", *told, SYSTEM_PYTHON, "attacks.py", *names]

    def state(self) -> dict[str, str]:
        """What nobody inside may change; what is missing must stay so."""
        kept: dict[str, str] = {}
        for name in ("outside", "home", "state", "project/.git", "project/.claude"):
            kept |= {f"{name}/{path}": text for path, text in tree(self.root / name).items()}
        for name in (
            "project/denied",
            "project/not/yet",
            "project/wicket.yml",
            "project/wicket.local.yml",
            "project/.codex",
        ):
            path = self.root / name
            kept[name] = path.read_text() if path.is_file() else str(path.exists())
        return kept

    def reached(self) -> list[str]:
        """Who has been spoken to."""
        found = []
        for one in self.listening:
            try:
                if one.type == socket.SOCK_STREAM:
                    one.accept()[0].close()
                else:
                    one.recv(10)
                found.append(str(one.getsockname()))
            except BlockingIOError:
                continue
        return found

    def give_to(self, uid: int) -> None:
        for path in (self.root, *self.root.rglob("*"), self.shared):
            os.chown(path, uid, uid, follow_symlinks=False)

    def close(self) -> None:
        self.victim.kill()
        self.victim.wait()
        for one in self.listening:
            one.close()
        self.shared.unlink()
        self.libc.shmctl(self.memory, 0, None)
        shutil.rmtree(self.root, ignore_errors=True)


def held(arena: Arena) -> Confinement:
    """The sandbox whose walls are tried. The arena lies in a temporary folder, so that is not made private here."""
    places = Places(
        str(arena.project), str(arena.project), str(arena.root / "home"), (str(arena.root / "state"),), ("/usr",)
    )
    profile = Profile("work", (".",), ("./denied", "./not/yet"), None, ("~/.ssh", "~/.netrc"), network=False)
    return confine(profile, places, RealDisk())._replace(private=(), shown=())


def attacked(words: list[str], **options: Any) -> dict[str, str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=4 * BOUND_S, check=False, **options)
    assert done.returncode == 0, done.stderr
    found = dict(json.loads(line) for line in done.stdout.splitlines())
    assert SECRET not in done.stdout or "weak" in options.get("env", {})
    return found


def users() -> list[str]:
    return ["as we are", *(["nobody"] if os.getuid() == 0 and os.path.exists(SYSTEM_PYTHON) else [])]


@pytest.fixture(scope="module")
def source() -> Iterator[str]:
    """The source where an ordinary user can read it: a copy if the clone lies in a folder that is closed to others."""
    if os.getuid() or not subprocess.run(["test", "-r", SOURCE], user=NOBODY, check=False).returncode:
        yield SOURCE
        return
    with tempfile.TemporaryDirectory(prefix="wicket-source-") as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(Path(SOURCE, "wicket"), Path(folder, "wicket"), ignore=shutil.ignore_patterns("__pycache__"))
        yield folder


@pytest.fixture(scope="module", params=users())
def outcome(
    request: pytest.FixtureRequest,
    source: str,
) -> Iterator[tuple[dict[str, str], dict[str, str], dict[str, str], list[str]]]:
    arena = Arena()
    try:
        python, identity = sys.executable, {}
        if request.param == "nobody":
            arena.give_to(NOBODY)
            python, identity = SYSTEM_PYTHON, {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        before = arena.state()
        program = arena.program(ATTACKS)
        words = [python, "-c", RUNNER, json.dumps(held(arena)), *program]
        environ = {"PATH": "/usr/bin:/bin", "PYTHONPATH": source, "HOME": str(arena.root / "home")}
        environ["WICKET_HOME"] = str(arena.root / "built")  # the program that starts commands
        found = attacked(words, cwd=arena.project, env=environ, **identity)
        yield found, before, arena.state(), arena.reached() + ([] if arena.victim.poll() is None else ["the victim"])
    finally:
        arena.close()


@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_held(name: str, outcome: tuple[dict[str, str], Any, Any, Any]) -> None:
    assert outcome[0][name].startswith("held: ")


def test_nothing_has_changed_outside(outcome: tuple[Any, dict[str, str], dict[str, str], list[str]]) -> None:
    _, before, after, reached = outcome
    assert after == before
    assert reached == []


# What needs another kernel, another user or other rights than a weak sandbox for tests gives.
WEAK = {
    *("write_outside", "make_outside", "truncate_outside", "chmod_outside", "utime_outside", "write_through_a_link"),
    *("write_through_dots", "write_through_proc_root", "write_through_a_path_descriptor", "read_a_secret"),
    *("write_through_a_hard_link", "read_a_secret_file", "list_secrets", "read_through_a_link", "link_a_secret"),
    *("read_wickets_token", "plant_a_hook", "change_gits_configuration", "rename_over_gits_configuration"),
    *("move_the_repository", "move_the_hooks", "make_a_common_folder", "make_another_configuration"),
    *("make_a_submodule", "change_an_agents_settings", "move_an_agents_settings", "make_another_agents_settings"),
    *("make_a_policy", "rename_over_a_policy", "write_what_is_denied", "delete_what_is_denied"),
    *("connect_to_a_unix_socket", "send_from_a_pair_to_a_unix_socket", "have_a_capability"),
}


def test_out_of_a_weak_sandbox_they_lead() -> None:
    """An attack that works nowhere proves nothing. Some are undone by others here, as deleting is by writing."""
    arena = Arena()
    try:
        words = confined(arena.program(sorted(WEAK)), writable=arena.root, cwd=arena.project)
        found = attacked(words, env={"PATH": "/usr/bin:/bin", "weak": "1"})
        wanted = WEAK if os.getuid() == 0 else WEAK - {"have_a_capability"}
        assert sorted(name for name in wanted if not found[name].startswith("escaped: ")) == []
    finally:
        arena.close()
