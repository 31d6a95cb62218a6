"""`wicket grants`: what was agreed to in advance, and how to take it back."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

import click

from wicket.approver_client import Approver, ApproverRefused
from wicket.cli.approver_connection import NothingWaits, talk, with_gateway
from wicket.cli.completion_values import grant_ids
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say
from wicket.cli.request_and_grant_text import grant_lines, grant_row
from wicket.cli.tables import emit_table
from wicket.cli.terminal_or_token_approval import confirmed, given_token, with_yes
from wicket.wire.approver_views import GrantView, as_plain

__all__ = ["grants"]

# How often to look whether an agreement is still in force, while somebody is asked about it.
LOOK_S = 1.0


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, each with its `id`.")
@with_gateway
@click.pass_context
def grants(context: click.Context, as_json: bool, socket: Path | None) -> None:
    """Show what was agreed to in advance.

    \b
    Examples:
      wicket grants
      wicket grants --json
      wicket grants revoke 8c1d
    """
    context.obj = socket
    if context.invoked_subcommand is not None:
        return
    found = talk(socket, given_token(os.environ), lambda approver: approver.grants())
    if as_json:
        emit_json([as_plain(view) for view in found])
    elif found:
        emit_table(["id", "left", "ends in", "by", "for", "in", "command"], [grant_row(view) for view in found])
    else:
        say("nothing was agreed to in advance")


@grants.command()
@click.argument("id", shell_complete=grant_ids)
@click.option("--socket", type=PathName(), help="The gateway's approver socket, if not the usual one.")
@with_yes
@click.pass_obj
def revoke(before: Path | None, socket: Path | None, id: str, yes: bool) -> None:
    """Take the agreement ID back.

    Asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set. The question ends by itself when the agreement
    does. Exits 1 then, and if the answer is no.

    \b
    Examples:
      wicket grants revoke 8c1d
    """

    async def decide(approver: Approver) -> bool:
        found = await _found(approver, id)
        if found is None:
            raise NothingWaits(f"no grant is called {id}; see `wicket grants`")
        answer = await _asked(approver, found, yes=yes)
        if answer is None:
            await approver.grants()  # or the gateway has left, which it says itself
            raise NothingWaits(f"{id} is no longer in force; there is nothing left to take back")
        if not answer:
            say("nothing was revoked")
            return False
        await approver.revoke(id)
        say(f"revoked {id}")
        return True

    if not talk(socket or before, given_token(os.environ), decide):
        raise SystemExit(1)


async def _asked(approver: Approver, view: GrantView, *, yes: bool) -> bool | None:
    """Ask whether to take it back. None: meanwhile it is used up, too old or taken back."""
    enough = asyncio.Event()

    async def look() -> None:
        with suppress(ApproverRefused):  # the gateway has left, and whoever asks next is told
            while not enough.is_set() and await _found(approver, view.id) is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await enough.wait()

    try:
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(look())
            answer = await confirmed(
                lambda width: grant_lines(view, width), "Take this back?", os.environ, over=[looking], yes=yes
            )
            enough.set()  # what is asked now is answered before anything else is
    except BaseExceptionGroup as troubles:
        raise troubles.exceptions[0] from None
    return answer


async def _found(approver: Approver, id: str) -> GrantView | None:
    return next((view for view in await approver.grants() if view.id == id), None)
