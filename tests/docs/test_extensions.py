"""Every command in docs/extensions.md runs, in order, and says what the page says."""

import re
import subprocess
import sys
from pathlib import Path

from machine import WAIT_S, Machine

PAGE = Path(__file__).parent.parent.parent / "docs" / "extensions.md"


def steps(page: str) -> list[tuple[str, str]]:
    """Take the commands and what they say out of the page's console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
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


def test_the_page_does_what_it_shows(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "wicket").write_text(f'#!/bin/sh\nexec {sys.executable} -m wicket "$@"\n')
    (programs / "wicket").chmod(0o755)
    environ = {"HOME": str(tmp_path), "PATH": f"{programs}:{machine.environ['PATH']}"}
    shown = steps(PAGE.read_text(encoding="utf-8"))
    said = []
    for command, _ in shown:
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
        said.append((command, done.stdout.replace(str(tmp_path), "/home/me")))
    assert len(shown) == 25
    assert said == shown
