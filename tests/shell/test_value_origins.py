"""What a value is made of is kept when others are made of it."""

import pytest

from wicket.shell.value_origins import OF_FILES, OF_SECRETS, is_of_secret, origins


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("$API_TOKEN is not assigned in this text", True),
        ("$db_password is not assigned in this text", True),
        ("$HOME is not assigned in this text", False),
        ("the output of API_TOKEN", False),
        (f"what is read{OF_SECRETS}", True),
        ("", False),
    ],
)
def test_which_reasons_speak_of_a_secret(reason: str, expected: bool) -> None:
    assert is_of_secret(reason) is expected


def test_all_origins_are_kept_once() -> None:
    secret = "$API_TOKEN is not assigned in this text"
    assert origins([None, "", "a glob"]) == ""
    assert origins([f"a{OF_FILES}", f"b{OF_FILES}"]) == OF_FILES
    assert origins([secret, f"a{OF_FILES}"]) == OF_FILES + OF_SECRETS
    assert origins([f"a{origins([secret])}"]) == OF_SECRETS
