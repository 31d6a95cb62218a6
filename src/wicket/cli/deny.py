"""`wicket deny`: say no to a request, and why."""

import os
from pathlib import Path

import click

from wicket.approver_client import Approver
from wicket.cli.approver_connection import NothingWaits, find_request, talk, with_gateway
from wicket.cli.completion_values import pending_ids
from wicket.cli.output import say
from wicket.cli.request_and_grant_text import departure, request_lines, request_list
from wicket.cli.terminal_or_token_approval import confirmed, given_token, with_yes
from wicket.cli.terminal_style import style_for

__all__ = ["deny"]


@click.command()
@click.argument("id", required=False, shell_complete=pending_ids)
@click.option("--because", default="", metavar="TEXT", help="What the requester is told.")
@click.option("--all", "everything", is_flag=True, help="Deny all that wait.")
@with_yes
@with_gateway
def deny(id: str | None, because: str, everything: bool, yes: bool, socket: Path | None) -> None:
    """Refuse the request ID, or the only one that waits; see `wicket pending`.

    Asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set. The question ends by itself when there is
    nothing left to refuse. Exits 1 then, and if the answer is no.

    \b
    Examples:
      wicket deny 3f2a --because 'not on a Friday'
      wicket deny --all
    """
    if id is not None and everything:
        raise click.UsageError("name one request, or say --all")

    async def decide(approver: Approver) -> bool:
        return await (_deny_all(approver, because, yes) if everything else _deny_one(approver, id, because, yes))

    if not talk(socket, given_token(os.environ), decide):
        raise SystemExit(1)


async def _deny_one(approver: Approver, id: str | None, because: str, yes: bool) -> bool:
    view = find_request(await approver.pending(), id)
    following = approver.follow(view.id)
    await approver.pending()  # which is answered when the other has begun
    answer = await confirmed(
        lambda width: request_lines(view, width, home=os.path.expanduser("~"), style=style_for(os.environ)),
        "Deny this?",
        os.environ,
        [following],
        yes=yes,
    )
    if answer is None:
        raise NothingWaits(departure(following.result()))
    following.cancel()
    if not answer:
        return _nothing()
    await approver.deny(view.id, because)
    say(f"denied {view.id} {' | '.join(view.stages)}")
    return True


async def _deny_all(approver: Approver, because: str, yes: bool) -> bool:
    waiting = await approver.pending()
    if not waiting:
        say("nothing waits for an answer")
        return True
    following = [approver.follow(view.id) for view in waiting]
    answer = await confirmed(
        lambda width: request_list(waiting, width), f"Deny all {len(waiting)}?", os.environ, following, yes=yes
    )
    if answer is None:
        await approver.pending()  # or the gateway has left, which it says itself
        raise NothingWaits("none of them waits any more; there is nothing left to decide")
    for each in following:
        each.cancel()
    if not answer:
        return _nothing()
    say(f"denied {await approver.deny(None, because)}")
    return True


def _nothing() -> bool:
    say("nothing was denied")
    return False
