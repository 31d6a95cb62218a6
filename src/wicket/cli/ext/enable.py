"""`wicket ext enable`: let an extension start again."""

import click

from wicket.cli.completion_values import extension_names
from wicket.cli.ext.enable_or_disable import switch
from wicket.cli.ext.extension_by_path_or_name import with_scope
from wicket.cli.extension_folders import with_zot

__all__ = ["enable"]


@click.command()
@click.argument("name", shell_complete=extension_names)
@with_scope
@with_zot
def enable(name: str, only: str | None, zot: bool) -> None:
    """Let the extension NAME start again. Changes `enabled` in its manifest and nothing else.

    \b
    Examples:
      wicket ext enable weather
    """
    switch(name, only, zot=zot, enabled=True)
