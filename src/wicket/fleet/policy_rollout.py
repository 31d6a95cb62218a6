"""Which machine enforces which policy, and who is behind since when. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from wicket.fleet.record_arrival_watch import Presence
from wicket.fleet.signed_policy_bundle import Bundle, bundle_digest, is_for, kept_bundle

__all__ = ["Standing", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A machine, the number of the policy that it should enforce (0: none), and since when it does not.

    `ring`: whether the newest policy is for it. `behind_since` None: it enforces what it should.
    """

    machine: Presence
    ring: bool
    should: int
    behind_since: float | None

    @property
    def says(self) -> str:
        """In a word or two."""
        if not self.machine.is_there:
            return "away"
        return "in force" if self.behind_since is None else "behind"


def standings(newest: bytes | None, machines: Iterable[Presence]) -> list[Standing]:
    """Compare what machines say with the newest policy of their group.

    Raises:
        BadMessage: the hub holds none of ours.
    """
    bundle = None if newest is None else kept_bundle(newest)
    return [_standing(newest or b"", bundle, machine) for machine in machines]


def _standing(newest: bytes, bundle: Bundle | None, machine: Presence) -> Standing:
    if bundle is None:
        return Standing(machine, True, 0, None)
    ring = is_for(bundle, machine.machine)
    data, meant = (newest, bundle)
    if not ring:
        if not bundle.base:
            return Standing(machine, False, machine.number, None)
        data, meant = bundle.base, kept_bundle(bundle.base)
    fine = machine.policy == bundle_digest(data) or (not ring and machine.number > meant.number)
    return Standing(machine, ring, meant.number, None if fine else meant.issued)
