"""The order of decisions."""

import pickle

import pytest

from policy.judging import decide, policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision, strictest, unsure

ORDER = [ALLOW, PASS, ASK, DENY]


def test_the_words_are_those_of_policies() -> None:
    assert [str(decision) for decision in ORDER] == ["allow", "pass", "ask", "deny"]
    assert [Decision.of(word) for word in ("allow", "pass", "ask", "deny")] == ORDER
    assert repr(DENY) == "Decision.DENY"


@pytest.mark.parametrize("first", ORDER)
@pytest.mark.parametrize("second", ORDER)
def test_the_stricter_wins_whichever_comes_first(first: Decision, second: Decision) -> None:
    a, b = ORDER.index(first), ORDER.index(second)
    assert strictest(first, second) is ORDER[max(a, b)]
    assert (first < second, first <= second, first > second, first >= second) == (a < b, a <= b, a > b, a >= b)


@pytest.mark.parametrize("decision", ORDER)
def test_there_are_just_these_four_wherever_they_travel(decision: Decision) -> None:
    assert pickle.loads(pickle.dumps(decision)) is decision


def test_another_word_is_no_decision() -> None:
    with pytest.raises(KeyError):
        Decision.of("maybe")


@pytest.mark.parametrize(
    ("default", "expected"),
    [("allow", Decision.ASK), ("ask", Decision.ASK), ("pass", Decision.ASK), ("deny", Decision.DENY)],
)
def test_what_is_not_known_is_denied_where_the_default_is(default: str, expected: Decision) -> None:
    assert unsure(default) is expected


@pytest.mark.parametrize(
    "text",
    [
        "frob",
        "$x",
        '"$x" y',
        "ls `$y`",
        "ls $(",
        "ls 'x",
        'eval "$x"',
        "cat x | sh",
        "ls; ${y}z",
        "ls $(a",
        "env $x",
        "xargs",
        "ls " + "$(" * 3000,
        "git log $x",  # it may be what a rule forbids
    ],
)
def test_under_a_default_of_deny_nothing_is_asked_that_is_not_known(text: str) -> None:
    asked = policy("allow: ls *", "allow: git log *", "deny: git log --output *", defaults={"action": "deny"})
    assert decide(asked, text) == "deny"
    assert decide(asked, "ls $x") == "allow"
