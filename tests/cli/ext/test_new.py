"""`wicket ext new`."""

import subprocess
import sys

from machine import WAIT_S, Machine, Outcome, tree


def test_a_new_extension_is_made_once(machine: Machine) -> None:
    assert machine.run("ext", "new", "clock", "--kind", "guard") == Outcome(
        0,
        "clock/clock.py\nclock/extension.json\nclock/test_clock.py\nclock/README.md\n",
        "next: cd clock, read README.md, and change the file\n",
    )
    before = tree(machine.project)
    assert machine.run("ext", "new", "clock") == Outcome(
        1, "", "wicket: clock is there already; choose another name, or remove it\n"
    )
    assert tree(machine.project) == before
    assert before["clock/clock.py"].startswith("755 #!/usr/bin/env python3\n")


def test_a_bad_name_or_kind_is_refused_in_one_sentence(machine: Machine) -> None:
    assert machine.run("ext", "new", "../x") == Outcome(
        1,
        "",
        "wicket: '../x' is no name for an extension; begin with a letter, and go on with letters, digits and dashes\n",
    )
    assert machine.run("ext", "new", "x", "--kind", "panel").code == 2
    assert tree(machine.project) == {}


def test_what_the_readme_shows_of_a_guard_is_so(machine: Machine) -> None:
    assert machine.run("ext", "new", "warden", "--kind", "guard").code == 0
    shown = (machine.project / "warden" / "README.md").read_text().split("```")[1].splitlines()
    (trial,) = [line for line in shown if "ext repl" in line]
    done = subprocess.run(
        ["sh", "-c", trial.replace("wicket", f"{sys.executable} -m wicket")],
        cwd=machine.project / "warden",
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "blocked by warden: deleting whole folders is for people"
