"""`wicket untrust`: take back what `wicket trust` recorded."""

import os
from pathlib import Path

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import PathName
from wicket.cli.output import say
from wicket.cli.terminal_or_token_approval import approved, with_yes
from wicket.errors import WicketError
from wicket.trust_decisions import Trust

__all__ = ["untrust"]


class NeverTrusted(WicketError):
    """There is no decision to take back."""


@click.command()
@click.argument("path", type=PathName())
@with_yes
def untrust(path: Path, yes: bool) -> None:
    """Trust PATH, and whatever is below it, no more. It need not exist any longer.

    Asks like `wicket trust`: whoever takes trust away can switch a guard off. Exits 1 if the answer is no.

    \b
    Examples:
      wicket untrust .
    """
    decisions = Trust(wicket_home())
    root = Path(os.path.realpath(path))
    known = [entry.path for entry in decisions.entries() if entry.path.is_relative_to(root)]
    if not known:
        raise NeverTrusted(f"{path} has not been trusted; `wicket trust --list` shows what has")
    if not approved([str(each) for each in known], "Trust this no more?", decisions.home, os.environ, yes=yes):
        say("nothing changed")
        raise SystemExit(1)
    for each in known:
        decisions.forget(each)
        say(f"no longer trusted: {each}")
