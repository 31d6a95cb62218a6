"""The driver without namespaces: behind Landlock a command is as outside where it may be, and nothing runs unheld."""

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bounds import BOUND_S
from machine import tree
from sandbox.landlock_here import landlock_program
from sandbox.signal_masks import masks
from wicket.sandbox import landlock, seccomp_filter
from wicket.sandbox.confinement import Confinement, Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import start
from wicket.sandbox.profile import Profile
from wicket.sandbox.system_calls_told_by_kernel import Attempts

# Runs in a process of its own, so that what it is given is all that it has.
RUNNER = """
import json, os, signal, sys
from wicket.sandbox import landlock, prepared_command
from wicket.sandbox.confinement import Confinement, Protected
program, told, *words = sys.argv[1:]
told = json.loads(told)
fields = [tuple(tuple(one) if isinstance(one, list) else one for one in x) if isinstance(x, list) else x for x in told]
fields[3] = tuple(Protected(*one) for one in fields[3])
landlock.native_program = lambda name: program
confinement, env = Confinement(*fields), {"PATH": os.environ["PATH"], "A": "b"}
running, early = None, []
signal.signal(signal.SIGTERM, lambda number, _: running.send_signal(number) if running else early.append(number))
running = prepared_command.start(landlock.prepare(words, env, confinement, landlock.rules_for(confinement)))
for number in early:
    running.send_signal(number)
sys.exit(running.wait())
"""


@pytest.fixture(autouse=True)
def program(monkeypatch: pytest.MonkeyPatch) -> str:
    found = landlock_program()
    monkeypatch.setattr(landlock, "native_program", lambda _name: found)
    return found


@pytest.fixture
def project() -> Iterator[Path]:
    """A project that lies in no temporary folder: these are out of reach."""
    with tempfile.TemporaryDirectory(dir=os.path.expanduser("~"), prefix=".wicket-test-") as folder:
        path = Path(os.path.realpath(folder))
        (path / "src").mkdir()
        (path / "kept").write_text("kept\n")
        yield path


def work(project: Path, **changes: object) -> Confinement:
    places = Places(str(project), str(project), str(project.parent))
    profile = Profile("work", (".",), network=False)._replace(**changes)  # type: ignore[arg-type]
    return confine(profile, places, RealDisk())


def argv(confinement: Confinement, words: Sequence[str]) -> list[str]:
    return [sys.executable, "-c", RUNNER, landlock_program(), json.dumps(confinement), *words]


def run(confinement: Confinement, *words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    starting = argv(confinement, words)
    return subprocess.run(starting, input=given, capture_output=True, text=True, timeout=BOUND_S, check=False)


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (["true"], 0, ""),
        (["sh", "-c", "exit 7"], 7, ""),
        (["sh", "-c", "kill -9 $$"], 137, ""),
        (["sh", "-c", "kill -TERM $$"], 143, ""),
        (["cat"], 0, "given"),
        (["printf", "%s|", "a  b", "", "$x", "\u00e4"], 0, "a  b||$x|\u00e4|"),
        (["sh", "-c", "echo $A $HOME"], 0, "b\n"),
        (["sh", "-c", "ls /proc/self/fd | tr '\\n' ' '"], 0, "0 1 2 3 "),  # the fourth is for looking
        (["bash", "-c", "cat <(echo a) /dev/null; : > /dev/null; trap 'echo b' USR1; kill -USR1 $$"], 0, "a\nb\n"),
        (["sh", "-c", "yes | head -1"], 0, "y\n"),
    ],
)
def test_a_command_is_as_it_is_outside(project: Path, words: list[str], code: int, out: str) -> None:
    done = run(work(project), *words, given="given")
    assert (done.returncode, done.stdout, done.stderr) == (code, out, "")


