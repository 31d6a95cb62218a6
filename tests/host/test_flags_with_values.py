"""What is known of the flags of well-known programs, and what is not."""

import pytest

from wicket.host.flags_with_values import takes_value


@pytest.mark.rule("R-H8")
@pytest.mark.parametrize(
    ("program", "flag", "known"),
    [
        ("curl", "-X", True),
        ("curl", "--request", True),
        ("curl", "-s", False),
        ("curl", "--silent", False),
        ("curl", "-sX", None),
        ("wget", "--post-data", True),
        ("rm", "-r", False),
        ("git", "-C", True),
        ("git", "--force", False),
        ("git", "-m", None),
        ("frobnicate", "-X", None),
    ],
)
def test_what_is_known_of_a_flag(program: str, flag: str, known: bool | None) -> None:
    assert takes_value(program, flag) is known
