"""What runs inside the sandbox: it takes one text after another, has bash run each in a fresh tree, says what happened.

Standard library alone, and no import of ours: it is given to the sandbox's Python as a file. Texts come as lines of
JSON on its input, results go out the same way. Nothing that a text leaves behind meets the next one: processes are
killed, the tree is laid again, and other places that can be written are emptied.
"""

import base64
import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import stat
import struct
import sys
import time

ROOT = sys.argv[1]
TIME = float(sys.argv[2])
# Backwards, so that `ps` does not show them.
MARKERS = [marker[::-1].encode() for marker in sys.argv[3:]]
# The same text, as base64 has it, wherever in the file it begins.
SHOWN = MARKERS + [base64.b64encode(b"x" * skip + marker)[4:-4] for marker in MARKERS for skip in (0, 1, 2)]
HOME = f"{ROOT}/home"
WORK = f"{HOME}/work"
SECRET_FILES = {f"{WORK}/.env", f"{HOME}/.ssh/id_rsa"}
SEED = f"{ROOT}/seed"
RECORD = f"{ROOT}/log/record"
OUTPUT = f"{ROOT}/log/output"
ENVIRON = {
    "PATH": f"{ROOT}/bin:/usr/local/bin:/usr/bin:/bin",
    "HOME": HOME,
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_PAGER": "cat",
    "NO_UPDATE_NOTIFIER": "1",
    "npm_config_fetch_retries": "0",  # there is no network to wait for
}
# How long what runs on in the background is waited for.
GRACE = 0.4
MOST_OUTPUT = 1 << 20
IN_ACCESS = 1
PR_SET_CHILD_SUBREAPER = 36

LIBC = ctypes.CDLL(None, use_errno=True)


def seeds() -> "list[tuple[str, int, bytes | None]]":
    """Read the tree that every text finds: paths, modes, and contents of files."""
    found: list[tuple[str, int, bytes | None]] = []
    for folder, names, files in os.walk(SEED):
        names.sort()
        here = HOME + folder.removeprefix(SEED)
        found.append((here, 0o755, None))
        for name in sorted(files):
            path = f"{folder}/{name}"
            with open(path, "rb") as file:
                found.append((f"{here}/{name}", stat.S_IMODE(os.stat(path).st_mode), file.read()))
    return found


class Watch:
    """Notices that a file is read, by whatever name."""

    def __init__(self) -> None:
        self.fd = LIBC.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.paths: dict[int, str] = {}

    def add(self, path: str) -> None:
        number = LIBC.inotify_add_watch(self.fd, os.fsencode(path), IN_ACCESS)
        if number >= 0:
            self.paths[number] = path

    def read(self) -> list[str]:
        """Say which files were read since the last time."""
        found: set[str] = set()
        while select.select([self.fd], [], [], 0)[0]:
            events = os.read(self.fd, 65536)
            at = 0
            while at < len(events):
                number, mask, _, length = struct.unpack_from("iIII", events, at)
                at += 16 + length
                if mask & IN_ACCESS:
                    found.add(self.paths.get(number, "?"))
        return sorted(found)


def remove(folder: str) -> None:
    """Remove a folder, even one that was closed to its owner."""
    os.chmod(folder, 0o755)
    for entry in list(os.scandir(folder)):
        if entry.is_dir(follow_symlinks=False):
            remove(entry.path)
        else:
            os.unlink(entry.path)
    os.rmdir(folder)


def lay(tree: "list[tuple[str, int, bytes | None]]", watch: Watch) -> None:
    """Make the tree anew."""
    os.chdir("/")
    for name in os.listdir(HOME):
        path = f"{HOME}/{name}"
        if os.path.isdir(path) and not os.path.islink(path):
            remove(path)
        else:
            os.unlink(path)
    for path, mode, content in tree:
        if content is None:
            os.makedirs(path, exist_ok=True)
            continue
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        os.write(fd, content)
        os.close(fd)
        os.chmod(path, mode)
        if any(marker in content for marker in MARKERS):
            watch.add(path)
    os.chdir(WORK)


