"""Each planted fault is found by exactly the statement that it breaks: zot."""

import pytest

from kit.faults import broken_by, failed, faulty

PLANTED = faulty("z")


@pytest.mark.parametrize("name", PLANTED)
def test_exactly_the_broken_statement_fails(name: str) -> None:
    assert failed(name, "zot") == [broken_by(name)]


def test_an_honest_extension_meets_all_of_them() -> None:
    assert failed("honest_zot", "zot") == []
