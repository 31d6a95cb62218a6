"""Extensions for tests, each a few lines of Python that run as a process of their own, and a host to run them."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bounds
from bounds import SOON_S
from wicket.host import Host, Limits, Note
from wicket.host.panels import Panel

# Every wait for something that must come ends here.
BOUND_S = bounds.BOUND_S

# As patient as a busy machine needs, where patience costs nothing; short where the end of it is what is tested.
LIMITS = Limits(hello_s=BOUND_S, idle_s=10.0, ready_s=BOUND_S, intercept_s=SOON_S, stop_s=SOON_S, acknowledged_s=SOON_S)

PRELUDE = """
import json, os, sys, time
def say(type, **frame):
    os.write(1, json.dumps({"type": type, **frame}).encode() + b"\\n")
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else None
def hello(name=os.environ["WICKET_EXTENSION"], **frame):
    say("hello", name=name, version="1.2.3", **frame)
def tool(name, **frame):
    say("register_tool", name=name, **{"description": name, "schema": {"type": "object"}, **frame})
def text(call, text, **frame):
    say("tool_result", id=call["id"], content=[{"type": "text", "text": text}], **frame)
def note(message):
    say("notify", level="info", message=message)
def frames(*wanted):
    while (frame := hear()) is not None:
        if frame["type"] == "shutdown":
            say("shutdown_ack")
            return
        if not wanted or frame["type"] in wanted:
            yield frame
"""

# Says hello, offers a tool that gives back its arguments, and serves it.
ECHO = """
hello()
tool("echo")
say("ready")
for call in frames("tool_call"):
    text(call, json.dumps(call["args"]))
"""


def make(parent: Path, name: str, /, body: str = ECHO, **keys: Any) -> Path:
    """Make an extension that runs `body`, which may use what PRELUDE defines; `keys` are added to its manifest."""
    folder = parent / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(PRELUDE + body, encoding="utf-8")
    manifest = {"name": name, "exec": sys.executable, "args": ["-I", "-S", "main.py"], **keys}
    (folder / "extension.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


class Recorder:
    """Hooks that keep what they are told."""

    def __init__(self) -> None:
        self.story: list[tuple[Any, ...]] = []
        self.problems: list[str] = []
        self.changes = 0
        self._news = asyncio.Event()

    def _keep(self, *what: Any) -> None:
        self.story.append(what)
        self._news.set()

    def prompt(self, extension: str, text: str) -> None:
        self._keep("prompt", extension, text)

    def insert(self, extension: str, text: str) -> None:
        self._keep("insert", extension, text)

    def display(self, extension: str, text: str) -> None:
        self._keep("display", extension, text)

    def notify(self, note: Note) -> None:
        self._keep("notify", note.level, str(note))

    def panel_opened(self, panel: Panel) -> None:
        self._keep("opened", panel)

    def panel_changed(self, panel: Panel) -> None:
        self._keep("changed", panel)

    def panel_closed(self, panel: Panel) -> None:
        self._keep("closed", panel)

    def offers_changed(self) -> None:
        self.changes += 1
        self._news.set()

    def problem(self, sentence: str) -> None:
        self.problems.append(sentence)
        self._news.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until what was told makes a condition true."""
        async with asyncio.timeout(BOUND_S):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def until_noted(self, *messages: str) -> None:
        """Wait until exactly these notes have come, in this order."""
        await self.until(lambda: len(self.notes) >= len(messages))
        assert self.notes == list(messages)

    @property
    def notes(self) -> list[str]:
        return [what[2] for what in self.story if what[0] == "notify"]


class Lab:
    """A home and a project of their own, with extensions in them."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.project = root / "project"
        self.project.mkdir()
        self.home.mkdir(mode=0o700)
        self.installed = self.home / "extensions"
        self.hooks = Recorder()
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(root)}

    def make(self, name: str, /, body: str = ECHO, **keys: Any) -> Path:
        """Install an extension."""
        return make(self.installed, name, body, **keys)

    def host(self, **options: Any) -> Host:
        """Make a host for everything that is installed here."""
        known: dict[str, Any] = {
            "cwd": self.project,
            "home": self.home,
            "hooks": self.hooks,
            "limits": LIMITS,
            "environ": self.environ,
        }
        return Host.discover(**(known | options))

    def log(self, name: str) -> list[str]:
        """Read an extension's log: wicket's lines without their time, the others as they are."""
        lines = (self.home / "logs" / f"ext-{name}.log").read_text(encoding="utf-8").splitlines()
        return [
            " ".join([line.split()[0], *line.split(" ")[2:]]) if line.startswith("[wicket]") else line for line in lines
        ]
