"""`wicket ext remove`: delete an extension's folder."""

import click

from wicket.cli.completion_values import extension_names
from wicket.cli.ext.extension_by_path_or_name import meant, with_scope
from wicket.cli.extension_folders import wicket_home, with_zot
from wicket.cli.output import say
from wicket.cli.yes_and_number_questions import NoTerminal, ask
from wicket.errors import WicketError
from wicket.host.extension_install import remove as take_away
from wicket.trust_decisions import Trust

__all__ = ["remove"]


class Unconfirmed(WicketError):
    """Nobody could be asked whether to delete."""


@click.command()
@click.argument("name", shell_complete=extension_names)
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_scope
@with_zot
def remove(name: str, yes: bool, only: str | None, zot: bool) -> None:
    """Delete the extension NAME; of a symlinked one, the symlink alone. Its log stays.

    \b
    Examples:
      wicket ext remove weather
      wicket ext remove weather --yes
    """
    extension = meant(name, only, zot=zot)
    if not yes:
        try:
            yes = ask([], f"Remove {extension.folder}?")
        except NoTerminal as error:
            raise Unconfirmed(f"{error}; add --yes to remove {extension.folder}") from None
    if not yes:
        say("aborted")
        return
    if extension.scope.needs_trust:
        Trust(wicket_home()).forget(extension.folder)
    take_away(extension.folder)
    say(f"removed {extension.folder}")
