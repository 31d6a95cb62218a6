"""`wicket fleet policy status`: which machine enforces which policy, and who is behind."""

import time
from typing import TYPE_CHECKING, Any

import click

from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table

if TYPE_CHECKING:
    from wicket.fleet.policy_rollout import Standing

__all__ = ["status"]


@click.command()
@click.option("--group", metavar="NAME", help="Only this group; all of yours if not said.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, one for each machine.")
@fleet_verb
def status(group: str | None, as_json: bool) -> None:
    """Show the machines of your groups with the policy that each enforces. Exits 1 if one that is there is behind.

    \b
    Examples:
      wicket fleet policy status
      wicket fleet policy status --group ci --json
    """
    found = in_loop(_status(group))
    if as_json:
        emit_json([_plain(each) for each in found])
    elif found:
        header = ["group", "machine", "policy", "should be", "is", "behind since"]
        emit_table(header, [_row(each) for each in found])
    else:
        say("no machine of your groups has been heard of")
    if any(each.says == "behind" for each in found):
        raise SystemExit(1)


async def _status(group: str | None) -> "list[Standing]":
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.audit_questions_to_hub import machines_of
    from wicket.fleet.policy_push import newest
    from wicket.fleet.policy_rollout import standings

    found: list[Standing] = []
    async with as_person() as (me, _):
        for each in (group,) if group else me.person.groups:
            published = await newest(me.link, each)
            found += standings(None if published is None else published.data, await machines_of(me.link, each))
    return found


def _plain(each: "Standing") -> dict[str, Any]:
    machine = each.machine
    return {
        "group": machine.group,
        "machine": machine.machine,
        "there": machine.is_there,
        "version": machine.version,
        "number": machine.number,
        "digest": machine.policy,
        "ring": each.ring,
        "should_be": each.should,
        "state": each.says,
        "behind_since": each.behind_since,
    }


def _row(each: "Standing") -> list[str]:
    machine = each.machine
    since = "" if each.behind_since is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(each.behind_since))
    has = str(machine.number or "none")
    return [machine.group, machine.machine, has, str(each.should or "none"), each.says, since]
