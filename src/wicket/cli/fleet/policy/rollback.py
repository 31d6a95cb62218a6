"""`wicket fleet policy rollback`: publish the files of an older policy again."""

import time
from typing import TYPE_CHECKING

import click

from wicket.cli.fleet.policy.push import DAY_S, only_group, said_of
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say

if TYPE_CHECKING:
    from wicket.fleet.policy_push import Published

__all__ = ["rollback"]


@click.command()
@click.option("--group", metavar="NAME", help="For which machines; your only group if not said.")
@click.option("--to", "number", type=click.IntRange(1), help="Which policy; the one before the newest if not said.")
@click.option("--days", type=click.IntRange(1, 90), default=7, show_default=True, help="How long it is valid.")
@click.option("--json", "as_json", is_flag=True, help="What was published, as an object.")
@fleet_verb
def rollback(group: str | None, number: int | None, days: int, as_json: bool) -> None:
    """Publish an older policy again, under a new number and for all machines of the group.

    Machines never take an older number. So going back is a new policy with the old files, which you sign.

    \b
    Examples:
      wicket fleet policy rollback --group ci
      wicket fleet policy rollback --group ci --to 4
    """
    published = in_loop(_roll_back(group, number, days * DAY_S))
    if as_json:
        emit_json(said_of(published))
    else:
        say(f"published policy {published.bundle.number} for all machines of {published.bundle.group}")


async def _roll_back(group: str | None, number: int | None, for_s: float) -> "Published":
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.policy_push import roll_back

    async with as_person() as (me, _):
        where = only_group(me, group)
        return await roll_back(me.link, me.key, me.roster, where, number, time.time(), for_s=for_s)
