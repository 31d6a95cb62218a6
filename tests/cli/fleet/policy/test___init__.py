"""`wicket fleet policy` names its verbs."""

from wicket.cli.fleet.policy import policy


def test_there_are_three_verbs() -> None:
    assert sorted(policy.verbs) == ["push", "rollback", "status"]
