"""The roster: who signs it, which one is newer, and what contradicts itself."""

from typing import Any

import msgspec
import pytest

from fleet.people import NOW, ROOT, key_of, person, roster
from wicket.fleet.errors import BadKey, BadMessage, NotSigned, Stale
from wicket.fleet.messages import ROSTER_BYTES, Signed, decode
from wicket.fleet.nats_subjects_and_rights import BadName
from wicket.fleet.roster import (
    Known,
    Need,
    Person,
    Roster,
    RosterDocument,
    read_roster,
    sign_new_root,
    sign_roster,
)
from wicket.fleet.signing_keys import Kind

PINNED = Known(ROOT.public)
ALICE, BOB = person("alice"), person("bob", groups=("ci", "prod"), may=("approve", "author"))


@pytest.mark.rule("F-2")
def test_a_gateway_takes_a_roster_that_its_pinned_root_has_signed() -> None:
    signed = roster(ALICE, BOB)
    read, known = read_roster(sign_roster(ROOT, signed), PINNED)
    assert read == signed
    assert (known.root, known.number) == (ROOT.public, 1)
    assert [one.name for one in read.approvers("prod")] == ["bob"]


@pytest.mark.rule("F-2")
@pytest.mark.parametrize("signer", ["the hub", "alice"])
def test_whoever_else_signs_a_roster_is_not_believed(signer: str) -> None:
    with pytest.raises(NotSigned, match="not signed by the fleet's root"):
        read_roster(sign_roster(key_of(signer), roster(ALICE)), PINNED)


@pytest.mark.rule("F-2")
def test_a_roster_that_was_changed_on_the_way_is_refused() -> None:
    document = decode(RosterDocument, sign_roster(ROOT, roster(ALICE)), ROSTER_BYTES)
    body = msgspec.json.encode(roster(ALICE, person("mallory")))
    forged = msgspec.structs.replace(document, roster=msgspec.structs.replace(document.roster, body=body))
    with pytest.raises(NotSigned):
        read_roster(msgspec.json.encode(forged), PINNED)


@pytest.mark.rule("F-50")
def test_an_older_roster_is_refused_and_so_is_another_of_the_same_number() -> None:
    third = sign_roster(ROOT, roster(ALICE, number=3))
    _, known = read_roster(third, PINNED)
    assert read_roster(third, known) == (roster(ALICE, number=3), known)
    with pytest.raises(Stale, match="roster 2 is older than 3"):
        read_roster(sign_roster(ROOT, roster(ALICE, BOB, number=2)), known)
    with pytest.raises(Stale, match="two rosters of number 3"):
        read_roster(sign_roster(ROOT, roster(ALICE, BOB, number=3)), known)


@pytest.mark.rule("F-51")
def test_a_gateway_follows_the_chain_of_roots_from_the_one_it_knows() -> None:
    second, third = key_of("second root"), key_of("third root")
    chain = (sign_new_root(ROOT, second.public), sign_new_root(second, third.public))
    signed = sign_roster(third, roster(ALICE, number=5), chain)
    for pinned in (ROOT, second, third):
        assert read_roster(signed, Known(pinned.public))[1].root == third.public


@pytest.mark.rule("F-51")
def test_an_old_root_signs_no_roster_once_another_took_its_place() -> None:
    chain = (sign_new_root(ROOT, key_of("second root").public),)
    with pytest.raises(NotSigned):
        read_roster(sign_roster(ROOT, roster(ALICE), chain), PINNED)


@pytest.mark.rule("F-51")
@pytest.mark.parametrize("signer", ["the hub", "second root"])
def test_nothing_but_the_pinned_root_names_another(signer: str) -> None:
    second = key_of("second root")
    forged = sign_new_root(key_of(signer), second.public)
    as_if = decode(Signed, msgspec.json.encode(msgspec.structs.replace(forged, key=ROOT.public)), ROSTER_BYTES)
    for chain in ((forged,), (as_if,)):
        with pytest.raises(NotSigned):
            read_roster(sign_roster(second, roster(ALICE), chain), PINNED)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"number": 0}, "a roster's number begins with 1"),
        ({"expires": NOW}, "the roster is over before it begins"),
        ({"people": (ALICE, msgspec.structs.replace(BOB, name="alice"))}, "2 people are called alice"),
        ({"people": (ALICE, msgspec.structs.replace(BOB, key=ALICE.key))}, "everybody has one name and one key"),
        ({"needs": (Need(group="ci", kind="root"), Need(group="ci", kind="root", votes=2))}, "is said 2 times"),
        ({"needs": (Need(group="ci", kind="root", votes=0),)}, "ci needs one vote at least"),
        ({"needs": (Need(group="ci", kind="root", roles=("a", "a")),)}, "each role once"),
    ],
)
def test_a_roster_that_contradicts_itself_is_not_signed(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadMessage, match=says):
        sign_roster(ROOT, msgspec.structs.replace(roster(ALICE), **changes))


@pytest.mark.rule("F-22")
def test_one_key_under_two_names_would_be_two_votes_so_that_no_gateway_takes_it() -> None:
    twice = roster(ALICE, Person(name="alice-2", key=ALICE.key, groups=("ci",)))
    signed = sign_roster_unchecked(twice)
    with pytest.raises(BadMessage, match="2 people have the key"):
        read_roster(signed, PINNED)


def sign_roster_unchecked(signed: Roster) -> bytes:
    """Sign as a wicket without that check would."""
    body = msgspec.json.encode(signed)
    signature = ROOT.sign_statement("wicket-roster-1", body)
    inner = Signed(algorithm="ed25519", key=ROOT.public, body=body, signature=signature)
    return msgspec.json.encode(RosterDocument(roster=inner))


def test_names_and_keys_of_people_are_checked() -> None:
    with pytest.raises(BadName):
        sign_roster(ROOT, roster(Person(name="a.b", key=ALICE.key, groups=("ci",))))
    with pytest.raises(BadName):
        sign_roster(ROOT, roster(Person(name="a", key=ALICE.key, groups=("*",))))
    with pytest.raises(BadKey, match="is no public key of a person"):
        sign_roster(ROOT, roster(Person(name="a", key=key_of("a", Kind.USER).public, groups=("ci",))))
