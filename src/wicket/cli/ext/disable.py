"""`wicket ext disable`: keep an extension, but do not start it."""

import click

from wicket.cli.completion_values import extension_names
from wicket.cli.ext.enable_or_disable import switch
from wicket.cli.ext.extension_by_path_or_name import with_scope
from wicket.cli.extension_folders import with_zot

__all__ = ["disable"]


@click.command()
@click.argument("name", shell_complete=extension_names)
@with_scope
@with_zot
def disable(name: str, only: str | None, zot: bool) -> None:
    """Keep the extension NAME, but do not start it. Changes `enabled` in its manifest and nothing else.

    \b
    Examples:
      wicket ext disable weather
    """
    switch(name, only, zot=zot, enabled=False)
