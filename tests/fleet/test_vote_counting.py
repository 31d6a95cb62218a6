"""Votes: whose count, and when there are enough."""

from collections.abc import Callable
from itertools import combinations, permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet.people import NOW, ask, key_of, person, roster, sent
from wicket.fleet.errors import BadMessage, FleetError
from wicket.fleet.messages import PURPOSE_VOTE, VOTE_BYTES, Vote, sign
from wicket.fleet.roster import Need, Person, Roster
from wicket.fleet.vote_counting import (
    CastVote,
    Outcome,
    SentAsk,
    VoteRefused,
    as_recorded,
    cast,
    counted,
    outcome,
    recorded_vote,
)
from wicket.gateway.record_entries import voted
from wicket.gateway.record_redaction import Redaction
from wicket.wire.approver_views import Terms

ASK = sent(ask())
ALICE, BOB, CAROL = person("alice"), person("bob"), person("carol", groups=("prod",))
AUDITOR = person("dora", may=("audit",))
ROSTER = roster(ALICE, BOB, CAROL, AUDITOR)


def vote(name: str, decision: str = "approve", asked: SentAsk = ASK, **more: object) -> CastVote:
    return cast(key_of(name), name, asked, decision, **more)  # type: ignore[arg-type]


@pytest.mark.rule("F-17")
def test_a_vote_counts_if_everything_fits() -> None:
    who, read = counted(vote("alice", because="reviewed"), ASK, ROSTER, NOW)
    assert (who, read.decision, read.because) == (ALICE, "approve", "reviewed")


def forged_by_the_hub() -> CastVote:
    honest = vote("alice")
    return msgspec_replace(honest, key_of("the hub").public)


def msgspec_replace(cast_vote: CastVote, key: str) -> CastVote:
    fields = msgspec.json.decode(cast_vote.data) | {"key": key}
    return CastVote(cast_vote.subject, msgspec.json.encode(fields))


def signed_by_another_in_her_name() -> CastVote:
    forged = cast(key_of("the hub"), "alice", ASK, "approve")
    return msgspec_replace(forged, ALICE.key)


def on_the_subject_of(name: str) -> CastVote:
    return CastVote(f"m.voted.ci.m1.t1.{name}", vote("alice").data)


def signed_for_a_login() -> CastVote:
    """A signature by the key that logs in: a hub can have any text signed by that one."""
    login = key_of("alice").login()
    body = msgspec.json.encode(Vote(machine="m1", ticket="t1", digest=ASK.digest, decision="approve", by="alice"))
    signature = login.sign_text(PURPOSE_VOTE.encode() + b"\0" + body)
    fields = {"v": 1, "algorithm": "ed25519", "key": login.public, "body": body, "signature": signature}
    return CastVote("m.voted.ci.m1.t1.alice", msgspec.json.encode(fields))


def about_another_ticket_inside() -> CastVote:
    inner = Vote(machine="m1", ticket="t2", digest=ASK.digest, decision="approve", by="alice")
    return CastVote("m.voted.ci.m1.t1.alice", sign(key_of("alice"), PURPOSE_VOTE, inner, VOTE_BYTES))


@pytest.mark.rule("F-17")
@pytest.mark.parametrize(
    ("make", "says"),
    [
        (forged_by_the_hub, "its key is in no roster in force"),
        (signed_by_another_in_her_name, "its signature is not alice's"),
        (lambda: vote("mallory"), "its key is in no roster in force"),
        (signed_for_a_login, "its key is in no roster in force"),
        (lambda: vote("carol"), "carol may not approve for ci"),
        (lambda: vote("dora"), "dora may not approve for ci"),
        (lambda: on_the_subject_of("bob"), "alice signed it, and it came in the name of bob"),
        (lambda: vote("alice", asked=sent(ask(nonce="1" * 32))), "alice was shown something else than what was asked"),
        (lambda: vote("alice", asked=sent(ask(policy="other"))), "alice was shown something else than what was asked"),
        (
            lambda: vote("alice", asked=sent(ask(ticket="t2"))),
            "it came as a vote about something else, on a.vote.ci.m1.t2.alice",
        ),
        (
            lambda: vote("alice", asked=sent(ask(machine="m2"))),
            "it came as a vote about something else, on a.vote.ci.m2.t1.alice",
        ),
        (about_another_ticket_inside, "alice signed it for t2 of m1"),
    ],
)
def test_a_vote_that_does_not_fit_is_refused_and_decides_nothing(make: Callable[[], CastVote], says: str) -> None:
    with pytest.raises(VoteRefused) as caught:
        counted(make(), ASK, ROSTER, NOW)
    assert str(caught.value) == says
    assert outcome([make()], ASK, ROSTER, NOW).decision == "open"


