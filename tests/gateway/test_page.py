"""The example in docs/gateway.md runs."""

import subprocess
import sys
from pathlib import Path

from bounds import BOUND_S
from docs.pages import ROOT, python_blocks


def test_the_page_does_what_it_shows(tmp_path: Path) -> None:
    _, example = python_blocks(ROOT / "docs" / "gateway.md")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=BOUND_S,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
