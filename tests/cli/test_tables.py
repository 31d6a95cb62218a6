"""Tables in a pipe and at a terminal."""

import os
import pty
import subprocess
import sys

import pytest

from wicket.cli.tables import emit_table


def test_a_table_in_a_pipe_is_aligned_and_cut_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    emit_table(["name", "dir"], [["a", "x" * 300], ["longer", "\n"], ["", "y"]])
    assert capsys.readouterr().out.splitlines() == [
        "name    dir",
        f"a       {'x' * 300}",
        "longer  \\n",
        "-       y",
    ]


@pytest.mark.parametrize(("no_color", "bold"), [("", True), ("1", False)], ids=["colour", "no-colour"])
def test_a_table_at_a_terminal_is_fitted_to_it(no_color: str, bold: bool) -> None:
    code = "from wicket.cli.tables import emit_table; emit_table(['name'], [['[red]' + 'x' * 60]])"
    ours, theirs = pty.openpty()
    environ = {"PATH": os.environ["PATH"], "TERM": "xterm", "COLUMNS": "40", "NO_COLOR": no_color}
    subprocess.run([sys.executable, "-c", code], stdout=theirs, env=environ, check=True)
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert ("\x1b[1m" in shown) is bold
    plain = shown.replace("\x1b[1m", "").replace("\x1b[0m", "")
    lines = [line.rstrip() for line in plain.splitlines()]
    assert lines == ["name", "[red]" + "x" * 35, "x" * 25]
