"""`wicket doctor` prints what was found, for people and for programs, and its exit code says whether to act."""

import json

from machine import Machine, tree
from wicket import __version__


def test_people_see_the_parts_with_what_to_do(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"
    done = machine.run("doctor")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "installed"
    assert lines[1].startswith(f"  ok    wicket: {__version__}, in ")
    begin = lines.index("running")
    assert lines[begin : begin + 6] == [
        "running",
        "  note  gateway: none runs",
        "        `wicket serve` starts one, in a terminal of yours",
        "policy",
        "  warn  your own: you have no policy: everything is asked about",
        "        run `wicket init`",
    ]


def test_programs_get_the_same(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"
    done = machine.run("doctor", "--json")
    found = json.loads(done.out)
    assert done.code == 0
    assert [each for each in found if each["part"] == "running"] == [
        {
            "part": "running",
            "name": "gateway",
            "grade": "note",
            "detail": "none runs",
            "advice": "`wicket serve` starts one, in a terminal of yours",
        }
    ]
    assert all(set(each) == {"part", "name", "grade", "detail", "advice"} for each in found)


def test_what_must_be_mended_is_in_the_exit_code(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket" / "wicket.yml"
    own.parent.mkdir(parents=True)
    own.write_text("rules: [{permit: ls}]")
    done = machine.run("doctor")
    assert done.code == 1
    assert "  BAD   problem: " in done.out


def test_nothing_is_changed(machine: Machine) -> None:
    before = tree(machine.root)
    machine.run("doctor")
    assert tree(machine.root) == before
