"""What every verb has in common: the version, help, and a quick start."""

import subprocess
import sys

import pytest

from machine import Machine, Outcome
from wicket import __version__
from wicket.cli.verb_start_and_exit import main


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert (caught.value.code, *capsys.readouterr()) == (0, f"wicket {__version__}\n", "")


def test_with_nothing_to_do_help_goes_to_the_person(machine: Machine) -> None:
    outcome = machine.run()
    assert (outcome.code, outcome.out, outcome.err.splitlines()[0]) == (
        0,
        "",
        "Usage: wicket [OPTIONS] COMMAND [ARGS]...",
    )


def test_help_that_is_asked_for_is_data(machine: Machine) -> None:
    for flag in ("-h", "--help"):
        outcome = machine.run(flag)
        assert (outcome.code, outcome.out.splitlines()[0], outcome.err) == (
            0,
            "Usage: wicket [OPTIONS] COMMAND [ARGS]...",
            "",
        )


def test_what_each_verb_is_for_is_said_in_full(machine: Machine) -> None:
    for group in ([], ["ext"], ["policy"]):
        assert "..." not in machine.run(*group, "--help", COLUMNS="80").out.partition("Commands:")[2]


def test_an_unknown_verb_is_a_mistake_in_use(machine: Machine) -> None:
    assert machine.run("frobnicate").code == 2


def test_completion_knows_the_verbs(machine: Machine) -> None:
    outcome = machine.run(_WICKET_COMPLETE="bash_complete", COMP_WORDS="wicket ext en", COMP_CWORD="2")
    assert outcome == Outcome(0, "plain,enable\n", "")


def test_starting_costs_no_more_than_it_must(machine: Machine) -> None:
    """Neither the table nor any protocol is loaded for a verb that does not use it."""
    code = "import sys, wicket.cli.ext.list; print({'rich', 'msgspec', 'asyncio'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"set()\n"
