"""docs/getting-started.md: its commands, typed at a terminal in order, show what the page shows."""

import re
import sys
from pathlib import Path

from docs.pages import ROOT, console_steps
from machine import Machine
from wicket.doors import hook

# A line that stands for lines which the page leaves out.
LEFT_OUT = "[...]\n"


def test_the_page_does_what_it_shows(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.environ["PATH"] = "/usr/bin:/bin"
    (tmp_path / ".claude").mkdir()  # Claude Code is here
    steps = console_steps(ROOT / "docs" / "getting-started.md")
    assert [command for command, _ in steps] == ["wicket init\n", "wicket verify\n"]
    enter = {"Enter for 2 (work): ": ""}
    for command, shown in steps:
        code, seen = machine.run_at_terminal("y", *command.split()[1:], also=enter, columns=1000, rows=24)
        for real, told in (
            (hook.__file__, "/opt/wicket/lib/wicket/doors/hook.py"),
            (sys.executable, "/opt/wicket/bin/python"),
            (str(machine.home), "/home/me/.local/state/wicket"),
            (f"~/{machine.home.relative_to(tmp_path)}", "~/.local/state/wicket"),
            (str(tmp_path), "/home/me"),
        ):
            seen = seen.replace(real, told)
        assert code == 0
        pieces = [re.escape(piece) for piece in shown.split(LEFT_OUT)]
        assert re.fullmatch("(?s:.*\n)".join(pieces), seen), seen
