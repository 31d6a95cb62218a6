"""`wicket pending`: who waits for an answer."""

import os
from pathlib import Path

import click

from wicket.cli.approver_connection import talk, with_gateway
from wicket.cli.output import emit_json, say
from wicket.cli.request_and_grant_text import request_row
from wicket.cli.tables import emit_table
from wicket.cli.terminal_or_token_approval import given_token
from wicket.wire.approver_views import as_plain

__all__ = ["pending"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, each with its `id`.")
@with_gateway
def pending(as_json: bool, socket: Path | None) -> None:
    """Show the requests that wait for a person, first come first.

    \b
    Examples:
      wicket pending
      wicket pending --json
    """
    waiting = talk(socket, given_token(os.environ), lambda approver: approver.pending())
    if as_json:
        emit_json([as_plain(view) for view in waiting])
    elif waiting:
        emit_table(["id", "waits", "as", "in", "session", "command"], [request_row(view) for view in waiting])
    else:
        say("nothing waits for an answer")
