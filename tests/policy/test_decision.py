"""The order of decisions."""

import pickle

import pytest

from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision, strictest

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
