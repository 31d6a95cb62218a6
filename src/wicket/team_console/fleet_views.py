"""Machines of a fleet as the page shows them, and which policy each enforces, ring by ring."""

from collections.abc import Iterable

import msgspec

from wicket.fleet.audit_questions_to_hub import machines_of
from wicket.fleet.person_by_roster_at_hub import PersonAtHub
from wicket.fleet.policy_push import newest
from wicket.fleet.policy_rollout import Standing, standings
from wicket.fleet.record_arrival_watch import Presence
from wicket.fleet.signed_policy_bundle import kept_bundle
from wicket.gateway.command_display import free_text

__all__ = ["GroupRollout", "MachineLine", "RolloutLine", "machine_lines", "rollouts"]


class MachineLine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine. `digest` and `number` are of the policy that it enforces; `archived` ends its record at the hub."""

    group: str
    machine: str
    there: bool
    silent_s: float
    version: str
    number: int
    digest: str
    waiting: int
    head: str
    archived: int


class RolloutLine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine, the policy that it should enforce, and since when it does not."""

    machine: str
    number: int
    digest: str
    should: int
    says: str
    behind_since: float | None


class GroupRollout(msgspec.Struct, frozen=True, kw_only=True):
    """The newest policy of a group: whom it is for, in words, and how far it has come. `number` 0: there is none."""

    group: str
    number: int = 0
    issued: float = 0.0
    expires: float = 0.0
    ring: str = ""
    within: tuple[RolloutLine, ...] = ()
    others: tuple[RolloutLine, ...] = ()


async def machine_lines(me: PersonAtHub) -> list[MachineLine]:
    """List the machines of this person's groups, as the hub's helper has heard of them.

    Raises:
        HubAway: it does not answer.
    """
    return [_line(each) for group in me.person.groups for each in await machines_of(me.link, group)]


def _line(each: Presence) -> MachineLine:
    return MachineLine(
        group=each.group,
        machine=each.machine,
        there=each.is_there,
        silent_s=each.silent_s,
        version=free_text(each.version),
        number=each.number,
        digest=free_text(each.policy),
        waiting=each.waiting,
        head=free_text(each.head),
        archived=each.archived,
    )


async def rollouts(me: PersonAtHub) -> list[GroupRollout]:
    """Compare the newest policy of each group with what its machines enforce.

    Raises:
        HubAway: the hub or its helper does not answer.
        BadMessage: the hub holds a policy that is none.
    """
    return [await _rollout(me, group) for group in me.person.groups]


async def _rollout(me: PersonAtHub, group: str) -> GroupRollout:
    published = await newest(me.link, group)
    machines = await machines_of(me.link, group)
    if published is None:
        return GroupRollout(group=group, others=_lines(standings(None, machines)))
    bundle = kept_bundle(published.data)
    found = standings(published.data, machines)
    named = ", ".join(bundle.machines)
    share = "all machines" if bundle.percent == 100 else f"{bundle.percent} % of the machines" if bundle.percent else ""
    return GroupRollout(
        group=group,
        number=bundle.number,
        issued=bundle.issued,
        expires=bundle.expires,
        ring=free_text(" and ".join(filter(None, [share, named if bundle.percent < 100 else ""]))),
        within=_lines(each for each in found if each.ring),
        others=_lines(each for each in found if not each.ring),
    )


def _lines(found: Iterable[Standing]) -> tuple[RolloutLine, ...]:
    return tuple(
        RolloutLine(
            machine=each.machine.machine,
            number=each.machine.number,
            digest=free_text(each.machine.policy),
            should=each.should,
            says=each.says,
            behind_since=each.behind_since,
        )
        for each in found
    )
