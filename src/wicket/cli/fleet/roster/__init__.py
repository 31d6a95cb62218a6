"""`wicket fleet roster`: who approves, writes policies and audits. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs

__all__ = ["roster"]


@click.group(
    cls=Verbs,
    verbs={
        "show": "wicket.cli.fleet.roster.show:show",
        "add": "wicket.cli.fleet.roster.add:add",
        "remove": "wicket.cli.fleet.roster.remove:remove",
        "need": "wicket.cli.fleet.roster.need:need",
        "sign": "wicket.cli.fleet.roster.sign:sign",
        "publish": "wicket.cli.fleet.roster.publish:publish",
        "rotate-root": "wicket.cli.fleet.roster.rotate_root:rotate_root",
    },
)
def roster() -> None:
    """Say who approves, writes policies and audits, and sign that with the fleet's root key.

    What is changed counts when it is signed and published. A roster is good for a week; sign it again before.

    \b
    Examples:
      wicket fleet roster add alice --key W… --group ci --group prod
      wicket fleet roster need prod --votes 2
      wicket fleet roster sign
    """
