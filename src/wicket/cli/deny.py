"""`wicket deny`: say no to a request, and why."""

import os
from pathlib import Path

import click

from wicket.approving import Approver
from wicket.cli.completing import pending_ids
from wicket.cli.deciding import confirmed, find_request, given_token, talk, with_gateway
from wicket.cli.output import say
from wicket.cli.sheet import request_lines

__all__ = ["deny"]

WIDTH = 100


@click.command()
@click.argument("id", required=False, shell_complete=pending_ids)
@click.option("--because", default="", metavar="TEXT", help="What the requester is told.")
@click.option("--all", "everything", is_flag=True, help="Deny all that wait.")
@with_gateway
def deny(id: str | None, because: str, everything: bool, socket: Path | None) -> None:
    """Refuse the request ID; see `wicket pending`.

    Asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set. Exits 1 if the answer is no.

    \b
    Examples:
      wicket deny 3f2a --because 'not on a Friday'
      wicket deny --all
    """
    if (id is None) != everything:
        raise click.UsageError("name one request, or say --all")

    async def decide(approver: Approver) -> bool:
        waiting = await approver.pending()
        views = waiting if id is None else [find_request(waiting, id)]
        lines = [line for view in views for line in request_lines(view, WIDTH)]
        if not confirmed(lines, "Deny this?" if id else f"Deny all {len(views)}?", os.environ):
            say("nothing was denied")
            return False
        count = await approver.deny(None if id is None else views[0].id, because)
        say(f"denied {views[0].id}" if id is not None else f"denied {count}")
        return True

    if not talk(socket, given_token(os.environ), decide):
        raise SystemExit(1)
