"""What is wrong with a policy, said at once."""

from wicket.errors import WicketError
from wicket.policy.config_model import Origin
from wicket.policy.errors import PatternError, PolicyError, Problem


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


def test_what_a_policy_says_is_never_repeated_at_length() -> None:
    long = "A" * 10_000
    said = str(Problem(Origin(f"/{long}/wicket.yml", 7), f"there is no {long}", f"write {long}"))
    assert len(said) < 1300
    assert "wicket.yml:7: there is no AAA" in said
    assert len(str(PatternError(long))) == 200


def test_more_problems_than_anybody_reads_are_counted() -> None:
    problems = tuple(Problem(Origin("x", line), "why") for line in range(1, 3001))
    error = PolicyError(problems)
    assert (len(error.problems), len(str(error).splitlines())) == (201, 201)
    assert str(error.problems[-1]) == "x:201: here and below are 2800 more; begin with those above"
