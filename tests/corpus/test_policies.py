"""Every case of every corpus, through a policy."""

from collections import Counter

from case_batches import each_of
from corpus.policies import Case, cases

CASES = cases()


@each_of(CASES, named=lambda case: case.id)
def test_a_case_comes_out_right(case: Case) -> None:
    assert case.fits(case.decision()), case.command


def test_no_case_stands_there_twice() -> None:
    seen = [(case.policy, case.command) for case in CASES if case.group.endswith("in a setup")]
    assert len(seen) == len(set(seen))


def test_there_are_enough_of_each() -> None:
    counts = Counter(case.group for case in CASES)
    assert counts["hostile in a setup"] >= 1000
    assert counts["harmless in a setup"] >= 350
    assert counts["pattern language"] >= 350
