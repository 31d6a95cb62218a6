"""A machine for tests: a home, a project, extensions in them, and a person at a terminal or nobody."""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bounds import BOUND_S

WAIT_S = BOUND_S

# How questions end; what Enter means is written large.
YES_OR_NO = ("[y/N] ", "[Y/n] ")

# Takes the terminal on standard input for its own, as a login shell does, and becomes `python -m wicket`.
AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "wicket", *sys.argv[1:]])
"""


def make_extension(parent: Path, folder: str = "hello", /, **keys: Any) -> Path:
    """Make an extension that could run; `keys` are added to its manifest, those that are None left out."""
    path = parent / folder
    path.mkdir(parents=True)
    manifest = {"name": folder, "exec": "./run", **keys}
    text = json.dumps({key: value for key, value in manifest.items() if value is not None}, indent=2) + "\n"
    (path / "extension.json").write_text(text, encoding="utf-8")
    (path / "run").write_text("#!/bin/sh\n", encoding="utf-8")
    (path / "run").chmod(0o755)
    return path


def tree(folder: Path) -> dict[str, str]:
    """Show a folder as a value: every path in it, with its kind and what it holds."""
    shown = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode & 0o777
        if path.is_symlink():
            content = f"-> {os.readlink(path)}"
        elif path.is_dir():
            content = f"{mode:o}"
        else:
            content = f"{mode:o} {path.read_text(encoding='utf-8', errors='replace')}"
        shown[str(path.relative_to(folder))] = content
    return shown


@dataclass(frozen=True)
class Outcome:
    """How a run of `wicket` ended, and what it said where."""

    code: int
    out: str = ""
    err: str = ""


class Machine:
    """Runs `wicket` in a project of its own, with a home of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.project = root / "project"
        self.project.mkdir()
        self.installed = self.home / "extensions"
        self.local = self.project / ".wicket" / "extensions"
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(root),
            "WICKET_HOME": str(self.home),
            "ZOT_HOME": str(root / "zot"),
            "NO_COLOR": "1",
            "COLUMNS": "500",
        }
        if path := os.environ.get("PYTHONPATH"):  # the source that is being tested may lie elsewhere
            self.environ["PYTHONPATH"] = path

    def run(self, *argv: str, **environ: str) -> Outcome:
        """Run with no terminal anywhere."""
        done = subprocess.run(
            [sys.executable, "-m", "wicket", *argv],
            cwd=self.project,
            env=self.environ | environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            start_new_session=True,
            timeout=WAIT_S,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    def run_at_terminal(
        self,
        answer: str,
        *argv: str,
        at: str = "",
        also: Mapping[str, str] | None = None,
        columns: int = 0,
        rows: int = 0,
    ) -> tuple[int, str]:
        """Run at a terminal where someone types `answer` to whatever ends with `at`; return code and what was shown.

        Without `at`, to what can be answered with yes or no. `also` has answers to other questions, by how these end.
        """
        answers = dict.fromkeys((at,) if at else YES_OR_NO, answer) | dict(also or {})
        ours, theirs = pty.openpty()
        if columns:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows or 50, columns, 0, 0))
        child = subprocess.Popen(
            [sys.executable, "-c", AT_TERMINAL, *argv],
            cwd=self.project,
            env=self.environ,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        shown = b""
        try:
            while select.select([ours], [], [], WAIT_S)[0]:
                try:
                    data = os.read(ours, 65536)
                except OSError:  # Linux's way to say that the other end is closed
                    break
                if not data:
                    break
                shown += data
                for end, said in answers.items():
                    if shown.endswith(end.encode()):
                        os.write(ours, f"{said}\n".encode())
            return child.wait(WAIT_S), shown.decode().replace("\r\n", "\n")
        finally:
            if child.poll() is None:
                child.send_signal(signal.SIGKILL)
                child.wait()
            os.close(ours)