@pytest.mark.rule("F-8")
def test_a_vote_cast_before_its_approver_was_taken_out_no_longer_counts() -> None:
    cast_before = [vote("alice")]
    assert outcome(cast_before, ASK, ROSTER, NOW).decision == "approved"
    assert outcome(cast_before, ASK, roster(BOB, number=2), NOW) == Outcome("open", missing=1, could=("bob",))


@pytest.mark.rule("F-50")
def test_no_vote_counts_past_the_end_of_the_roster() -> None:
    assert outcome([vote("alice")], ASK, ROSTER, ROSTER.expires - 1).decision == "approved"
    for now in (ROSTER.expires, ROSTER.expires + 1):
        assert outcome([vote("alice")], ASK, ROSTER, now).decision == "open"
        with pytest.raises(VoteRefused, match="the roster's time is over"):
            counted(vote("alice"), ASK, ROSTER, now)


def test_bytes_that_are_no_vote_decide_nothing() -> None:
    for data in (b"", b"yes", b'{"v":9}', b"{}"):
        with pytest.raises(FleetError):
            counted(CastVote("m.voted.ci.m1.t1.alice", data), ASK, ROSTER, NOW)
        assert outcome([CastVote("m.voted.ci.m1.t1.alice", data)], ASK, ROSTER, NOW).decision == "open"


# ── how many ─────────────────────────────────────────────────────────────────


@pytest.mark.rule("F-22")
def test_four_eyes_are_two_people() -> None:
    four_eyes = roster(ALICE, BOB, needs=(Need(group="ci", kind="user", votes=2),))
    assert outcome([], ASK, four_eyes, NOW) == Outcome("open", missing=2, could=("alice", "bob"))
    once = outcome([vote("alice")], ASK, four_eyes, NOW)
    assert once == Outcome("open", ("alice",), missing=1, could=("bob",))
    assert outcome([vote("alice"), vote("alice", because="again")], ASK, four_eyes, NOW) == once
    assert outcome([vote("alice"), vote("bob")], ASK, four_eyes, NOW) == Outcome("approved", ("alice", "bob"))


@pytest.mark.rule("F-22")
def test_a_denial_of_one_ends_it_unless_there_were_enough_before() -> None:
    four_eyes = roster(ALICE, BOB, person("erin"), needs=(Need(group="ci", kind="user", votes=2),))
    denied = vote("erin", "deny", because="not today")
    assert outcome([vote("alice"), denied, vote("bob")], ASK, four_eyes, NOW) == Outcome(
        "denied", ("erin",), "not today"
    )
    assert outcome([vote("alice"), vote("bob"), denied], ASK, four_eyes, NOW).decision == "approved"


@pytest.mark.rule("F-22")
def test_each_role_needs_a_person_of_its_own() -> None:
    both = person("alice", roles=("ops", "security"))
    ops = person("bob", roles=("ops",))
    needs = (Need(group="ci", kind="user", votes=2, roles=("ops", "security")),)
    people = roster(both, ops, person("erin"), needs=needs)
    assert outcome([vote("alice")], ASK, people, NOW) == Outcome(
        "open", ("alice",), missing=1, roles=("ops", "security"), could=("bob",)
    )
    for order in permutations(["alice", "bob"]):
        assert outcome([vote(name) for name in order], ASK, people, NOW).decision == "approved"
    # Two votes, and nobody stands for security.
    assert outcome([vote("bob"), vote("erin")], ASK, people, NOW) == Outcome(
        "open", ("bob", "erin"), missing=1, roles=("security",), could=("alice",)
    )


@pytest.mark.rule("F-22")
def test_what_is_needed_depends_on_the_class() -> None:
    people = roster(ALICE, BOB, needs=(Need(group="ci", kind="root", votes=2),))
    as_root = sent(ask(kind="root"))
    assert outcome([vote("alice")], ASK, people, NOW).decision == "approved"
    assert outcome([vote("alice", asked=as_root)], as_root, people, NOW).decision == "open"


