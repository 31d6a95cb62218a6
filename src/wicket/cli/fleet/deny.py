"""`wicket fleet deny`: sign a no, which ends a request at once."""

import click

from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say

__all__ = ["deny"]


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--because", default="", metavar="TEXT", help="What the requester is told.")
@click.option("--all", "everything", is_flag=True, help="Deny all that waits for you.")
@click.option("--json", "as_json", is_flag=True, help="Say as an object what was voted.")
@fleet_verb
def deny(ids: tuple[str, ...], because: str, everything: bool, as_json: bool) -> None:
    """Vote no on each ID, or on the only one that waits for you. One no is enough, however many votes a yes needs.

    Asks for the passphrase of your key, and for nothing else.

    \b
    Examples:
      wicket fleet deny build-7/3f2a --because 'not on a Friday'
      wicket fleet deny --all
    """
    if ids and everything:
        raise click.UsageError("name requests, or say --all")
    denied = in_loop(_deny(ids, because, everything))
    if as_json:
        emit_json({"denied": denied})
    for name in denied:
        say(f"denied {name}")
    if not denied:
        say("nothing waits for a vote of yours")


async def _deny(ids: tuple[str, ...], because: str, everything: bool) -> list[str]:
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.inbox_and_signed_votes import AlreadyVoted, give_vote, one_of

    async with as_person() as (me, _):
        waiting = await me.waiting()
        chosen = waiting if everything else [one_of(waiting, id) for id in ids or (None,)]
        denied = []
        for each in chosen:
            try:
                await give_vote(me.link, me.key, me.person.name, each, "deny", because)
            except AlreadyVoted as error:
                if not everything:
                    raise
                say(f"wicket: {error}")
                continue
            denied.append(each.name)
        return denied
