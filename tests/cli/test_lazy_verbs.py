"""Verbs are found by name and imported when they are asked for."""

import click
import pytest
from click.testing import CliRunner

from wicket.cli.lazy_verbs import Verbs
from wicket.cli.trust import trust


@pytest.fixture
def group() -> Verbs:
    return Verbs(
        "demo",
        verbs={"trust": "wicket.cli.trust:trust", "broken": "wicket.no_such_module:verb"},
        aliases={"t": "trust"},
    )


def test_a_verb_is_found_by_its_name_and_its_other_name(group: Verbs) -> None:
    context = click.Context(group)
    found = [group.get_command(context, name) for name in ("trust", "t", "x")]
    assert (group.list_commands(context), found) == (["trust", "broken"], [trust, trust, None])


def test_help_of_a_verb_is_its_help(group: Verbs) -> None:
    asked, same = (CliRunner().invoke(group, words) for words in (["help", "trust"], ["trust", "--help"]))
    assert (asked.exit_code, asked.stdout) == (0, same.stdout)
    assert CliRunner().invoke(group, ["help", "turst"]).stderr.splitlines()[-1].endswith("did you mean `trust`?")


def test_a_verb_that_is_not_asked_for_is_not_imported(group: Verbs) -> None:
    assert CliRunner().invoke(group, ["trust", "--help"]).exit_code == 0
    with pytest.raises(ModuleNotFoundError):
        group.get_command(click.Context(group), "broken")


@pytest.mark.parametrize(
    ("verb", "said"), [("turst", "there is no verb 'turst'; did you mean `trust`?"), ("x", "there is no verb 'x'")]
)
def test_a_verb_that_is_not_known_is_an_error_that_names_the_nearest(group: Verbs, verb: str, said: str) -> None:
    result = CliRunner().invoke(group, [verb])
    assert (result.exit_code, result.stdout, result.stderr.splitlines()[-1]) == (2, "", f"Error: {said}")


@pytest.mark.parametrize("arguments", [[], ["help"]])
def test_a_group_without_a_verb_shows_its_help_to_the_person(arguments: list[str]) -> None:
    result = CliRunner().invoke(Verbs("demo", verbs={}), arguments)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("Usage: demo [OPTIONS] COMMAND [ARGS]...\n")
