"""docs/operations.md does what it shows."""

import subprocess
import sys
from pathlib import Path

from docs.pages import ROOT, console_steps, python_blocks, text_blocks

PAGE = ROOT / "docs" / "operations.md"
SECONDS = 30


def test_the_pipe_on_the_page_says_what_the_page_says(tmp_path: Path) -> None:
    ((command, said),) = console_steps(PAGE)
    command, said = command.replace("/tmp", str(tmp_path)), said.replace("/tmp", str(tmp_path))
    done = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert (done.stdout, done.stderr, done.returncode) == (said, "", 0)
    assert (tmp_path / "x.yaml").read_text() == ""


def test_the_example_in_python_prints_what_the_page_says(tmp_path: Path) -> None:
    (example,), (said,) = python_blocks(PAGE), text_blocks(PAGE)
    (tmp_path / "example.py").write_text(example)
    done = subprocess.run(
        [sys.executable, tmp_path / "example.py"], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS
    )
    assert (done.stdout, done.stderr) == (said, "")
