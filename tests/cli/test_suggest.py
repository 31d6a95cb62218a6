"""`wicket suggest`: rules for what was approved again and again."""

import json
import sqlite3

from gateway.admitted_requests import admitted
from gateway.test_past_decisions import NO, YES, record
from machine import Machine

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def recorded(machine: Machine) -> None:
    machine.home.mkdir(mode=0o700, exist_ok=True)
    record(
        machine.home,
        *[(admitted(f"cat {name}", cwd=str(machine.project)), YES) for name in ("a", "b", "c", "a")],
        *[(admitted("npm test", cwd="/elsewhere"), YES)] * 3,
        *[(admitted("make all", cwd="/p"), YES)] * 3,
        (admitted("make all", cwd="/p"), NO),
        *[(admitted(f"echo {SECRET}", cwd="/p"), YES)] * 5,
        ("pwd", YES),
    )


def test_the_fewest_rules_are_shown_with_cover_and_risk(machine: Machine) -> None:
    recorded(machine)
    done = machine.run("suggest")
    assert done.code == 0, done.err
    assert done.out.splitlines() == [
        "- allow: cat <file>",
        "    spares 4 questions",
        "    covers cat a",
        "    covers cat c",
        "    covers cat b",
        "    risk: it covers any file, except those that `files` protects",
        "- allow: npm test",
        "    spares 3 questions",
        "    covers npm test",
        "    risk: `npm` runs what lies there, and that may change",
    ]
    assert "no rule for `make all`: it would allow what was denied, `make all`" in done.err
    assert "no rule is suggested for 9 approvals" in done.err
    assert SECRET not in done.out + done.err


def test_a_program_gets_them_as_json(machine: Machine) -> None:
    recorded(machine)
    found = json.loads(machine.run("suggest", "--json", "--min", "4").out)
    assert [each["pattern"] for each in found["rules"]] == ["cat <file>"]


def test_writing_them_needs_a_person(machine: Machine) -> None:
    recorded(machine)
    done = machine.run("suggest", "--write")
    assert done.code == 1
    assert not (machine.root / ".config" / "wicket" / "wicket.yml").exists()


def test_the_token_means_yes_to_all(machine: Machine) -> None:
    recorded(machine)
    machine.run("suggest", "--write")  # has the token made
    token = (machine.home / "approver.token").read_text().strip()
    done = machine.run("suggest", "--write", WICKET_APPROVER_TOKEN=token)
    assert done.code == 0, done.err
    lines = (machine.root / ".config" / "wicket" / "wicket.yml").read_text().splitlines()
    assert lines[-3:][0] == "  - allow: 'cat <file>'"
    assert lines[-2].endswith(": approved 3 times")
    assert lines[-1] == "  - allow: 'npm test'"
    again = machine.run("suggest")
    assert (again.out, "nothing was approved 3 times or more" in again.err) == ("", True)


def test_for_a_project_only_what_was_approved_there_counts_and_its_policy_must_be_trusted(machine: Machine) -> None:
    recorded(machine)
    assert machine.run("suggest", "--project").out.splitlines()[0] == "- allow: cat <file>"
    assert "npm" not in machine.run("suggest", "--project").out
    done = machine.run("suggest", "--write", "--project")
    assert (done.code, "no policy file of this project is trusted" in done.err) == (1, True)


def test_no_rule_is_made_from_a_record_that_is_not_whole(machine: Machine) -> None:
    recorded(machine)
    with sqlite3.connect(machine.home / "ledger.sqlite") as database:
        database.execute("PRAGMA writable_schema=ON")
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in tables:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE entries SET body = replace(body, 'npm', 'rm')")
    done = machine.run("suggest")
    assert (done.code, done.out) == (1, "")
    assert "no rule is made from a record that is not whole" in done.err


def test_without_a_record_that_is_said(machine: Machine) -> None:
    done = machine.run("suggest")
    assert (done.code, done.err.startswith("wicket: there is no record at ")) == (1, True)
