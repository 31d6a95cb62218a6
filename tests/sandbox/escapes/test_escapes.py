"""Each way out is tried for real, under each driver: none leads out, and many lead out of a weak sandbox."""

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
from sandbox.landlock_here import landlock_program
from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import Confinement, Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.profile import Profile

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO ESCAPE IS TRIED")

NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"
SECRET = "the-secret-of-the-arena"
SOURCE = str(Path(bubblewrap.__file__).parents[2])
QUEUES = {"x86_64": (240, 241), "aarch64": (180, 181)}  # to open one, and to remove it
OUTLIVING = f"{os.getpid()}600"

# Each runs in a process of its own, so that what it is given is all that it has.
STARTING = """
import json, os, signal, sys
signal.signal(signal.SIGUSR1, lambda *_: os._exit(86))
from wicket.sandbox import bubblewrap, landlock, prepared_command
from wicket.sandbox.confinement import Confinement, Protected
program, told, *words = sys.argv[1:]
told = json.loads(told)
fields = [tuple(tuple(one) if isinstance(one, list) else one for one in x) if isinstance(x, list) else x for x in told]
fields[3] = tuple(Protected(*one) for one in fields[3])
confinement, env = Confinement(*fields), {"PATH": os.environ["PATH"], "A": "b"}
if program:
    landlock.native_program = lambda name: program
    running = prepared_command.start(landlock.prepare(words, env, confinement, landlock.rules_for(confinement)))
else:
    running = bubblewrap.start(words, env, confinement)
sys.exit(running.wait())
"""

# What a command with a network may do.
BY_NETWORK = {
    *("connect_to_loopback", "connect_to_loopback_by_another_name", "connect_to_metadata", "ask_a_name_server"),
    *("have_a_way_by_the_newer_protocol", "send_a_datagram_to_loopback"),
}
PROFILES = {
    "offline": Profile("offline", (".",), ("./denied", "./not/yet"), None, ("~/.ssh", "~/.netrc"), network=False),
    "readonly": Profile("readonly", (), (), None, ("~/.ssh", "~/.netrc"), network=False),
    "folders": Profile("folders", ("./space",), (), (".", "../outside"), ("~/.ssh", "~/.netrc"), network=True),
}
DRIVERS = [("bubblewrap", "offline"), ("landlock", "offline"), ("landlock", "readonly"), ("landlock", "folders")]


