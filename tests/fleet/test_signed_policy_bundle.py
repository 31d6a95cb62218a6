"""A policy for a group: who signs it, which one follows which, and for whom it is."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet.people import NOW, key_of, person, roster
from wicket.fleet.errors import BadMessage, FleetError, NotSigned, Stale, TooLarge
from wicket.fleet.messages import BUNDLE_BYTES
from wicket.fleet.signed_policy_bundle import Bundle, Held, bundle_digest, is_for, read_bundle, sign_bundle

AUTHOR, OTHER = person("alice", may=("author",)), person("bob", groups=("prod",), may=("author",))
ROSTER = roster(AUTHOR, OTHER, person("carol"))


def bundle(number: int = 1, **changes: Any) -> Bundle:
    fields: dict[str, Any] = {
        "group": "ci",
        "number": number,
        "previous": "",
        "files": {"wicket.yml": "rules: []\n"},
        "issued": NOW,
        "expires": NOW + 3600.0,
    }
    return Bundle(**(fields | changes))


FIRST = sign_bundle(key_of("alice"), bundle())
HELD = Held(1, bundle_digest(FIRST))


def read(data: bytes, held: Held | None = None, group: str = "ci", now: float = NOW) -> Bundle:
    return read_bundle(data, group, ROSTER, held, now)


@pytest.mark.rule("F-27")
def test_a_bundle_is_read_if_an_author_of_its_group_has_signed_it() -> None:
    assert read(FIRST) == bundle()
    for name in ("bob", "carol", "the hub"):  # of another group, no author, nobody
        with pytest.raises(NotSigned, match="the policy is not signed by an author of ci; the last good one stays"):
            read(sign_bundle(key_of(name), bundle()))


@pytest.mark.rule("F-27")
def test_a_bundle_of_more_than_512_kib_is_not_made() -> None:
    with pytest.raises(TooLarge):
        sign_bundle(key_of("alice"), bundle(files={"wicket.yml": "#" * BUNDLE_BYTES}))


@pytest.mark.parametrize(
    ("data", "held", "error", "says"),
    [
        (b"nonsense", None, BadMessage, "this is no signed"),
        (sign_bundle(key_of("alice"), bundle(group="prod")), None, BadMessage, "the policy is for prod, not for ci"),
        (FIRST, HELD, Stale, "policy 1 is not newer than 1"),
        (FIRST, Held(7, "x"), Stale, "policy 1 is not newer than 7"),
        (sign_bundle(key_of("alice"), bundle(2, previous="x")), HELD, Stale, "policy 2 does not follow the 1"),
        (sign_bundle(key_of("alice"), bundle(2, expires=NOW)), HELD, Stale, "policy 2 is over"),
    ],
)
def test_what_is_invalid_old_or_of_others_is_refused(
    data: bytes, held: Held | None, error: type[FleetError], says: str
) -> None:
    with pytest.raises(error) as caught:
        read(data, held)
    assert str(caught.value).startswith(says)


@pytest.mark.rule("F-50")
def test_no_new_policy_counts_past_the_end_of_the_roster_or_of_its_own() -> None:
    long = sign_bundle(key_of("alice"), bundle(expires=ROSTER.expires + 3600.0))
    with pytest.raises(Stale, match="the roster's time is over"):
        read(long, now=ROSTER.expires)
    with pytest.raises(Stale, match="policy 1 is over"):
        read_bundle(FIRST, "ci", roster(AUTHOR, expires=NOW + 9e9), None, bundle().expires)


@pytest.mark.rule("F-29")
def test_to_go_back_is_a_new_number_with_the_old_files() -> None:
    second = sign_bundle(key_of("alice"), bundle(2, previous=HELD.digest, files={"wicket.yml": "rules: [x]\n"}))
    held = Held(2, bundle_digest(second))
    with pytest.raises(Stale):
        read(FIRST, held)
    back = sign_bundle(key_of("alice"), bundle(3, previous=held.digest))
    assert read(back, held).files == bundle().files


def test_a_gateway_that_was_away_takes_a_later_one() -> None:
    later = sign_bundle(key_of("alice"), bundle(5, previous="of one that was never seen here"))
    assert read(later, HELD).number == 5


@pytest.mark.rule("F-27")
def test_a_ring_names_machines_or_a_share_of_them() -> None:
    named = bundle(machines=("m1",), percent=0)
    assert [is_for(named, name) for name in ("m1", "m2")] == [True, False]
    assert is_for(bundle(), "m2")
    share = sum(is_for(bundle(percent=20), f"m{number}") for number in range(1000))
    assert 150 < share < 250


@given(machine=st.text(max_size=20), small=st.integers(0, 100), large=st.integers(0, 100))
def test_whoever_is_in_a_share_is_in_every_larger_one(machine: str, small: int, large: int) -> None:
    small, large = sorted((small, large))
    assert not is_for(bundle(percent=small), machine) or is_for(bundle(percent=large), machine)


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x", "a/../b", "a//b", "./a", "a/", "a\0b"])
def test_a_file_of_a_bundle_stays_in_its_folder(name: str) -> None:
    with pytest.raises(BadMessage, match="is no name of a file in a policy's folder"):
        sign_bundle(key_of("alice"), bundle(files={name: ""}))


@pytest.mark.parametrize(
    "changes", [{"number": 0}, {"percent": 101}, {"percent": -1}, {"files": {}}, {"files": {"other.yml": ""}}]
)
def test_a_bundle_that_makes_no_sense_is_not_made(changes: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        sign_bundle(key_of("alice"), msgspec.structs.replace(bundle(), **changes))
