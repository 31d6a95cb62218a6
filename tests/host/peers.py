"""Operations extensions of a few lines, each doing one thing right or wrong."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

from host.processes import BOUND_S, ENV, eventually
from wicket.host.gevals_session import Session, SessionOptions
from wicket.host.gevals_step_result import StepLog, StepResult

__all__ = ["MANIFEST", "Extension", "Heard"]

MANIFEST = {
    "name": "odd",
    "version": "1.0.0",
    "protocolVersion": "0.0.1",
    "operations": {"do": {"params": {"type": "object"}}, "other": {"params": {"type": "object"}}},
}

# Whatever is heard is kept beside the program, so that a test can look at it afterwards.
PRELUDE = """
import json, os, signal, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
MANIFEST = json.loads({manifest!r})

def note(name, text=""):
    with open(os.path.join(HERE, name), "a") as file:
        file.write(text + "\\n")

def put(data):
    while data:
        data = data[os.write(1, data):]

def say(**message):
    put((json.dumps({{"jsonrpc": "2.0", **message}}) + "\\n").encode())

def hear():
    line = sys.stdin.buffer.readline().decode()
    if not line:
        sys.exit()
    note("heard", line.rstrip("\\n"))
    return json.loads(line)

def introduce(**manifest):
    request = hear()
    say(id=request["id"], result={{**MANIFEST, **manifest}})

def done(request, **result):
    say(id=request["id"], result={{"success": True, **result}})

def serve(do=done):
    while True:
        request = hear()
        if request["method"] == "shutdown":
            say(id=request["id"], result={{}})
            sys.exit()
        do(request)

note("started", " ".join(sys.argv[1:]))
"""


class Heard:
    """What a session says to whoever listens."""

    def __init__(self) -> None:
        self.logs: list[StepLog] = []
        self.reports: list[str] = []


class Extension:
    """A program in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "odd"
        self.heard = Heard()

    def write(self, script: str) -> None:
        prelude = PRELUDE.format(manifest=json.dumps(MANIFEST))
        self.program.write_text(f"#!{sys.executable} -IS\n{prelude}\n{dedent(script)}")
        self.program.chmod(0o755)

    def session(self, script: str, *, config: Any = None, env: dict[str, str] | None = None, **options: Any) -> Session:
        """Write the program, and make a session with it."""
        self.write(script)
        return Session(
            "odd",
            self.program,
            config=config,
            cwd=self.folder,
            env=ENV | (env or {}),
            on_log=self.heard.logs.append,
            on_report=self.heard.reports.append,
            options=SessionOptions(**options),
        )

    @asynccontextmanager
    async def running(self, script: str, **options: Any) -> AsyncIterator[Callable[..., Any]]:
        """Run the program, and give a way to have it do things."""
        session = self.session(script, **options)
        async with session:

            async def do(operation: str = "do", args: Any = None, **circumstances: Any) -> StepResult:
                settings: dict[str, Any] = {"workdir": self.folder, "phase": "setup"}
                async with asyncio.timeout(2 * BOUND_S):
                    return await session.execute(operation, args, **(settings | circumstances))

            yield do

    def messages(self) -> list[dict[str, Any]]:
        """All that the program has heard."""
        return [json.loads(line) for line in self.lines("heard")]

    def lines(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text().removesuffix("\n").split("\n") if path.exists() else []  # U+2028 ends no line here

    async def until(self, name: str, count: int = 1) -> None:
        """Wait until the program has noted so many lines."""
        await eventually(lambda: len(self.lines(name)) >= count)
