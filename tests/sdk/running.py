"""Runs extensions as hosts do: in a process of their own, with pipes."""

import json
import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, NamedTuple, Self

from bounds import BOUND_S

__all__ = ["EVERYTHING", "Ran", "Running", "execute", "initialize", "is_quick", "run", "shutdown", "validate", "write"]

WAIT_S = BOUND_S

# One file with one thing of each kind, as in the design.
EVERYTHING = '''
from wicket.sdk import Extension, allow, ask, deny, prompt

ext = Extension("weather", "1.0.0")


@ext.tool
def weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"{city}: 16°C, fog"


@ext.operation(requires=["sh"])
def apply(file: str, namespace: str = "default", *, ctx):
    """Apply a manifest."""
    ctx.log.info(f"applying {file}")
    return {"namespace": namespace}


@ext.validator
def no_post_in_prod(command):
    if command.flags.get("X") == "POST" and command.env.get("AWS_PROFILE") == "prod":
        return deny("POST requests are blocked in production", fix="Use a staging environment instead")


@ext.command("hello")
def hello(args: str):
    """Say hello."""
    return prompt("Greet me in one short sentence.")


@ext.on("turn_end")
def log_turn(event):
    ext.notify(f"turn ended: {event.stop}")


@ext.intercept("tool_call")
def guard(call):
    if call.tool == "bash" and "rm -rf" in call.args.get("command", ""):
        return deny("refused: rm -rf")


if __name__ == "__main__":
    ext.run()
'''


# How long Python takes to start and say a word, where nothing else is done.
BARE_S = 0.015


class Ran(NamedTuple):
    """How a process ended, and what it said."""

    code: int
    out: bytes
    err: str

    @property
    def said(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def is_quick(path: Path, *args: str, said: list[Any], wanted: dict[str, Any], within_s: float) -> bool:
    """Tell whether it answers in time, tried some thirty times at most.

    The time is that of a machine on which Python starts and says a word within 15 ms. Where other programs are at
    work, that is what takes longer, too, and the answer may take as many times longer.
    """
    bare = write(path.parent, 'import sys; sys.stdout.write("{}\\n"); sys.stdout.flush(); sys.stdin.read()', "bare.py")
    best = floor = float("inf")
    for _ in range(30):
        with Running(path, *args) as running:
            running.say(*said)
            running.hear_until(**wanted)
            best = min(best, time.monotonic() - running.started)
        with Running(bare) as running:
            running.hear()
            floor = min(floor, time.monotonic() - running.started)
        if best < within_s * max(1, floor / BARE_S):
            return True
    return False


def write(folder: Path, source: str, name: str = "ext.py") -> Path:
    path = folder / name
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    return path


def environment(extra: dict[str, str] | None = None) -> dict[str, str]:
    # Bytecode is part of what is shipped: without it every start would compile the SDK anew.
    unwanted = ("WICKET_WIRE", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "PYTHONWARNINGS": "error", **(extra or {})}


def run(path: Path, said: bytes | list[Any], *args: str, env: dict[str, str] | None = None, code: int = 0) -> Ran:
    """Say everything, close the input, and wait for the end."""
    data = said if isinstance(said, bytes) else b"".join(_line(each) for each in said)
    done = subprocess.run(
        [sys.executable, str(path), *args],
        input=data,
        capture_output=True,
        env=environment(env),
        cwd=path.parent,
        timeout=WAIT_S,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout, done.stderr.decode())
    assert ran.code == code, ran
    return ran


class Running:
    """An extension that is at work."""

    def __init__(self, path: Path, *args: str, env: dict[str, str] | None = None) -> None:
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, str(path), *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(env),
            cwd=path.parent,
        )
        self._buffer = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate(timeout=WAIT_S)

    def say(self, *frames: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"".join(_line(frame) for frame in frames))
        self._process.stdin.flush()

    def hear(self, seconds: float = WAIT_S) -> Any:
        """Wait for one line."""
        assert self._process.stdout is not None
        deadline = time.monotonic() + seconds
        fd = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            assert left > 0, f"nothing came; so far: {self._buffer!r}"
            if select.select([fd], [], [], left)[0]:
                data = os.read(fd, 65536)
                assert data, f"it has ended: {self.end()}"
                self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def hear_until(self, **wanted: Any) -> list[Any]:
        heard: list[Any] = []
        while not heard or any(heard[-1].get(name) != value for name, value in wanted.items()):
            heard.append(self.hear())
        return heard

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def close_output(self) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()

    def end(self) -> Ran:
        """Close the input, and wait for the end."""
        assert self._process.stdin is not None
        if self._process.stdout is not None and self._process.stdout.closed:
            self._process.stdout = None
        out, err = self._process.communicate(timeout=WAIT_S)
        return Ran(self._process.returncode, self._buffer + (out or b""), err.decode())

    def wait(self) -> Ran:
        """Wait for it to end by itself, with its input still open."""
        code = self._process.wait(timeout=WAIT_S)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        return Ran(code, self._buffer + self._process.stdout.read(), self._process.stderr.read().decode())


def _line(frame: Any) -> bytes:
    return frame if isinstance(frame, bytes) else json.dumps(frame, ensure_ascii=False).encode() + b"\n"


def initialize(id: int | str = 1, **params: Any) -> dict[str, Any]:
    params = {"protocolVersion": "0.0.1", **params}
    return {"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params}


def execute(id: int | str, operation: str, args: Any = None, **context: Any) -> dict[str, Any]:
    step = {"operation": operation, "args": args, "context": {"workdir": "/tmp", "phase": "setup", **context}}
    return {"jsonrpc": "2.0", "id": id, "method": "execute", "params": step}


def shutdown(id: int | str = 99) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": "shutdown", "params": {}}


def validate(**params: Any) -> dict[str, Any]:
    subject = {"command": "curl", "raw_command_line": "curl", **params}
    return {"jsonrpc": "2.0", "id": 1, "method": "validateCommand", "params": subject}
