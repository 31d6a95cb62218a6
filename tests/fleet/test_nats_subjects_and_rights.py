"""Names in subjects, and what the templates of rights come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.fleet.nats_subjects_and_rights import (
    APPROVER,
    MACHINE,
    NEWCOMER,
    PLACES,
    SHARDS,
    BadName,
    Voted,
    checked_name,
    inbox_prefix,
    read_vote_subject,
    shard_of,
)


@pytest.mark.parametrize("name", ["m", "m1", "build-7", "0", "a" * 63])
def test_a_name_is_one_token_in_small_letters(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "M1", "a.b", "*", ">", "a b", "-a", "a-", "ä", "a\n", "a" * 64, "{{name()}}", "$1"]
)
def test_what_could_be_another_subject_is_no_name(name: str) -> None:
    with pytest.raises(BadName, match="is no name of a group: use a-z, 0-9 and - between them, up to 63 characters"):
        checked_name(name, "name of a group")


@given(text=st.text(max_size=70))
def test_a_name_never_has_what_means_something_in_a_subject(text: str) -> None:
    try:
        name = checked_name(text)
    except BadName:
        return
    assert set(name).isdisjoint(".*> \t\r\n{}$")


@pytest.mark.rule("F-43")
def test_a_machine_has_sixteen_places_by_its_rights() -> None:
    asks = [subject for subject in MACHINE.publish if subject.startswith("m.ask.")]
    assert asks == [f"m.ask.{{{{tag(group)}}}}.{{{{name()}}}}.{place}" for place in "0123456789abcdef"]
    assert len(PLACES) == 16


@pytest.mark.rule("F-44")
def test_members_have_sixteen_subscriptions_at_most() -> None:
    assert [rights.subscriptions for rights in (MACHINE, APPROVER, NEWCOMER)] == [16, 16, 2]


@pytest.mark.parametrize("rights", [MACHINE, APPROVER, NEWCOMER])
def test_no_template_lets_a_member_be_anybody(rights: type) -> None:
    """Whatever is published is under a name or a group of the member's own, except what all may fetch."""
    for subject in rights.publish:  # type: ignore[attr-defined]
        assert "{{" in subject or subject.endswith((".get.roster", ".get.hub")), subject
        assert ">" not in subject


@given(group=st.from_regex(r"[a-z]{1,8}", fullmatch=True), machine=st.from_regex(r"[a-z]{1,8}", fullmatch=True))
def test_a_machine_always_has_the_same_shard(group: str, machine: str) -> None:
    assert shard_of(group, machine) in SHARDS
    assert shard_of(group, machine) == shard_of(group, machine)


def test_machines_are_spread_over_all_shards() -> None:
    assert {shard_of("ci", f"m{number}") for number in range(100)} == set(SHARDS)


def test_answers_go_where_nobody_else_listens() -> None:
    assert inbox_prefix("m", "ci", "m1") == "_I.m.ci.m1"
    assert inbox_prefix("a", "", "alice") == "_I.a.alice"


@pytest.mark.parametrize(
    ("subject", "voted"),
    [
        ("w.vote.ci.m1.t1.alice", Voted("ci", "m1", "t1", "alice")),
        ("m.voted.ci.m1.t1.alice", Voted("ci", "m1", "t1", "alice")),
        ("a.vote.ci.m1.t1.alice", Voted("ci", "m1", "t1", "alice")),
        ("x.vote.ci.m1.t1.alice", None),
        ("w.ask.ci.m1.t1.alice", None),
        ("w.vote.ci.m1.t1", None),
        ("w.vote.ci.m1.t1.alice.x", None),
        ("", None),
    ],
)
def test_the_subject_of_a_vote_says_whose_it_is(subject: str, voted: Voted | None) -> None:
    assert read_vote_subject(subject) == voted
