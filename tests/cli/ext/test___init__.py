"""`wicket ext` without a verb, and with one it does not know."""

import pytest

from machine import Machine

HELP = """\
Usage: wicket ext [OPTIONS] COMMAND [ARGS]...

  Find, install and switch extensions, use them by hand, and write new ones.

  Examples:
    wicket ext list
    wicket ext install ./weather
    wicket ext call weather city=Berlin

Options:
  -h, --help  Show this message and exit.

Commands:
  list      List the extensions, in the order in which they are asked.
  install   Install the extension in a folder, or in a git repository
            (https://, ssh:// or git@host:path).
  remove    Delete the extension NAME; of a symlinked one, the symlink alone.
  enable    Let the extension NAME start again.
  disable   Keep the extension NAME, but do not start it.
  logs      Print the log of the extension NAME.
  call      Call a tool, an operation or a /command, and print what it gives.
  repl      Use extensions by hand, line by line.
  new       Make the folder NAME with an extension that works.
  dev       Run an extension, show its wire, and start it anew at every save.
  manifest  Print what an operations extension says of itself, as JSON.
  trace     Stand between a host and an extension, and write down their talk.
  doctor    Say what is wrong with an extension, and what to do about it.
  conform   Try the protocols' statements on an extension in any language.
  pack      Make one executable file of a Python extension.
"""


@pytest.mark.rule("Z-H59")
@pytest.mark.parametrize("words", [[], ["help"]], ids=["nothing", "help"])
def test_without_a_verb_help_goes_to_the_person(machine: Machine, words: list[str]) -> None:
    outcome = machine.run("ext", *words)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", HELP)


def test_help_that_is_asked_for_is_data(machine: Machine) -> None:
    outcome = machine.run("ext", "--help")
    assert (outcome.code, outcome.out, outcome.err) == (0, HELP, "")


@pytest.mark.rule("Z-H59")
def test_an_unknown_verb_is_an_error_after_the_help(machine: Machine) -> None:
    outcome = machine.run("ext", "frobnicate")
    expected = f"{HELP}wicket: unknown ext subcommand: frobnicate\n"
    assert (outcome.code, outcome.out, outcome.err) == (1, "", expected)
