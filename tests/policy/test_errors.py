"""What is wrong with a policy, said at once."""

from wicket.errors import WicketError
from wicket.policy.errors import PatternError, PolicyError, Problem
from wicket.policy.model import Origin


def test_a_problem_says_where_what_and_what_to_do() -> None:
    problem = Problem(Origin("wicket.yml", 2), "an empty pattern", "name a program")
    assert str(problem) == "wicket.yml:2: an empty pattern; name a program"
    assert str(Problem(Origin("x", 1), "why")) == "x:1: why"


def test_a_policy_that_does_not_load_has_them_all() -> None:
    problems = (Problem(Origin("x", 1), "one"), Problem(Origin("x", 2), "two"))
    error = PolicyError(problems)
    assert (str(error), error.problems, error.exit_code, isinstance(error, WicketError)) == (
        "x:1: one\nx:2: two",
        problems,
        2,
        True,
    )


def test_a_pattern_that_cannot_be_read_has_a_hint() -> None:
    error = PatternError("an empty pattern", "name a program")
    assert (str(error), error.hint) == ("an empty pattern", "name a program")
