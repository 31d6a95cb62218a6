"""`wicket fleet`: many machines, one inbox. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs

__all__ = ["fleet"]


@click.group(
    cls=Verbs,
    verbs={
        "enroll": "wicket.cli.fleet.enroll:enroll",
    },
)
def fleet() -> None:
    """Approve for many machines in one place: gateways that share a hub, one inbox and one record.

    \b
    Examples:
      wicket fleet enroll TOKEN
    """
