"""What a program prints within its time, and nothing of one that takes longer."""

import os
from pathlib import Path

from wicket.agents.program_output import Ended, output, run_to_end


def test_what_it_prints_is_given(tmp_path: Path) -> None:
    words = ["/bin/sh", "-c", "pwd; echo $X; echo no >&2; cat"]
    assert output(words, {"X": "1"}, 60, tmp_path) == f"{os.path.realpath(tmp_path)}\n1\n".encode()


def test_a_line_of_shell_is_given_its_input_and_its_code_is_told(tmp_path: Path) -> None:
    assert run_to_end("tr a-z A-Z; exit 3", os.environ, 60, tmp_path, b"hello") == Ended(3, b"HELLO")
    assert run_to_end(["true"], os.environ, 60) == Ended(0, b"")


def test_one_that_takes_too_long_says_nothing_and_is_ended(tmp_path: Path) -> None:
    words = ["/bin/sh", "-c", f"echo $$ > {tmp_path}/pid; echo early; read forever < {tmp_path}/pipe"]
    os.mkfifo(tmp_path / "pipe")
    assert output(words, os.environ, 1) == b""
    assert run_to_end(words, os.environ, 1) is None
    written = (tmp_path / "pid").read_text(encoding="utf-8") if (tmp_path / "pid").exists() else ""
    assert not written or not Path(f"/proc/{written.strip()}").exists()
