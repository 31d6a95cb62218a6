"""docs/fleet.md: every command can be typed, every verb is explained, and its settings load.

`tests/cli/fleet` runs the quick start with real processes.
"""

import re
import shlex

import click
import pytest
import yaml

from docs.pages import ROOT
from wicket.cli.fleet import fleet
from wicket.cli.fleet.roster import roster
from wicket.fleet.fleet_settings import FleetSettings, read_settings

TEXT = (ROOT / "docs" / "fleet.md").read_text(encoding="utf-8")
LINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("wicket fleet ")
]


@pytest.mark.parametrize("line", LINES)
def test_a_command_can_be_typed(line: str) -> None:
    words = shlex.split(line)[2:]
    command: click.Command = fleet
    context = click.Context(fleet)
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, info_name=name, parent=context)
    command.make_context(command.name, words)


def test_every_verb_is_explained() -> None:
    assert LINES
    assert [verb for verb in fleet.verbs if f"`wicket fleet {verb}" not in TEXT] == []
    named = set(re.findall(r"`([a-z-]+)`", TEXT)) | set(re.findall(r"wicket fleet roster ([a-z-]+)", TEXT))
    assert [verb for verb in roster.verbs if verb not in named] == []


def test_its_settings_are_those_that_hold_anyway() -> None:
    [text] = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    settings = yaml.safe_load(text)["gateway"]["fleet"]
    assert set(settings) == set(FleetSettings.__dataclass_fields__)
    assert read_settings(settings) == FleetSettings(group="prod", hub=("tls://hub.example:4222",))
