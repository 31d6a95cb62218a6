"""A daemon that speaks sudo-proxy's protocol and no more, as sudo-proxy's own does: no shell, everything in /.

It knows neither `cwd` nor `about`, nor does it notice that a client has left: what is approved later runs all the same.
"""

import base64
import contextlib
import json
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host.processes import BOUND_S

VERSION = "1.1.0"


class OtherDaemon:
    """Serves until it is closed. `approve()` is what its person says to all who wait and will."""

    def __init__(self, path: Path, *, knows_ping: bool = True) -> None:
        self.path = path
        self.asked = threading.Event()
        self.done = threading.Event()
        self._knows_ping = knows_ping
        self._approved = threading.Event()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def approve(self) -> None:
        self._approved.set()

    def close(self) -> None:
        self.approve()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in list(self._threads):
            thread.join(BOUND_S)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=[connection], daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            asked = json.loads(lines.readline())
            said = {"id": asked["id"], **self._answer(asked), "version": VERSION}
            with contextlib.suppress(OSError):  # who has left does not hear it
                connection.sendall(json.dumps(said).encode() + b"\n")

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if not asked["pipeline"]:
            if asked.get("action") == "ping" and self._knows_ping:
                return {"status": "ok", "stdout": "", "message": "pong"}
            return {"status": "error", "message": "pipeline must not be empty"}
        self.asked.set()
        self._approved.wait(BOUND_S)
        [argv] = asked["pipeline"]
        ran = subprocess.run(
            argv, cwd="/", env={"PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        self.done.set()
        stages = [{"exit_code": ran.returncode, "stderr": base64.b64encode(ran.stderr).decode()}]
        return {"status": "ok", "stages": stages, "stdout": base64.b64encode(ran.stdout).decode()}


@contextlib.contextmanager
def other_daemon(folder: Path, *, knows_ping: bool = True) -> Iterator[OtherDaemon]:
    daemon = OtherDaemon(folder / "other.sock", knows_ping=knows_ping)
    try:
        yield daemon
    finally:
        daemon.close()
