"""Files are told by their names to hold secrets."""

import pytest

from wicket.redaction.secret_file_names import is_file_of_secrets, is_secret_file


@pytest.mark.parametrize(
    "path", ["/run/secrets/db", ".vault_pass", "token.txt", "~/.config/x/api_key", "rsyncd.secrets", "~/.passwd-s3fs"]
)
def test_files_are_named_for_secrets(path: str) -> None:
    assert is_secret_file(path)


@pytest.mark.parametrize(
    "path",
    ["token.py", "src/password.test.ts", "README.md", "tokens.json", "/dev/null", "key.pub", "out.txt", "$TOKEN"],
)
def test_others_are_not(path: str) -> None:
    assert not is_secret_file(path)


def test_some_hold_nothing_but_secrets() -> None:
    assert is_file_of_secrets("a/secrets.yaml")
    assert is_file_of_secrets("credentials.json")
    assert not is_file_of_secrets("values.yaml")
