"""`wicket fleet`: many machines, one inbox. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs

__all__ = ["fleet"]


@click.group(
    cls=Verbs,
    verbs={
        "init": "wicket.cli.fleet.init:init",
        "hub": "wicket.cli.fleet.hub:hub",
        "invite": "wicket.cli.fleet.invite:invite",
        "enroll": "wicket.cli.fleet.enroll:enroll",
        "roster": "wicket.cli.fleet.roster:roster",
        "machines": "wicket.cli.fleet.machines:machines",
        "revoke": "wicket.cli.fleet.revoke:revoke",
        "region": "wicket.cli.fleet.region:region",
        "status": "wicket.cli.fleet.status:status",
        "inbox": "wicket.cli.fleet.inbox:inbox",
        "approve": "wicket.cli.fleet.approve:approve",
        "deny": "wicket.cli.fleet.deny:deny",
        "console": "wicket.cli.fleet.console:console",
        "policy": "wicket.cli.fleet.policy:policy",
        "audit": "wicket.cli.fleet.audit:audit",
        "demo": "wicket.cli.fleet.demo:demo",
    },
)
def fleet() -> None:
    """Approve for many machines in one place: gateways that share a hub, one inbox and one record.

    At the hub: init, hub, invite, machines, revoke, region. Who owns the fleet: roster. On a machine: enroll, status.
    Who approves: enroll, inbox, approve, deny, console. Who writes policies: policy.

    \b
    Examples:
      wicket fleet demo
      wicket fleet init --group ci --group prod
      wicket fleet hub --server
      wicket fleet enroll TOKEN
      wicket fleet inbox
    """
