"""`wicket fleet status`: whether the fleet works for this machine, this person, or this hub."""

import time

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say
from wicket.cli.terminal_style import style_for

__all__ = ["status"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As an object, with `red`.")
@fleet_verb
def status(as_json: bool) -> None:
    """Say whether the fleet works for this machine, or for the hub on it: the hub, its server, the roster, the claim.

    Red is what makes votes not count, or what could lose them: no hub, a server without JetStream, too old or not
    syncing its disk, a roster that is over, a claim that has ended. Exits 1 then.

    \b
    Examples:
      wicket fleet status
      wicket fleet status --json
    """
    import os

    from wicket.fleet.fleet_status import checks_here

    found = in_loop(checks_here(wicket_home(), time.time))
    red = any(not each.fine for each in found)
    if as_json:
        emit_json({"red": red, "checks": [{"name": e.name, "fine": e.fine, "says": e.says} for e in found]})
    else:
        style = style_for(os.environ)
        for each in found:
            mark = style.good("ok ") if each.fine else style.bad("RED")
            click.echo(f"{mark}  {each.name}: {each.says}")
        if red:
            say("the fleet does not work as it should; see the red lines")
    if red:
        raise SystemExit(1)
