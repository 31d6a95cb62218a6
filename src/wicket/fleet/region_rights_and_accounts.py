"""What the server of a region may say and hear in a hub, and which accounts it has itself. Pure.

The server joins accounts of the hub as a leaf, each with a login of its own: that of machines, that of newcomers, and
that of approvers if people use it; never the one with the streams. Its own accounts let in the same members, but take
nothing from elsewhere: what a member says goes to the hub, and only there to the streams.

A login of the server can do what its members can, for its groups and its people: also if it is taken over, it can do no
more. Policies are not published through it, and nobody searches records through it.
"""

from wicket.fleet.claims import Account, Role
from wicket.fleet.hub_accounts import NOBODY, HubKeys, Revoked
from wicket.fleet.nats_subjects_and_rights import APPROVER, MACHINE, NEWCOMER, PEOPLE, Rights, inbox_prefix

__all__ = ["helper_rights", "joining_rights", "region_accounts"]


def joining_rights(name: str, groups: tuple[str, ...], people: tuple[str, ...]) -> dict[str, Rights]:
    """What the server of the region `name` may do in each account that it joins, by their names in `HubKeys`."""
    machines, helper = _of_all(MACHINE, groups, ("*",)), helper_rights(name)
    invited = (*(f"{group}.*" for group in groups), *(f"{PEOPLE}.{person}" for person in people))
    joined = {
        "machines": Rights(machines.publish + helper.publish, machines.listen + helper.listen, machines.payload),
        "newcomers": Rights(
            tuple(f"n.enroll.{each}.*" for each in invited), (f"{inbox_prefix('n', '', '*')}.>",), NEWCOMER.payload
        ),
    }
    if people:  # who has no rights at all may do everything
        joined["approvers"] = _of_all(APPROVER, groups, people)
    return joined


def helper_rights(name: str) -> Rights:
    """What the helper of the region `name` may do: ask whom its server is to let in."""
    return Rights((f"m.region.{name}",), (f"{inbox_prefix('r', '', name)}.>",), MACHINE.payload)


def _of_all(rights: Rights, groups: tuple[str, ...], names: tuple[str, ...]) -> Rights:
    """The rights of all members with these names, without those of authors and auditors."""

    def filled(subjects: tuple[str, ...]) -> tuple[str, ...]:
        found = (
            subject.replace("{{tag(group)}}", group).replace("{{name()}}", name).replace("{{tag(shard)}}", "*")
            for subject in subjects
            for group in groups
            for name in names
        )
        return tuple(dict.fromkeys(subject for subject in found if "{{" not in subject))

    return Rights(filled(rights.publish), filled(rights.listen), rights.payload)


def region_accounts(keys: HubKeys, revoked: Revoked = NOBODY) -> tuple[Account, ...]:
    """The accounts of a region's server, but for the one that it speaks in itself."""
    machine = Role("machine", keys.machine_signer.public, MACHINE)
    approver = Role("approver", keys.approver_signer.public, APPROVER)
    newcomer = Role("newcomer", keys.newcomer_signer.public, NEWCOMER)
    return (
        Account("MACHINES", keys.machines.public, (machine,), revoked=revoked.machines),
        Account("APPROVERS", keys.approvers.public, (approver,), revoked=revoked.approvers),
        Account("NEWCOMERS", keys.newcomers.public, (newcomer,)),
    )
