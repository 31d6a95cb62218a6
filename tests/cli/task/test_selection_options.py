"""What these verbs share."""

import click
import pytest
from click.testing import CliRunner

from wicket.cli.task.selection_options import duration_option


@click.command()
@duration_option("--limit", "How long.")
def verb(limit: float | None) -> None:
    click.echo(repr(limit))


@pytest.mark.parametrize(("args", "said"), [([], "None\n"), (["--limit", "1m30s"], "90.0\n")])
def test_a_duration_is_seconds(args: list[str], said: str) -> None:
    assert CliRunner().invoke(verb, args).output == said


@pytest.mark.parametrize("text", ["soon", "0s", "-1s"])
def test_what_is_none_is_a_mistake(text: str) -> None:
    assert CliRunner().invoke(verb, [f"--limit={text}"]).exit_code == 2
