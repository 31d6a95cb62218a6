"""The verb and its quick start take the same options, and do the same."""

import click
import pytest

from machine import Machine
from wicket.cli.exec import exec_
from wicket.cli.exec_start import understood


def test_every_option_of_the_verb_is_understood_by_its_start() -> None:
    options = [one for one in exec_.params if isinstance(one, click.Option)]
    words = [word for one in options for word in ([one.opts[0]] if one.is_flag else [one.opts[0], str(one.name)])]
    assert understood([*words, "ls"]) == (["ls"], "config", "sandbox", "ticket", True)


@pytest.mark.parametrize("given", [["--", "echo", "a  b"], ["echo a; exit 5"], ["git push"], ["touch x"]])
def test_both_ways_end_alike(machine: Machine, given: list[str]) -> None:
    policy = machine.root / "policy.yml"
    policy.write_text("rules: [{allow: 'echo *'}, {allow: 'exit *'}, {deny: 'git push'}]", encoding="utf-8")
    ended = machine.run("exec", "--config", str(policy), *given)
    # The same option twice: the last counts. One that is empty is not for the start.
    assert machine.run("exec", "--config", "", "--config", str(policy), *given) == ended
