"""`wicket fleet roster show`: the roster as it will be signed."""

import click
import msgspec

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table

__all__ = ["show"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def show(as_json: bool) -> None:
    """Show who is in the roster as it will be signed next, and how many votes a request needs.

    \b
    Examples:
      wicket fleet roster show
      wicket fleet roster show --json
    """
    from wicket.fleet.root_files import RootFiles

    draft = RootFiles(wicket_home()).draft()
    if as_json:
        emit_json(
            msgspec.to_builtins(
                {"root": draft.root, "number": draft.number} | {"people": draft.people, "needs": draft.needs}
            )
        )
        return
    if draft.people:
        emit_table(
            ["name", "groups", "may", "roles", "key"],
            [
                [each.name, ", ".join(each.groups), ", ".join(each.may), ", ".join(each.roles), each.key]
                for each in draft.people
            ],
        )
    for need in draft.needs:
        roles = f", of {' and '.join(need.roles)}" if need.roles else ""
        click.echo(f"{need.group}, {need.kind}: {need.votes} vote{'' if need.votes == 1 else 's'}{roles}")
    say(f"root {draft.root}; " + (f"{draft.number} was signed last" if draft.number else "none was signed yet"))
