"""`wicket fleet roster need`: how many votes a request of a group needs."""

from typing import Literal

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import emit_json, say

__all__ = ["need"]


@click.command()
@click.argument("group")
@click.option("--votes", type=click.IntRange(min=1), default=1, show_default=True, help="So many different people.")
@click.option("--role", "roles", multiple=True, metavar="WORD", help="One of them must have this role; each counts.")
@click.option("--class", "kind", type=click.Choice(("user", "root")), help="Only requests of this class; else both.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def need(group: str, votes: int, roles: tuple[str, ...], kind: Literal["user", "root"] | None, as_json: bool) -> None:
    """Say how many votes a request of GROUP needs. With two or more, nobody can approve it alone, wherever they are.

    \b
    Examples:
      wicket fleet roster need prod --votes 2
      wicket fleet roster need prod --class root --votes 2 --role ops --role security
    """
    from wicket.fleet.root_files import RootFiles, with_need
    from wicket.fleet.roster import Need

    files = RootFiles(wicket_home())
    draft = files.draft()
    kinds: tuple[Literal["user", "root"], ...] = ("user", "root") if kind is None else (kind,)
    for each in kinds:
        draft = with_need(draft, Need(group=group, kind=each, votes=votes, roles=roles))
    files.keep(draft)
    if as_json:
        emit_json({"group": group, "classes": list(kinds), "votes": votes, "roles": list(roles)})
    else:
        say(f"{group} will need {votes} vote{'' if votes == 1 else 's'}; `wicket fleet roster sign` makes it count")