class Arena:
    """A project, a home and what lies around them; and sockets at which somebody listens."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="wicket-arena-"))
        self.root.chmod(0o755)
        self.project = self.root / "project"
        for name in ("project/.git/hooks", "project/.claude", "project/space", "outside", "home/.ssh", "state"):
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
        self.listening.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        abstract = self.root.name
        addresses: list[Any] = [
            str(self.root / "socket"),
            f"\0{abstract}",
            str(self.root / "datagrams"),
            ("127.0.0.1", 0),
            ("127.0.0.1", 0),
        ]
        for one, address in zip(self.listening, addresses, strict=True):
            one.bind(address)
            if one.type == socket.SOCK_STREAM:
                one.listen(50)
            one.setblocking(False)
        self.shared = Path("/dev/shm") / self.root.name
        self.shared.write_text(SECRET)
        self.terminals = os.openpty()
        self.libc = ctypes.CDLL(None)
        self.queue = f"wicket-{os.getpid()}"
        self.libc.syscall(QUEUES[os.uname().machine][0], self.queue.encode(), os.O_CREAT, 0o666, None)
        self.memory = self.libc.shmget(os.getpid(), 4096, 0o1666)
        self.told = {
            "pid": self.victim.pid,
            "name": "sleep\x00600",
            "abstract": abstract,
            "port": self.listening[3].getsockname()[1],
            "shared": self.root.name,
            "key": os.getpid(),
            "queue": self.queue,
            "terminal": os.ttyname(self.terminals[1]),
            "datagrams": self.listening[4].getsockname()[1],
            "runner": os.getpid(),
            "outliving": OUTLIVING,
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
        for path in (self.root, *self.root.rglob("*"), self.shared, self.told["terminal"]):
            os.chown(path, uid, uid, follow_symlinks=False)

    def close(self) -> None:
        self.victim.kill()
        self.victim.wait()
        for one in self.listening:
            one.close()
        self.shared.unlink()
        self.libc.shmctl(self.memory, 0, None)
        self.libc.syscall(QUEUES[os.uname().machine][1], self.queue.encode())
        for terminal in self.terminals:
            os.close(terminal)
        shutil.rmtree(self.root, ignore_errors=True)


def held(arena: Arena, profile: str) -> Confinement:
    """The sandbox whose walls are tried. The arena lies in a temporary folder, so that is not made private here."""
    places = Places(
        str(arena.project), str(arena.project), str(arena.root / "home"), (str(arena.root / "state"),), ("/usr",)
    )
    return confine(PROFILES[profile], places, RealDisk())._replace(private=(), shown=())


def outliving() -> bool:
    """Tell whether what should have ended with the sandbox goes on."""
    found = [Path("/proc", pid, "cmdline") for pid in os.listdir("/proc") if pid.isdigit()]
    return any(words(path) == f"sleep\0{OUTLIVING}\0" for path in found)


def words(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError):
        return ""


def attacked(starting: list[str], **options: Any) -> dict[str, str]:
    options |= {"process_group": 0}  # what signals its group is not to reach the tests
    done = subprocess.run(starting, capture_output=True, text=True, timeout=4 * BOUND_S, check=False, **options)
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


@pytest.mark.parametrize("user", users())
@pytest.mark.parametrize(("driver", "profile"), DRIVERS)
def test_no_way_leads_out(driver: str, profile: str, user: str, source: str) -> None:
    program = landlock_program() if driver == "landlock" else ""
    arena = Arena()
    try:
        python, identity = sys.executable, {}
        if user == "nobody":
            arena.give_to(NOBODY)
            python, identity = SYSTEM_PYTHON, {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        tried = [name for name in ATTACKS if profile != "folders" or name not in BY_NETWORK]
        before = arena.state()
        confinement = json.dumps(held(arena, profile))
        environ = {"PATH": "/usr/bin:/bin", "PYTHONPATH": source, "HOME": str(arena.root / "home")}
        environ["WICKET_HOME"] = str(arena.root / "built")  # the program that starts commands
        starting = [python, "-c", STARTING, program, confinement, *arena.program(tried)]
        found = attacked(starting, cwd=arena.project, env=environ, **identity)
        assert {name: said for name, said in found.items() if not said.startswith("held: ")} == {}
        assert list(found) == tried
        assert arena.state() == before
        assert arena.reached() == []
        assert arena.victim.poll() is None
        assert os.getpriority(os.PRIO_PROCESS, arena.victim.pid) == os.getpriority(os.PRIO_PROCESS, 0)
        assert not outliving()
    finally:
        arena.close()


def test_there_are_many_ways() -> None:
    assert len(ATTACKS) >= 160


# What needs another kernel, another user or other rights than a weak sandbox for tests gives.
WEAK = {
    *("write_outside", "make_outside", "truncate_outside", "chmod_outside", "utime_outside", "write_through_a_link"),
    *("write_through_dots", "write_through_proc_root", "write_through_a_path_descriptor", "read_a_secret"),
    *("write_through_a_hard_link", "read_a_secret_file", "list_secrets", "read_through_a_link", "link_a_secret"),
    *("read_wickets_token", "plant_a_hook", "change_gits_configuration", "rename_over_gits_configuration"),
    *("move_the_repository", "move_the_hooks", "make_a_common_folder", "make_another_configuration"),
    *("make_a_submodule", "change_an_agents_settings", "move_an_agents_settings", "make_another_agents_settings"),
    *("make_a_policy", "rename_over_a_policy", "write_what_is_denied", "delete_what_is_denied"),
    *("chmod_what_is_open", "chmod_by_a_descriptors_name", "chmod_through_a_folder", "chmod_through_a_link"),
    *("chmod_through_dots", "chmod_by_number", "chmod_the_newer_way", "chmod_what_is_denied", "chmod_the_hooks"),
    *("chmod_a_secret", "chmod_wickets_token", "win_a_race_for_a_mode", "utime_what_is_open", "chown_what_is_open"),
    *("connect_to_a_unix_socket", "send_from_a_pair_to_a_unix_socket", "have_a_capability"),
}


def test_out_of_a_weak_sandbox_they_lead() -> None:
    """An attack that works nowhere proves nothing. Some are undone by others here, as deleting is by writing."""
    arena = Arena()
    try:
        tried = confined(arena.program(sorted(WEAK)), writable=arena.root, cwd=arena.project)
        found = attacked(tried, env={"PATH": "/usr/bin:/bin", "weak": "1"})
        wanted = WEAK if os.getuid() == 0 else WEAK - {"have_a_capability"}
        assert sorted(name for name in wanted if not found[name].startswith("escaped: ")) == []
    finally:
        arena.close()
