"""What a program prints within its time, and nothing of one that takes longer."""

import os
from pathlib import Path

from wicket.agents.program_output import output


def test_what_it_prints_is_given(tmp_path: Path) -> None:
    words = ["/bin/sh", "-c", "pwd; echo $X; echo no >&2; cat"]
    assert output(words, {"X": "1"}, 60, tmp_path) == f"{os.path.realpath(tmp_path)}\n1\n".encode()


def test_one_that_takes_too_long_says_nothing_and_is_ended(tmp_path: Path) -> None:
    words = ["/bin/sh", "-c", f"echo $$ > {tmp_path}/pid; echo early; read forever < {tmp_path}/pipe"]
    os.mkfifo(tmp_path / "pipe")
    assert output(words, os.environ, 1) == b""
    written = (tmp_path / "pid").read_text(encoding="utf-8") if (tmp_path / "pid").exists() else ""
    assert not written or not Path(f"/proc/{written.strip()}").exists()