@pytest.mark.rule("F-26")
def test_terms_are_agreed_to_if_all_who_approved_have_the_same() -> None:
    four_eyes = roster(ALICE, BOB, needs=(Need(group="ci", kind="user", votes=2),))
    terms = Terms(times=3, seconds=60.0)
    agreed = outcome([vote("alice", terms=terms), vote("bob", terms=terms)], ASK, four_eyes, NOW)
    assert agreed.terms == terms
    assert outcome([vote("alice", terms=terms), vote("bob")], ASK, four_eyes, NOW).terms is None


NAMES = ("alice", "bob", "erin", "frank")
ROLES = ("ops", "security", "legal")
CASTS = {name: vote(name) for name in NAMES}


@given(
    roles_of=st.lists(st.sets(st.sampled_from(ROLES)), min_size=4, max_size=4),
    wanted=st.sets(st.sampled_from(ROLES)),
    votes=st.integers(1, 4),
    voters=st.lists(st.sampled_from(NAMES), max_size=6),
)
def test_enough_is_enough_in_every_order_and_never_less(
    roles_of: list[set[str]], wanted: set[str], votes: int, voters: list[str]
) -> None:
    people = [person(name, roles=tuple(sorted(roles))) for name, roles in zip(NAMES, roles_of, strict=True)]
    needs = (Need(group="ci", kind="user", votes=votes, roles=tuple(sorted(wanted))),)
    held = roster(*people, needs=needs)
    came = outcome([CASTS[name] for name in voters], ASK, held, NOW)
    who = [one for one in people if one.name in voters]
    assert (came.decision == "approved") == enough(who, votes, sorted(wanted))
    assert outcome([CASTS[name] for name in reversed(voters)], ASK, held, NOW).decision == came.decision
    if came.decision == "open":
        possible = enough(people, votes, sorted(wanted))
        assert bool(came.could) or not possible or not came.missing


def enough(people: list[Person], votes: int, roles: list[str]) -> bool:
    """By trying all."""
    if len(people) < votes:
        return False
    return any(
        all(role in one.roles for role, one in zip(roles, chosen, strict=True))
        for some in combinations(people, len(roles))
        for chosen in permutations(some)
    )


@given(names=st.lists(st.sampled_from(["alice", "bob", "mallory"]), max_size=8), expired=st.booleans())
def test_strangers_never_make_a_decision(names: list[str], expired: bool) -> None:
    now = ROSTER.expires if expired else NOW
    decided = outcome([vote(name) for name in names], ASK, ROSTER, now)
    assert (decided.decision == "approved") == (not expired and bool({"alice", "bob"} & set(names)))


def test_the_roster_is_looked_at_when_it_is_decided() -> None:
    empty: Roster = roster()
    assert outcome([vote("alice")], ASK, empty, NOW) == Outcome("open", missing=1)


def recorded(cast_vote: CastVote) -> dict[str, str]:
    [said] = Redaction().clean(voted("t1", ASK.digest, [as_recorded(cast_vote)], NOW)).body["votes"]
    return said  # type: ignore[no-any-return]


@pytest.mark.rule("F-16")
def test_a_vote_is_proven_by_the_record_alone() -> None:
    honest = vote("alice", because="reviewed", terms=Terms(times=3, seconds=60.0))
    read = recorded_vote(recorded(honest), "ci")
    assert (read.data, counted(read, ASK, ROSTER, NOW)[0]) == (honest.data, ALICE)
    changed = recorded(honest) | {"signed": recorded(honest)["signed"].replace("approve", "deny")}
    assert outcome([recorded_vote(changed, "ci")], ASK, ROSTER, NOW).decision == "open"
    for broken in ({}, recorded(honest) | {"signature": "x"}, recorded(honest) | {"signed": "{}"}):
        with pytest.raises(BadMessage):
            recorded_vote(broken, "ci")


def test_a_secret_in_a_reason_is_left_out_of_the_record() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    said = recorded(vote("alice", because=f"with {secret}"))
    assert secret not in str(said)
    assert "with [redacted]" in said["signed"]
    with pytest.raises(VoteRefused, match="its signature is not alice's"):
        counted(recorded_vote(said, "ci"), ASK, ROSTER, NOW)
