"""`wicket ext`: the extensions on this machine. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs
from wicket.errors import WicketError

__all__ = ["ext"]


class UnknownSubcommand(WicketError):
    """There is no such verb below `wicket ext`."""


class ExtensionVerbs(Verbs):
    """Ends with 1 for a verb it does not know, as extension authors' scripts expect."""

    def unknown(self, ctx: click.Context, verb: str) -> Exception:
        click.echo(self.get_help(ctx), err=True)
        return UnknownSubcommand(f"unknown ext subcommand: {verb}{self.meant(verb)}")


@click.group(
    cls=ExtensionVerbs,
    verbs={
        "list": "wicket.cli.ext.list:list_",
        "install": "wicket.cli.ext.install:install",
        "remove": "wicket.cli.ext.remove:remove",
        "enable": "wicket.cli.ext.enable:enable",
        "disable": "wicket.cli.ext.disable:disable",
        "logs": "wicket.cli.ext.logs:logs",
        "call": "wicket.cli.ext.call:call",
        "repl": "wicket.cli.ext.repl:repl",
        "new": "wicket.cli.ext.new:new",
        "dev": "wicket.cli.ext.dev:dev",
        "manifest": "wicket.cli.ext.manifest:manifest",
        "trace": "wicket.cli.ext.trace:trace",
        "doctor": "wicket.cli.ext.doctor:doctor",
        "conform": "wicket.cli.ext.conform:conform",
        "pack": "wicket.cli.ext.pack:pack",
    },
    aliases={"rm": "remove"},
)
def ext() -> None:
    """Find, install and switch extensions, use them by hand, and write new ones.

    \b
    Examples:
      wicket ext list
      wicket ext install ./weather
      wicket ext call weather city=Berlin
    """