def test_where_it_may_write_modes_owners_and_times_are_as_outside(project: Path) -> None:
    text = """
import os
os.umask(0)
os.chdir("src")
open("a", "w").close()
os.chmod("a", 0o640)
os.chmod(os.open("a", os.O_RDONLY), 0o600)
os.symlink("a", "link")
os.chmod("link", 0o604)
os.chown("a", os.getuid(), -1)
os.chown("link", -1, os.getgid(), follow_symlinks=False)
os.utime("a", ns=(5_000_000_001, 7_000_000_002))
os.utime("link", ns=(3, 4), follow_symlinks=False)
os.chmod("/proc/self/fd/%d" % os.open("a", os.O_PATH), 0o754)
os.mkdir("b", 0o700)
os.chmod("x", 0o777, dir_fd=None) if os.path.exists("x") else None
os.chmod("../src/b", 0o711)
os.chmod("b", 0o2755, dir_fd=os.open(".", os.O_PATH))
for wrong in ("absent", "a/b", ""):
    try:
        os.chmod(wrong, 0o777)
    except OSError as error:
        print(error.errno)
"""
    done = run(work(project), "/usr/bin/python3", "-c", text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n20\n2\n", "")
    one, link = os.stat(project / "src/a"), os.lstat(project / "src/link")
    assert (stat.S_IMODE(one.st_mode), one.st_atime_ns, one.st_mtime_ns) == (0o754, 5_000_000_001, 7_000_000_002)
    assert (link.st_mtime_ns, stat.S_IMODE(os.stat(project / "src/b").st_mode)) == (4, 0o2755)


@pytest.mark.parametrize(
    "text",
    [
        "cp -a /etc/passwd copy && mkdir again && cp -rp copy kept again",
        "tar cf ../src/a.tar kept && mkdir out && tar xpf a.tar -C out",
        "touch -d 2001-01-01 kept && install -m 755 kept installed && ./installed",
        "git init -q . && echo 1 > f && git add f && git -c user.name=a -c user.email=a@b commit -qm one && git gc -q",
        "mktemp >/dev/null && echo 'int main(){return 0;}' > a.c && cc a.c -o a && ./a",
        "ln kept other && mv other third && mkfifo pipe && rm pipe third",
    ],
)
def test_ordinary_work_in_a_folder_is_done(project: Path, text: str) -> None:
    (project / "src" / "kept").write_text("#!/bin/sh\n")
    done = run(work(project), "bash", "-ec", f"cd src; {text}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_temporary_folder_is_its_own_and_gone_afterwards(project: Path) -> None:
    done = run(work(project), "bash", "-c", 'cd "$TMPDIR" && pwd && echo a > b && chmod 700 b && stat -c %a . b')
    folder, *modes = done.stdout.splitlines()
    assert (modes, done.stderr) == (["700", "700"], "")
    assert not os.path.exists(folder)
    assert "No such file" not in run(work(project), "sh", "-c", "echo a > /tmp/wicket-test-of-landlock").stderr
    assert not os.path.exists("/tmp/wicket-test-of-landlock")


def test_a_program_that_is_not_there_is_said_as_outside(project: Path) -> None:
    confinement = work(project)
    for words, error in ((["nowhere"], FileNotFoundError), (["./kept"], PermissionError)):
        with pytest.raises(error):
            start(landlock.prepare(words, {"PATH": "/usr/bin"}, confinement, landlock.rules_for(confinement)))


def test_signals_reach_the_command_and_not_what_holds_it(project: Path) -> None:
    text = "trap 'echo caught; exit 5' TERM; echo ready; while :; do read -t 1 x; done"
    words = ["bash", "-c", text]
    with subprocess.Popen(argv(work(project), words), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(signal.SIGTERM)
        assert child.stdout.readline() == b"caught\n"
        assert child.wait(BOUND_S) == 5


def test_no_signal_is_ignored_or_blocked_in_the_command(project: Path) -> None:
    done = run(work(project), "grep", "-E", "Sig(Blk|Ign)", "/proc/self/status")
    assert masks(done.stdout) == {"SigBlk": 0, "SigIgn": 0}


def test_a_signal_for_all_reaches_the_command_and_ends_nothing_that_holds_it(project: Path) -> None:
    words = ["bash", "-c", "trap 'echo caught; exit 5' TERM; echo ready; while :; do read -t 1 x; done"]
    starting = argv(work(project), words)
    pipe = subprocess.PIPE
    with subprocess.Popen(starting, stdin=pipe, stdout=pipe, start_new_session=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        os.killpg(child.pid, signal.SIGTERM)
        assert child.stdout.readline() == b"caught\n"
        assert child.wait(BOUND_S) == 5


def test_what_it_has_started_ends_with_it(project: Path) -> None:
    # Each would hold our pipe open.
    done = run(work(project), "sh", "-c", "sleep 600 & setsid sleep 600 & (setsid sh -c 'sleep 600 &' &); echo started")
    assert (done.returncode, done.stdout) == (0, "started\n")


def test_a_bomb_of_processes_ends_with_it(project: Path) -> None:
    text = "import os, sys\nfor _ in range(6): os.fork()\nwhile True: os.fork() or os._exit(0)"
    done = run(work(project), "bash", "-c", f"ulimit -u 4000; python3 -c '{text}' & sleep 0.2; echo over")
    assert (done.returncode, done.stdout) == (0, "over\n")


def test_it_ends_with_whoever_started_it(project: Path) -> None:
    words = ["sh", "-c", "setsid sleep 600 & echo ready; exec sleep 600"]
    with subprocess.Popen(argv(work(project), words), stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.kill()
        assert child.stdout.read() == b""  # nobody has it open any more


def test_inside_of_another_the_inner_one_holds_as_well(project: Path) -> None:
    """The outer one lets `src` be written, the inner one `src/in` alone; the modes are then refused."""
    (project / "src" / "in").mkdir()
    inner = work(project, write_allow=("./src/in",))._replace(private=())
    source = str(Path(landlock.__file__).parents[2])
    text = "echo a > src/in/a; echo b > src/b; chmod 777 src/in src; cat kept"
    outer = ["/usr/bin/env", f"PYTHONPATH={source}", *argv(inner, ["bash", "-c", text])]
    done = run(work(project, write_allow=("./src",))._replace(private=()), *outer)
    assert done.stdout == "kept\n", done.stderr
    assert done.stderr.count("denied") == 1
    assert done.stderr.count("not permitted") == 2
    assert tree(project / "src") == {"in": "755", "in/a": "644 a\n"}


# ── never without being held ─────────────────────────────────────────────────


def test_without_the_program_nothing_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    confinement = work(project)
    rules = landlock.rules_for(confinement)
    monkeypatch.setattr(landlock, "native_program", lambda _: None)
    with pytest.raises(CannotHold, match="wicket-landlock is not there, and there is no C compiler"):
        landlock.prepare(["touch", "src/proof"], {}, confinement, rules)


@pytest.mark.parametrize(("there", "said"), [(0, "has none, or it is switched off"), (5, "has ABI 5")])
def test_with_an_older_kernel_nothing_runs(there: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: there)
    with pytest.raises(CannotHold, match=f"Landlock of ABI 6 is needed, which Linux 6.12 brought; this kernel {said}"):
        landlock.found()


def test_on_another_system_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp_filter, "MACHINES", {})
    with pytest.raises(CannotHold, match="there is no Landlock on linux"):
        landlock.found()


@pytest.mark.parametrize(
    "orders", [b"", b"\0", bytes(30), b"\xff\xff\xff\xff" * 4, b"\x08\0\0\0" + bytes(8) + b"\x08\0\0\0"]
)
def test_orders_that_are_none_run_nothing(program: str, orders: bytes, tmp_path: Path) -> None:
    told = tmp_path / "orders"
    told.write_bytes(orders)
    (reading, answering), (_, telling) = os.pipe(), os.pipe()
    with told.open("rb") as source:
        words = [program, str(source.fileno()), str(answering), str(telling)]
        done = subprocess.run(words, pass_fds=(source.fileno(), answering, telling), timeout=BOUND_S, check=False)
    os.close(answering)
    assert done.returncode == 1
    assert os.read(reading, 100).startswith(b"wrong what is to be done is not ")


def test_what_the_program_is_called_with_is_checked(program: str) -> None:
    assert subprocess.run([program], check=False).returncode == 2


# ── what was refused ─────────────────────────────────────────────────────────

# What is written, where `PLACE` is the home, and what of it is told.
TRIED = [
    ("echo x > PLACE/new", ["PLACE/new"]),
    ("echo x >> PLACE/old", ["PLACE/old"]),
    ("cd src && echo x > ../../new", ["PLACE/new"]),
    ("ln -s PLACE src/link && echo x > src/link/new", ["PLACE/new"]),
    ("mkdir PLACE/new", ["PLACE/new"]),
    ("ln -s x PLACE/new", ["PLACE/new"]),
    ("mv kept PLACE/new", ["PLACE/new"]),
    ("mv PLACE/old src/old", ["PLACE/old"]),
    ("truncate -s 0 PLACE/old", ["PLACE/old"]),
    ("chmod 700 PLACE/old", ["PLACE/old"]),
    ("touch PLACE/old", ["PLACE/old"]),
    ("echo x > PLACE/a; echo x > PLACE/b; echo x > PLACE/a", ["PLACE/b", "PLACE/a"]),
    ("echo x > denied", ["PLACE/project/denied"]),
    ("echo x > src/new && mkdir src/more && mv src/new src/more/moved && chmod 600 src/more/moved", []),
    ("echo x > /dev/null; cat PLACE/old; rm -f src/absent", []),
    ("echo x > PLACE/absent/new", []),
    ("echo x > /proc/self/fd/1; echo x > /proc/sys/kernel/core_pattern", []),
]


@pytest.fixture
def home() -> Iterator[Path]:
    """A home that lies in no temporary folder, with a project in it."""
    with tempfile.TemporaryDirectory(dir=os.path.expanduser("~"), prefix=".wicket-test-") as folder:
        path = Path(os.path.realpath(folder))
        (path / "old").write_text("old\n")
        (path / "project/src").mkdir(parents=True)
        (path / "project/kept").write_text("kept\n")
        (path / "project/denied").write_text("denied\n")
        yield path


def tried_in(project: Path, text: str, **changes: object) -> Attempts:
    """Run a text, and give what of it was refused."""
    profile = Profile("work", (".",), ("./denied",))._replace(**changes)  # type: ignore[arg-type]
    confinement = confine(profile, Places(str(project), str(project), str(project.parent)), RealDisk())
    words = ["/bin/bash", "-c", f"exec 2>/dev/null; {text}"]
    env = {"PATH": os.environ["PATH"]}
    running = start(landlock.prepare(words, env, confinement, landlock.rules_for(confinement)))
    running.wait()
    return running.attempts


@pytest.mark.parametrize(("text", "expected"), TRIED)
def test_what_would_have_been_written_is_told(home: Path, text: str, expected: list[str]) -> None:
    found = tried_in(home / "project", text.replace("PLACE", str(home)))
    assert found == (tuple(one.replace("PLACE", str(home)) for one in expected), ())


def test_the_last_of_many_is_told(home: Path) -> None:
    found = tried_in(home / "project", f"for i in $(seq 90); do echo x > {home}/new$i; done")
    assert found.paths[-1] == f"{home}/new90"
    assert len(found.paths) == len(set(found.paths)) == 32


def test_long_paths_keep_nobody_waiting(home: Path) -> None:
    """The pipe is full before all of it is told, and nobody reads it yet."""
    name = "d" * 200
    (home / "/".join([name] * 18)).mkdir(parents=True)
    folder = str(home / "/".join([name] * 18))
    found = tried_in(home / "project", f"for i in $(seq 40); do echo x > {folder}/new$i; done")
    assert found.paths[-1].removeprefix(folder) == "/new40"


def test_a_network_that_was_wanted_is_told(home: Path) -> None:
    text = "exec 3<>/dev/tcp/127.0.0.1/9"
    assert tried_in(home / "project", text, network=False).addresses == ("",)
    assert tried_in(home / "project", "true", network=False).addresses == ()
    assert tried_in(home / "project", text).addresses == ()


def test_a_process_that_a_signal_ends_tells_as_well(home: Path) -> None:
    assert tried_in(home / "project", f"echo x > {home}/new; kill -9 $$").paths == (f"{home}/new",)
