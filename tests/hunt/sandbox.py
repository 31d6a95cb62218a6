"""Runs texts in real bash where they can do no harm, many in one sandbox, and says what each of them did.

The machine is read-only to them; there is no network, and no process but theirs. HOME and the work folder are made
of memory, and look like the folder that verdicts are made for. `rm` is a stub that only records its call, at every
path by which it could be found.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Container, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from hunt import stubs, tree

__all__ = ["Result", "Sandbox"]

HERE = Path(__file__).parent

# A text has this long; a whole answer may take as much again, and a moment on a busy machine.
TIME = 2.0
LANES = 4
PATIENCE = 30.0
MEMORY = str(64 << 20)


_Lane = subprocess.Popen[str]


class Result(NamedTuple):
    """What a text did."""

    calls: tuple[str, ...] = ()  # of stubs: the name, and the words
    changed: tuple[str, ...] = ()  # paths below HOME
    read: tuple[str, ...] = ()  # secrets that were read, by whatever name
    shown: bool = False  # a secret was in the output
    leaked: tuple[str, ...] = ()  # files that a secret was written to
    output: str = ""
    ended: bool = True  # by itself, in time


class Sandbox:
    """Takes texts until it is closed, a few at a time, each in a lane. A text that ends its lane costs a new one."""

    def __init__(self, time: float = TIME, lanes: int = LANES) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="wicket-hunt-"))
        self.home = self.root / "home"
        self.work = self.home / "work"
        self.bin = self.root / "bin"
        self._time = time
        self._lanes: list[_Lane] = []
        self._most = lanes
        tree.plant(self.home)
        stubs.write(self.bin, self.root / "log" / "record")
        (self.root / "seed").mkdir()
        (self.root / "log").mkdir()
        shutil.copy(HERE / "inside.py", self.root / "inside.py")

    @property
    def environ(self) -> dict[str, str]:
        """What verdicts are to know of the environment: what holds in the sandbox."""
        return {"HOME": str(self.home), "PATH": f"{self.bin}:{stubs.PATH}"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for lane in self._lanes:
            _end(lane)
        shutil.rmtree(self.root, ignore_errors=True)

    def kill(self) -> None:
        """End what runs, and leave nothing: for a signal handler, which may wait for nobody."""
        for lane in self._lanes:
            with contextlib.suppress(OSError):
                os.kill(lane.pid, signal.SIGKILL)
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, text: str) -> Result:
        """Have bash run a text."""
        return self.run_all([text])[0]

    def run_all(self, texts: Sequence[str]) -> list[Result]:
        """Have bash run texts, and give what each did, in their order."""
        results = [Result() for _ in texts]
        waiting = [number for number, text in enumerate(texts) if "\0" not in text]
        waiting.reverse()
        busy: dict[_Lane, tuple[int, float]] = {}
        while waiting or busy:
            while waiting and len(busy) < self._most:
                number = waiting.pop()
                lane = self._idle(busy)
                busy[lane] = (number, time.monotonic() + PATIENCE)
                with contextlib.suppress(OSError):  # then there will be no answer either
                    _stream(lane.stdin).write(json.dumps(texts[number]) + "\n")
                    _stream(lane.stdin).flush()
            streams = {_stream(lane.stdout): lane for lane in busy}
            ready = select.select(list(streams), [], [], 1.0)[0]
            late = [lane for lane, (_, deadline) in busy.items() if time.monotonic() > deadline]
            for lane in {*late, *(streams[stream] for stream in ready)}:
                number, _ = busy.pop(lane)
                line = "" if lane in late else _stream(lane.stdout).readline()
                if line:
                    results[number] = _result(json.loads(line))
                else:  # it has killed everything there was
                    results[number] = Result(ended=False)
                    self._lanes.remove(lane)
                    _end(lane)
        return results

    def _idle(self, busy: "Container[_Lane]") -> "_Lane":
        for lane in self._lanes:
            if lane not in busy:
                return lane
        self._lanes.append(self._start())
        return self._lanes[-1]

    def _start(self) -> "_Lane":
        root = str(self.root)
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            raise RuntimeError("bwrap is missing, and nothing is run without it: apt-get install bubblewrap")
        places = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--size", MEMORY, "--tmpfs", "/tmp"]
        places += ["--ro-bind", root, root, "--ro-bind", str(self.home), f"{root}/seed"]
        places += ["--size", MEMORY, "--tmpfs", str(self.home), "--size", MEMORY, "--tmpfs", f"{root}/log"]
        for path in {os.path.realpath(f"{folder}/rm") for folder in ("/bin", "/usr/bin")}:
            if os.path.exists(path):
                places += ["--ro-bind", str(self.bin / "rm"), path]
        python = os.path.realpath(sys.executable)
        inside = [
            python,
            "-I",
            "-S",
            f"{root}/inside.py",
            root,
            str(self._time),
            *[marker[::-1] for marker in tree.MARKERS],
        ]
        confined = [bwrap, *places, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        lane = subprocess.Popen(
            [*confined, "--chdir", "/", "--", *inside],
            env={"PATH": "/usr/bin:/bin"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        if _stream(lane.stdout).readline() != "ready\n":
            _end(lane)
            raise RuntimeError(f"the sandbox does not start: it has to see {python}, which must not lie in /tmp")
        return lane


def _result(said: dict[str, Any]) -> Result:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    return Result(**values)


def _stream(stream: "IO[str] | None") -> "IO[str]":
    assert stream is not None
    return stream


def _end(lane: "_Lane") -> None:
    lane.kill()
    for stream in (lane.stdin, lane.stdout):
        with contextlib.suppress(OSError):
            _stream(stream).close()
    lane.wait()
