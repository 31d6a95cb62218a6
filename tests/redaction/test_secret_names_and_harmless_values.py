"""Tests of `secret_names_and_harmless_values`."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.redaction import secret_names_and_harmless_values as module
from wicket.redaction.secret_names_and_harmless_values import (
    is_code,
    is_file_of_secrets,
    is_prose,
    is_secret_file,
    is_secret_variable,
    is_setting,
    refers,
    says_secret,
)

# ── names that say that what they name is a secret, and names that only sound so ──

SECRET = """
password PASSWORD passwd db_password dbPassword DB_PASSWORD1 mysqlRootPassword pgpassword spring.datasource.password
pwd ossrhPassword keyStorePassword storepass keypass passphrase token auth-token authToken _authToken GITHUB_TOKEN
TOKEN_2 tokens secret client_secret clientSecret x-e2e-secret api_key api-key apikey apiKey X-Api-Key DD-API-KEY
STRIPE_KEY account-key AccountKey SharedAccessKey private_key aws_secret_access_key Ocp-Apim-Subscription-Key
credentials creds cookie SESSION_COOKIE NPM_AUTH authorization jwt otp pin psk sig passcode
AZURE_STORAGE_CONNECTION_STRING SLACK_WEBHOOK_URL ansible_password
"""

HARMLESS = """
key keys primary_key foreign_key sort-key cache-key KEY key_file keyboard monkey user name path PWD OLDPWD token_type
max_tokens total_token_count public_key PUBLIC_KEY password-file password_file PASSWORD_STORE_DIR askpass bypass
compass token-url tokenizer author authority auth_type secret_name secretName SECRET_ARN_PATH passed passing
passthrough pass_rate pytest credential.helper assets description signature_version password-stdin passwordPolicy
cookie_path
"""


@pytest.mark.parametrize("name", SECRET.split())
def test_a_name_that_says_so(name: str) -> None:
    assert says_secret(name)


@pytest.mark.parametrize("name", HARMLESS.split())
def test_a_name_that_does_not(name: str) -> None:
    assert not says_secret(name)


PIECES = [*SECRET.split(), *HARMLESS.split(), "KEY", "PASS", "MAX", "FILE", "_", "-", ".", "1", "23", "x", "é"]


@given(st.lists(st.sampled_from(PIECES), max_size=4).map("".join), st.sampled_from([str.upper, str.lower]))
def test_a_variable_in_one_case_is_read_as_any_other(name: str, spelled: Callable[[str], str]) -> None:
    """Such a name is split without an expression; with a letter of another alphabet before it, it is not."""
    name = spelled(name)
    if name.upper() not in {*module._HARMLESS_NAMES, *module._SECRET_NAMES}:
        assert is_secret_variable(name) == is_secret_variable(f"ж_{name}")


def test_a_variable_of_the_environment_may_be_a_key() -> None:
    assert is_secret_variable("KEY")
    assert not is_secret_variable("KEYBOARD")


# ── files are told by their names to hold secrets ─────────────────────────────


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


# ── values that are no secrets although their names say so ────────────────────

ASSIGNMENT = re.compile(r"(?P<name>\w+)(?P<by>\s*(?:==|=|:)\s*)(?P<value>\S+)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total_tokens = 0", True),
        ("total_tokens = x7", False),
        ("pwd=/srv/app", True),
        ("pwd=x7", False),
        ("a pass: collect", True),
        ("pass: x7", False),
    ],
)
def test_numbers_folders_and_sentences_are_prose(text: str, expected: bool) -> None:
    match = ASSIGNMENT.search(text)
    assert match is not None
    assert is_prose(text, match, match["value"]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("password == other", True),
        ("password = get_password(x)", True),
        ("password = password", True),
        ("password = hunter2", False),
        ("password=rosebud", False),
    ],
)
def test_what_compares_calls_or_copies_is_code(text: str, expected: bool) -> None:
    match = ASSIGNMENT.search(text)
    assert match is not None
    value = match["value"].partition("(")[0]
    assert is_code(text, match["by"], value, match.start("value") + len(value)) is expected


def test_a_plain_word_is_a_setting_where_no_program_is_written() -> None:
    assert is_setting("password = rosebudded", "rosebudded", len("password = rosebudded"))
    assert not is_setting("return password = rosebudded;", "rosebudded", len("return password = rosebudded"))


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            " ",
            "$X",
            "${X}",
            "${X:-}",
            "$(cat key)",
            "`cat key`",
            "$USER:$PASSWORD",
            "{{ token }}",
            "${{ secrets.X }}",
        ),
        *(
            "<token>",
            "[redacted]",
            "***",
            "xxx",
            "*",
            "...",
            "%s",
            "%(password)s",
            "%PASSWORD%",
            "@/run/key",
            "@key.txt",
        ),
        *(
            "true",
            "False",
            "none",
            "null",
            "str",
            "changeme",
            "your-api-key",
            "os.environ['X']",
            "process.env.X",
            "op://a/b",
        ),
    ],
)
def test_it_refers(value: str) -> None:
    assert refers(value)


@pytest.mark.parametrize("value", ["hunter2", "a$b", "p@ss", "%hunter2", "$X-hunter2", "s3cr3t!", "0123", "xxy", "é"])
def test_it_is_one(value: str) -> None:
    assert not refers(value)
