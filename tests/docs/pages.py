"""Runs what the pages show: the commands of their console blocks, and their Python blocks."""

import re
import subprocess
import sys
from pathlib import Path

from machine import WAIT_S, Machine

__all__ = ["console_steps", "python_blocks", "run_console", "text_blocks"]

ROOT = Path(__file__).parent.parent.parent


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def text_blocks(page: Path) -> list[str]:
    return re.findall(r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def console_steps(page: Path) -> list[tuple[str, str]]:
    """Take the commands and what they say out of the page's console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        lines = block.splitlines(keepends=True)
        while lines:
            command = lines.pop(0).removeprefix("$ ")
            if "<<'END'" in command:
                while not command.endswith("\nEND\n"):
                    command += lines.pop(0)
            said = ""
            while lines and not lines[0].startswith("$ "):
                said += lines.pop(0)
            found.append((command, said))
    return found


def run_console(steps: list[tuple[str, str]], root: Path) -> list[tuple[str, str]]:
    """Run the commands in order in a project of their own; return them with what they really say."""
    machine = Machine(root)
    (machine.project / "examples").symlink_to(ROOT / "examples")
    programs = root / "bin"
    programs.mkdir()
    (programs / "wicket").write_text(f'#!/bin/sh\nexec {sys.executable} -m wicket "$@"\n')
    (programs / "wicket").chmod(0o755)
    environ = {"HOME": str(root), "PATH": f"{programs}:{machine.environ['PATH']}"}
    said = []
    for command, _ in steps:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=machine.project,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            timeout=WAIT_S,
            check=False,
        )
        said.append((command, done.stdout.replace(str(root), "/home/me")))
    return said