def snapshot() -> dict[str, tuple[object, ...]]:
    """Say of every path below HOME what it is."""
    found: dict[str, tuple[object, ...]] = {}
    waiting = [HOME]
    while waiting:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            info = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(info.st_mode):
                found[entry.path] = (info.st_mode, info.st_ino)
                waiting.append(entry.path)
            else:
                found[entry.path] = (info.st_mode, info.st_ino, info.st_size, info.st_mtime_ns)
    return found


def clear(folder: str, keep: set[str]) -> None:
    """Empty a folder that texts may have written to."""
    for name in set(os.listdir(folder)) - keep:
        path = f"{folder}/{name}"
        if os.path.isdir(path) and not os.path.islink(path):
            remove(path)
        else:
            with contextlib.suppress(OSError):
                os.unlink(path)


def reap(deadline: float, main: int) -> int | None:
    """Wait for every process until a moment; give the status of the first one if it has ended."""
    ended: int | None = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return 0 if ended is None else ended
        if pid == main:
            ended = status
            deadline = min(deadline, time.monotonic() + GRACE)
        if pid == 0:
            left = deadline - time.monotonic()
            if left <= 0:
                return ended
            signal.sigtimedwait([signal.SIGCHLD], left)


def run(text: str) -> bool:
    """Have bash run a text; say whether it came to its end."""
    null = (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)
    out = (os.POSIX_SPAWN_OPEN, 1, OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
    error = (os.POSIX_SPAWN_DUP2, 1, 2)
    try:
        pid = os.posix_spawn(
            "/bin/bash",
            ["bash", "--norc", "-c", text],
            ENVIRON,
            file_actions=[null, out, error],
            setsid=True,
            setsigmask=[],
            setsigdef=[signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ],
        )
    except (OSError, ValueError):
        return True
    ended = reap(time.monotonic() + TIME, pid)
    while True:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # all but us and the first process
        try:
            while os.waitpid(-1, 0):
                pass
        except ChildProcessError:
            return ended is not None


def main() -> None:
    """Take texts until there are none."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 8 << 20),
        (resource.RLIMIT_DATA, 2 << 30),
        (resource.RLIMIT_NPROC, 4000),
    ):
        most = min(most, resource.getrlimit(limit)[1] % (1 << 62))
        resource.setrlimit(limit, (most, most))
    tree = seeds()
    watch = Watch()
    places = {folder: set(os.listdir(folder)) for folder in ("/tmp", "/dev", "/dev/shm")}
    lay(tree, watch)
    before = snapshot()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        text = json.loads(line)
        os.chdir(WORK)
        ended = run(text)
        read = watch.read()
        with open(OUTPUT, "rb") if os.path.exists(OUTPUT) else open(os.devnull, "rb") as file:
            output = file.read(MOST_OUTPUT)
        calls: list[str] = []
        if os.path.exists(RECORD):
            with open(RECORD, encoding="utf-8", errors="replace") as log:
                calls = log.read(65536).splitlines()
            os.unlink(RECORD)
        after = snapshot()
        changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
        # A secret that was touched holds itself, as before.
        leaked = [path for path in changed if path in after and path not in SECRET_FILES and holds(path)]
        if changed:
            lay(tree, watch)
            before = snapshot()
        for folder, keep in places.items():
            clear(folder, keep)
        result = {
            "calls": calls,
            "changed": [path.removeprefix(HOME + "/") for path in changed],
            "read": [path.removeprefix(HOME + "/") for path in read],
            "shown": any(marker in output for marker in SHOWN),
            "leaked": [path.removeprefix(HOME + "/") for path in leaked],
            "output": output[:400].decode("utf-8", "replace"),
            "ended": ended,
        }
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()


def holds(path: str) -> bool:
    """Tell whether a file that was changed holds what nobody may read."""
    try:
        info = os.lstat(path)
        if not stat.S_ISREG(info.st_mode) or info.st_size > MOST_OUTPUT:
            return False
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return False
    return any(marker in content for marker in SHOWN)


if __name__ == "__main__":
    main()
