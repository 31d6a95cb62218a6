"""Each planted fault is found by exactly the statement that it breaks: gevals."""

import pytest

from kit.faults import failed, faulty

PLANTED = faulty("g")


@pytest.mark.parametrize("id", PLANTED)
def test_exactly_the_broken_statement_fails(id: str) -> None:
    assert failed(id.lower().replace("-", "_"), "gevals") == [id]


def test_an_honest_extension_meets_all_of_them() -> None:
    assert failed("honest_gevals", "gevals") == []
