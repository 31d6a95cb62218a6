"""Each planted fault is found by exactly the statement that it breaks: zot."""

import pytest

from kit.faults import failed, faulty

PLANTED = faulty("z")


@pytest.mark.parametrize("id", PLANTED)
def test_exactly_the_broken_statement_fails(id: str) -> None:
    assert failed(id.lower().replace("-", "_"), "zot") == [id]


def test_an_honest_extension_meets_all_of_them() -> None:
    assert failed("honest_zot", "zot") == []
