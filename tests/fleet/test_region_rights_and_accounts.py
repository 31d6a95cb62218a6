"""What a region's server may do is what its members may do, and no more."""

from fleet.hubs import new_keys
from wicket.fleet.hub_accounts import Revoked
from wicket.fleet.nats_subjects_and_rights import APPROVER, MACHINE
from wicket.fleet.region_rights_and_accounts import helper_rights, joining_rights, region_accounts


def test_it_speaks_for_all_machines_of_its_groups_and_for_its_people_by_name() -> None:
    rights = joining_rights("eu", ("ci", "prod"), ("alice",))
    assert set(rights) == {"machines", "newcomers", "approvers"}
    assert {"m.ask.ci.*.0", "m.ask.prod.*.f", "m.rec.*.ci.*", "m.get.roster", "m.region.eu"} <= set(
        rights["machines"].publish
    )
    assert {"a.vote.ci.*.*.alice", "a.renew.alice", "a.get.asks.prod"} <= set(rights["approvers"].publish)
    assert rights["newcomers"].publish == ("n.enroll.ci.*.*", "n.enroll.prod.*.*", "n.enroll._people.alice.*")
    assert rights["approvers"].listen[0] == "_I.a.alice.>"


def test_it_has_no_rights_of_authors_and_auditors_and_none_that_no_member_has() -> None:
    said = [subject for each in joining_rights("eu", ("ci",), ("alice",)).values() for subject in each.publish]
    assert not [
        subject for subject in said if subject.startswith(("a.policy", "a.audit", "w.", "$")) or "{{" in subject
    ]
    assert not [subject for subject in said if ">" in subject]
    per_group = len([each for each in MACHINE.publish if "tag(group)" in each])
    assert len([each for each in said if each.startswith("m.") and ".ci" in each]) == per_group
    assert len(APPROVER.publish) == len([each for each in said if each.startswith("a.")]) + 2


def test_without_people_it_does_not_join_their_account() -> None:
    """A login without a list of rights would have all of them."""
    assert set(joining_rights("eu", ("ci",), ())) == {"machines", "newcomers"}
    assert all(each.publish and each.listen for each in joining_rights("eu", ("ci",), ()).values())


def test_its_helper_asks_for_one_thing() -> None:
    assert helper_rights("eu").publish == ("m.region.eu",)
    assert helper_rights("eu").listen == ("_I.r.eu.>",)


def test_its_accounts_let_in_the_same_members_and_take_nothing_from_elsewhere() -> None:
    keys = new_keys()
    made = region_accounts(keys, Revoked({"U1": 1}, {"U2": 2}))
    assert [each.name for each in made] == ["MACHINES", "APPROVERS", "NEWCOMERS"]
    assert not any(each.takes or each.offers or each.disk or each.memory for each in made)
    assert keys.fleet.public not in {each.key for each in made}
    assert [each.revoked for each in made] == [{"U1": 1}, {"U2": 2}, {}]
    assert made[0].roles[0].key == keys.machine_signer.public
