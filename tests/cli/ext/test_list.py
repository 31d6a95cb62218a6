"""`wicket ext list` shows everything there is, and what becomes of it."""

import json

import pytest

from machine import Machine, Outcome, make_extension
from wicket.trust_decisions import Trust


@pytest.mark.rule("Z-H59")
def test_with_nothing_installed_a_hint_goes_to_the_person(machine: Machine) -> None:
    hint = "no extensions installed\ninstall one with `wicket ext install PATH` or `wicket ext install GIT-URL`\n"
    assert machine.run("ext", "list") == Outcome(0, "", hint)
    assert machine.run("ext", "list", "--json") == Outcome(0, "[]\n", "")
    assert not machine.home.exists()


@pytest.mark.rule("Z-H1")
@pytest.mark.rule("Z-H2")
@pytest.mark.rule("Z-H57")
@pytest.mark.rule("Z-H71")
def test_state_version_and_description_are_shown_in_order(machine: Machine) -> None:
    make_extension(machine.installed, "weather", version="1.0.0", description="current weather", language="go")
    make_extension(machine.installed, "guard", on_failure="block", enabled=False)
    make_extension(machine.installed, "local")
    make_extension(machine.installed, "bad", exec=None)
    Trust(machine.home).trust(make_extension(machine.local, "local"))
    make_extension(machine.local, "weather", version="\x1b[2J")
    assert machine.run("ext", "list") == Outcome(
        0,
        "state      scope    name     version  on_failure  description      dir\n"
        f"enabled    project  local    -        allow       -                {machine.local}/local\n"
        f"untrusted  project  weather  \\x1b[2J  allow       -                {machine.local}/weather\n"
        f"broken     global   bad      -        -           -                {machine.installed}/bad\n"
        f"disabled   global   guard    -        block       -                {machine.installed}/guard\n"
        f"hidden     global   local    -        allow       -                {machine.installed}/local\n"
        f"enabled    global   weather  1.0.0    allow       current weather  {machine.installed}/weather\n",
        "wicket: extension 'weather' comes with the project and is not trusted, so it is skipped; "
        f"look at it, then run `wicket trust {machine.local}/weather`\n"
        f"wicket: {machine.installed}/bad/extension.json: `exec` is missing; give the program to start\n",
    )


def test_what_others_can_change_is_broken(machine: Machine) -> None:
    folder = make_extension(machine.installed, "a")
    folder.chmod(0o777)
    outcome = machine.run("ext", "list")
    sentence = f"{folder}: others can change what is in it; look at it, then run `chmod go-w {folder}`"
    assert (outcome.code, outcome.out.splitlines()[1].split()[0], outcome.err) == (0, "broken", f"wicket: {sentence}\n")


@pytest.mark.rule("Z-H71")
def test_a_program_reads_a_list_of_objects(machine: Machine) -> None:
    make_extension(machine.installed, "bad", exec=None)
    make_extension(
        machine.installed, "weather", version="1.0.0", description="current weather", language="go", env=["API_KEY"]
    )
    outcome = machine.run("ext", "list", "--json")
    sentence = f"{machine.installed}/bad/extension.json: `exec` is missing; give the program to start"
    assert json.loads(outcome.out) == [
        {
            "name": "bad",
            "state": "broken",
            "scope": "global",
            "version": "",
            "language": "",
            "description": "",
            "on_failure": "",
            "env": [],
            "dir": f"{machine.installed}/bad",
            "problem": sentence,
        },
        {
            "name": "weather",
            "state": "enabled",
            "scope": "global",
            "version": "1.0.0",
            "language": "go",
            "description": "current weather",
            "on_failure": "allow",
            "env": ["API_KEY"],
            "dir": f"{machine.installed}/weather",
            "problem": None,
        },
    ]
    assert (outcome.code, outcome.err) == (0, f"wicket: {sentence}\n")


@pytest.mark.rule("Z-H1")
def test_zots_own_extensions_are_listed_when_asked_for(machine: Machine) -> None:
    make_extension(machine.root / "zot" / "extensions", "zots")
    assert machine.run("ext", "list", "--json") == Outcome(0, "[]\n", "")
    outcome = machine.run("ext", "list", "--json", "--zot-home")
    assert [(row["scope"], row["name"]) for row in json.loads(outcome.out)] == [("global-zot", "zots")]


def test_at_a_terminal_a_table_is_drawn(machine: Machine) -> None:
    make_extension(machine.installed, "a")
    code, shown = machine.run_at_terminal("", "ext", "list")
    assert code == 0
    assert [line.split() for line in shown.splitlines()] == [
        ["state", "scope", "name", "version", "on_failure", "description", "dir"],
        ["enabled", "global", "a", "-", "allow", "-", f"{machine.installed}/a"],
    ]
