"""Both clients of a gateway, the one in C and the one in Python, and gateways that misbehave."""

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bounds import BOUND_S
from doors.hooks import SOURCE
from wicket import __version__
from wicket.doors import native_client

PYTHON = (sys.executable, "-I", "-S", str(SOURCE / "doors" / "hook.py"), "--gateway")
CLIENTS = ("c", "python")

Said = tuple[int, bytes, bytes]


def built(folder: Path, version: str = __version__) -> Path:
    """Build the client in C, once for a folder and a version."""
    target = folder / f"wicket-hook-{version}"
    if not target.exists():
        native_client.build(str(target), version, os.environ, native_client.source())
    return target


class Client:
    """A client with a home of its own, in which a gateway may listen. Paths of sockets are short."""

    def __init__(self, kind: str, program: Path, root: Path) -> None:
        self.argv = [str(program)] if kind == "c" else list(PYTHON)
        self.home = root / "state"
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.project = root / "project"
        self.project.mkdir(exist_ok=True)
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(root), "WICKET_HOME": str(self.home)}

    def run(self, data: bytes, *words: str, agent: str = "claude-code") -> Said:
        done = subprocess.run(
            [*self.argv, "--agent", agent, *words],
            input=data,
            capture_output=True,
            env=self.environ,
            cwd=self.project,
            timeout=BOUND_S,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr


def blocked(because: str) -> Said:
    return 2, b"", f"wicket: the command is blocked, for {because}\n".encode()


@contextmanager
def short_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="wk") as folder:
        yield Path(folder)


@contextmanager
def listening(home: Path, serve: Callable[[socket.socket], object]) -> Iterator[None]:
    """Be a gateway that does this with each connection."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(home / "hook.sock"))
    listener.listen(16)

    def answer() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, suppress(OSError):  # the client may leave
                serve(connection)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(BOUND_S)


def question(connection: socket.socket) -> bytes:
    """Read a whole question."""
    heard = b""
    while len(heard) < 8 or len(heard) < 8 + int.from_bytes(heard[4:8], "big"):
        chunk = connection.recv(1 << 20)
        if not chunk:
            break
        heard += chunk
    return heard
