"""`wicket pause`: let agents go on by their own rules for a while, and say why."""

import os
import time

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import Duration
from wicket.cli.output import say
from wicket.cli.terminal_or_token_approval import approved, with_yes
from wicket.doors import pause as pauses

__all__ = ["pause"]

MAX_REASON = 500


@click.command()
@click.argument("seconds", type=Duration(), metavar="TIME", required=False)
@click.option("--reason", default="", help="Why; it is recorded, and shown to whoever sits at an agent.")
@click.option("--end", is_flag=True, help="End the pause now.")
@with_yes
def pause(seconds: float | None, reason: str, end: bool, yes: bool) -> None:
    """Let agents go on by their own rules for TIME (10m, 1h30m; 24h at most). Without TIME, say whether they do.

    Asks on the terminal. The pause ends by itself. It is recorded, and so is each call meanwhile. What keeps an agent
    from approving for itself and from changing its own guard holds all the same.

    \b
    Examples:
      wicket pause 10m --reason 'the release script is judged wrongly'
      wicket pause
      wicket pause --end
    """
    home = wicket_home()
    if end:
        ended = pauses.end(str(home), "ended by hand")
        say("the guard is on again" if ended is not None else "wicket is not paused")
        return
    current = pauses.current(str(home))
    if seconds is None:
        click.echo("wicket is not paused" if current is None else str(current))
        return
    reason = " ".join(reason.split())
    if not reason:
        raise click.UsageError("say why with --reason: it is recorded")
    if not 1 <= seconds <= pauses.MAX_S or len(reason) > MAX_REASON:
        raise click.UsageError(f"a pause takes 1s to 24h, and its reason {MAX_REASON} characters at most")
    now = time.time()
    wanted = pauses.Pause(now, now + seconds, reason)
    at = time.strftime("%H:%M", time.localtime(wanted.until))
    lines = [f"Until {at}, agents go on by their own rules, and wicket judges nothing: {reason}"]
    if not approved(lines, "Pause the guard?", home, os.environ, yes=yes):
        say("nothing changed")
        raise SystemExit(1)
    pauses.start(str(home), wanted)
    say(f"paused until {at}; `wicket pause --end` ends it before")
