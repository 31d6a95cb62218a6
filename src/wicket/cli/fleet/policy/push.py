"""`wicket fleet policy push`: sign a folder and publish it as the policy of a group."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say

if TYPE_CHECKING:
    from wicket.fleet.person_by_roster_at_hub import PersonAtHub
    from wicket.fleet.policy_push import Published, Ring

__all__ = ["DAY_S", "only_group", "push", "said_of"]

DAY_S = 24 * 3600.0


@click.command()
@click.argument("folder", type=PathName())
@click.option("--group", metavar="NAME", help="For which machines; your only group if not said.")
@click.option("--machine", multiple=True, metavar="NAME", help="Only for this machine, and a --percent of the others.")
@click.option("--percent", type=click.IntRange(0, 100), help="For so many of 100 machines; the same ones each time.")
@click.option("--days", type=click.IntRange(1, 90), default=7, show_default=True, help="How long it is valid.")
@click.option("--json", "as_json", is_flag=True, help="What was published, as an object.")
@fleet_verb
def push(
    folder: Path, group: str | None, machine: tuple[str, ...], percent: int | None, days: int, as_json: bool
) -> None:
    """Sign the policy in FOLDER with your key, and publish it. Machines judge by it from their next request on.

    FOLDER holds a wicket.yml and what that extends. It is checked first, as each machine checks it. With --machine or
    --percent the others keep the policy that they have; push again to widen that, and without both for all.

    \b
    Examples:
      wicket fleet policy push ./policy --group ci
      wicket fleet policy push ./policy --machine ci-1 --percent 10
    """
    from wicket.fleet.policy_push import Ring, read_folder

    files = read_folder(folder)
    ring = Ring(machine, (0 if machine else 100) if percent is None else percent)
    published = in_loop(_push(files, group, ring, days * DAY_S))
    if as_json:
        emit_json(said_of(published))
    else:
        bundle = published.bundle
        whom = f"all machines of {bundle.group}" if bundle.percent == 100 else f"a ring of {bundle.group}"
        say(f"published policy {bundle.number} for {whom}, valid for {days} days; see `wicket fleet policy status`")


async def _push(files: dict[str, str], group: str | None, ring: "Ring", for_s: float) -> "Published":
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.policy_push import push as publish

    async with as_person() as (me, _):
        where = only_group(me, group)
        return await publish(me.link, me.key, me.roster, where, files, time.time(), ring=ring, for_s=for_s)


def only_group(me: "PersonAtHub", group: str | None) -> str:
    """The group that is meant.

    Raises:
        UsageError: there are several.
    """
    if group is not None:
        return group
    if len(me.person.groups) != 1:
        raise click.UsageError(f"say --group, which is one of {', '.join(me.person.groups)}")
    return me.person.groups[0]


def said_of(published: "Published") -> dict[str, object]:
    """What was published, for a program."""
    bundle = published.bundle
    return {
        "group": bundle.group,
        "number": bundle.number,
        "digest": published.digest,
        "files": sorted(bundle.files),
        "expires": bundle.expires,
        "machines": list(bundle.machines),
        "percent": bundle.percent,
    }
