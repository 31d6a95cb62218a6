"""`wicket fleet roster remove`: take somebody out of the roster."""

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import emit_json, say

__all__ = ["remove"]


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def remove(name: str, as_json: bool) -> None:
    """Take NAME out of the roster. When it is signed, their votes count no more, those cast before included.

    \b
    Examples:
      wicket fleet roster remove alice
    """
    from wicket.fleet.root_files import RootFiles, without_person

    files = RootFiles(wicket_home())
    files.keep(without_person(files.draft(), name))
    if as_json:
        emit_json({"removed": name})
    else:
        say(f"{name} will be out of the roster; `wicket fleet roster sign` makes it count")
