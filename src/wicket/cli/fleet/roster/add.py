"""`wicket fleet roster add`: name somebody who approves, writes policies or audits."""

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import emit_json, say

__all__ = ["add"]

OFFICES = ("approve", "author", "audit")


@click.command()
@click.argument("name")
@click.option("--key", required=True, metavar="KEY", help="Their public key (W…), as they tell you themselves.")
@click.option("--group", "groups", multiple=True, required=True, metavar="NAME", help="A group that they are for.")
@click.option(
    "--may", multiple=True, type=click.Choice(OFFICES), default=("approve",), show_default=True, help="What they may."
)
@click.option("--role", "roles", multiple=True, metavar="WORD", help="A role, for requests that need one of several.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def add(
    name: str, key: str, groups: tuple[str, ...], may: tuple[str, ...], roles: tuple[str, ...], as_json: bool
) -> None:
    """Put NAME into the roster, or change what is said of them. It counts when the roster is signed.

    Have them read their key to you, and do not take it from the hub: whose key is in the roster can approve.

    \b
    Examples:
      wicket fleet roster add alice --key WABC… --group ci --group prod
      wicket fleet roster add bob --key WDEF… --group prod --may approve --may audit --role security
    """
    from wicket.fleet.root_files import RootFiles, with_person
    from wicket.fleet.roster import Person

    files = RootFiles(wicket_home())
    person = Person(name=name, key=key, groups=groups, may=may, roles=roles)  # type: ignore[arg-type]
    files.keep(with_person(files.draft(), person))
    if as_json:
        emit_json({"name": name, "key": key, "groups": list(groups), "may": list(may), "roles": list(roles)})
    else:
        say(f"{name} will be in the roster; `wicket fleet roster sign` makes it count")
