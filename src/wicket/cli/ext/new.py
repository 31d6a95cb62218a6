"""`wicket ext new`: a new extension that works, with its manifest, a test and a README."""

from pathlib import Path
from typing import cast

import click

from wicket.cli.output import say
from wicket.kit.scaffold import KINDS, Kind, make

__all__ = ["new"]


@click.command()
@click.argument("name")
@click.option("--kind", type=click.Choice(KINDS), default="tool", help="What it begins with; `tool` if not given.")
def new(name: str, kind: str) -> None:
    """Make the folder NAME with an extension that works.

    Its test passes as it is: `cd NAME && python3 -m pytest`.

    \b
    Examples:
      wicket ext new weather
      wicket ext new no-force-push --kind validator
    """
    for path in make(name, cast("Kind", kind), Path()):
        click.echo(path)
    say(f"next: cd {name}, read README.md, and change the file")
