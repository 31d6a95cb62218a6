"""Every verb's help has examples, and its examples are no mistakes."""

import inspect
import re
import shlex
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from wicket.cli import wicket

# What a terminal has, unless somebody made it larger.
LINES, COLUMNS = 24, 80


def verbs(
    command: click.Command = wicket, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Walk through all verbs, whatever their depth."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=command.name)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from verbs(found, (*path, name))


VERBS = [pytest.param(path, command, id=" ".join(path)) for path, command in verbs()]


def examples(command: click.Command) -> list[str]:
    _, _, rest = inspect.cleandoc(command.help or "").partition("\b\nExamples:\n")
    block, _, _ = rest.partition("\n\n")
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    # What is fed to a verb, and from where, is the shell's business.
    return [re.sub(r" < \S+$", "", re.sub(r"^.* \| (?=wicket )", "", line)) for line in lines]


@pytest.mark.parametrize(("path", "command"), VERBS)
def test_there_are_examples_of_this_verb(path: tuple[str, ...], command: click.Command) -> None:
    found = examples(command)
    assert found, f"the help of `wicket {' '.join(path)}` has no Examples"
    assert [line for line in found if shlex.split(line)[: len(path) + 1] != ["wicket", *path]] == []


@pytest.mark.parametrize("line", [pytest.param(line, id=line) for _, command in verbs() for line in examples(command)])
def test_an_example_can_be_typed(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command = wicket
    context: click.Context | None = None
    name = "wicket"
    while True:
        context = command.make_context(name, words, parent=context)
        words = [*context._protected_args, *context.args]
        if not isinstance(command, click.Group) or not words:
            return
        name, found, words = command.resolve_command(context, words)  # type: ignore[assignment]
        assert found is not None
        command = found


def test_help_shows_the_examples_line_by_line() -> None:
    command = wicket.get_command(click.Context(wicket), "doctor")
    assert command is not None
    shown = command.get_help(click.Context(command, info_name="doctor"))
    assert "  Examples:\n    wicket doctor\n    wicket doctor --json\n" in shown


def test_the_overview_fits_a_screen_and_names_every_verb() -> None:
    shown = CliRunner().invoke(wicket, ["--help"]).stdout
    lines = shown.splitlines()
    assert (len(lines) < LINES, max(map(len, lines)) <= COLUMNS) == (True, True)  # the prompt is a line, too
    assert [verb for verb in wicket.verbs if not re.search(rf"\b{verb}\b", shown)] == []


def test_the_whole_help_has_the_help_of_every_verb() -> None:
    shown = CliRunner().invoke(wicket, ["help", "--all"])
    usages = re.findall(r"^Usage: wicket((?: [a-z-]+)*)", shown.stdout, re.MULTILINE)
    assert (shown.exit_code, sorted(usage.split() for usage in usages)) == (
        0,
        sorted([[], *(list(path) for path, command in verbs() if not command.hidden)]),
    )
