"""`wicket fleet inbox`: what waits for you on all machines."""

from typing import Any

import click

from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.fleet.shown_asks import ROW, plain_ask, row
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table

__all__ = ["inbox"]


@click.command()
@click.option("--group", default="", metavar="NAME", help="Only what waits in this group.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, each with its `id`.")
@fleet_verb
def inbox(group: str, as_json: bool) -> None:
    """Show what waits for a vote of yours, the oldest of each group first; the same twice is shown once.

    Asks for the passphrase of your key, which also lets you in at the hub.

    \b
    Examples:
      wicket fleet inbox
      wicket fleet inbox --group prod --json
    """
    rows, plain, trouble = in_loop(_inbox(group))
    if trouble:
        say(f"wicket: {trouble}")
    if as_json:
        emit_json(plain)
    elif rows:
        emit_table(list(ROW), rows)
    else:
        say("nothing waits for a vote of yours")


async def _inbox(group: str) -> tuple[list[list[str]], list[dict[str, Any]], str]:
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.inbox_and_signed_votes import folded

    async with as_person() as (me, _):
        mine = [each for each in await me.waiting(group) if me.person.name not in each.came.by]
        rows, plain = [], []
        for each, count in folded(mine):
            lookers = await me.lookers(each)
            rows.append(row(each, count, lookers))
            plain.append(plain_ask(each, count, lookers))
        return rows, plain, me.trouble
