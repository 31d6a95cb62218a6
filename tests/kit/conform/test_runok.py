"""Each planted fault is found by exactly the statement that it breaks: runok."""

import pytest

from kit.faults import failed, faulty

PLANTED = faulty("r")


@pytest.mark.parametrize("id", PLANTED)
def test_exactly_the_broken_statement_fails(id: str) -> None:
    assert failed(id.lower().replace("-", "_"), "runok") == [id]


def test_an_honest_extension_meets_all_of_them() -> None:
    assert failed("honest_runok", "runok") == []
