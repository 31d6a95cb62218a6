"""Who enforces the newest policy, who is behind, and whom it is not for."""

from typing import Any

from fleet.people import NOW, key_of
from wicket.fleet.policy_rollout import standings
from wicket.fleet.record_arrival_watch import Presence
from wicket.fleet.signed_policy_bundle import Bundle, bundle_digest, sign_bundle


def signed(number: int, **changes: Any) -> bytes:
    fields: dict[str, Any] = {"files": {"wicket.yml": ""}, "issued": NOW + number, "expires": NOW + 100.0}
    return sign_bundle(key_of("alice"), Bundle(group="ci", number=number, previous="", **(fields | changes)))


def machine(name: str, data: bytes | None, number: int, silent_s: float = 1.0) -> Presence:
    policy = "" if data is None else bundle_digest(data)
    return Presence(
        group="ci",
        machine=name,
        version="1",
        number=number,
        policy=policy,
        waiting=0,
        head="0:",
        archived=0,
        silent_s=silent_s,
        since_s=0.0,
    )


def said(newest: bytes | None, *machines: Presence) -> list[tuple[str, str, bool, int, float | None]]:
    return [(e.machine.machine, e.says, e.ring, e.should, e.behind_since) for e in standings(newest, machines)]


OLD = signed(1)
NEW = signed(2)


def test_who_has_another_one_is_behind_since_the_newest_was_signed() -> None:
    found = said(NEW, machine("m1", NEW, 2), machine("m2", OLD, 1), machine("m3", None, 0), machine("m4", OLD, 1, 99.0))
    assert found == [
        ("m1", "in force", True, 2, None),
        ("m2", "behind", True, 2, NOW + 2),
        ("m3", "behind", True, 2, NOW + 2),
        ("m4", "away", True, 2, NOW + 2),
    ]


def test_whom_a_ring_is_not_for_should_have_what_it_carries() -> None:
    ring = signed(3, machines=("m1",), percent=0, base=OLD)
    found = said(ring, machine("m1", ring, 3), machine("m2", OLD, 1), machine("m3", None, 0), machine("m4", NEW, 2))
    assert found == [
        ("m1", "in force", True, 3, None),
        ("m2", "in force", False, 1, None),
        ("m3", "behind", False, 1, NOW + 1),
        ("m4", "in force", False, 1, None),
    ]
    first = signed(1, machines=("m1",), percent=0)
    assert said(first, machine("m2", None, 0)) == [("m2", "in force", False, 0, None)]


def test_without_a_policy_nobody_is_behind() -> None:
    assert said(None, machine("m1", None, 0)) == [("m1", "in force", True, 0, None)]
