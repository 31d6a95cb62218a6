"""Names that say that what they name is a secret, and names that only sound so."""

import pytest

from wicket.redaction.secret_names import is_secret_variable, says_secret

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


def test_a_variable_of_the_environment_may_be_a_key() -> None:
    assert is_secret_variable("KEY")
    assert not is_secret_variable("KEYBOARD")
