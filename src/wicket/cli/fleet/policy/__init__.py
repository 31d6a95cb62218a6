"""`wicket fleet policy`: what the machines of a group are judged by. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs

__all__ = ["policy"]


@click.group(
    cls=Verbs,
    verbs={
        "push": "wicket.cli.fleet.policy.push:push",
        "rollback": "wicket.cli.fleet.policy.rollback:rollback",
        "status": "wicket.cli.fleet.policy.status:status",
    },
)
def policy() -> None:
    """Sign and publish the policy of a group, go back to an older one, and see which machine enforces which.

    The roster names who may: `wicket fleet roster add NAME --may author …`.

    \b
    Examples:
      wicket fleet policy push ./policy --group ci
      wicket fleet policy rollback --group ci
      wicket fleet policy status
    """
