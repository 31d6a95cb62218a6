"""What looks like a secret stays with us; what says where, which or how much goes to the child."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounds import SOON_S
from wicket.host import child_environment as module
from wicket.host.child_environment import for_child, looks_secret


def words(text: str) -> list[str]:
    return text.split()


SECRET_NAMES = words(
    """
    ANTHROPIC_API_KEY OPENAI_API_KEY OPENAI_KEY OPENAI_API_KEY_2 GEMINI_APIKEY apiKey TS_AUTHKEY
    STRIPE_KEY GITHUB_TOKEN GH_TOKEN NPM_TOKEN NPMTOKEN npm_config__authToken githubToken HF_TOKEN
    VAULT_TOKEN TOKEN API_TOKENS AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
    AWS_CONTAINER_AUTHORIZATION_TOKEN AWS_CONTAINER_CREDENTIALS_RELATIVE_URI AZURE_CLIENT_SECRET
    AZURE_STORAGE_CONNECTION_STRING CONNECTION_STRING GOOGLE_CREDENTIALS DB_CREDS CLIENT_SECRET
    client_secret SECRET SECRETS DJANGO_SECRET_KEY SECRET_ID DB_PASSWORD PGPASSWORD MYSQL_PWD DB_PASS
    SMTP_PASS SSHPASS LUKS_PASSPHRASE ROOT_PASSWD Password SSH_PRIVATE_KEY SSH_PRIVATEKEY SIGNING_KEY
    ENCRYPTION_KEYS WALLET_MNEMONIC NPM_AUTH DOCKER_AUTH_CONFIG GITHUB_PAT AZURE_DEVOPS_EXT_PAT
    SESSION_COOKIE SERVICE_JWT BEARER SLACK_WEBHOOK SLACK_WEBHOOK_URL TEAMS_WEBHOOK_URL
    WICKET_APPROVER_TOKEN
    """
)

HARMLESS_NAMES = words(
    """
    PATH HOME USER SHELL LANG LC_ALL TERM TZ PWD OLDPWD TMPDIR DISPLAY EDITOR VIRTUAL_ENV NODE_OPTIONS
    PYTHONPATH AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE
    AWS_WEB_IDENTITY_TOKEN_FILE AWS_ROLE_ARN AZURE_CLIENT_ID AZURE_TENANT_ID CLOUDSDK_CORE_PROJECT
    GOOGLE_CLOUD_PROJECT GOOGLE_APPLICATION_CREDENTIALS KUBECONFIG KUBE_CONTEXT DOCKER_HOST DOCKER_CONTEXT
    DOCKER_CONFIG SSH_AUTH_SOCK SSH_AGENT_PID SSH_ASKPASS GIT_ASKPASS SUDO_ASKPASS GPG_AGENT_INFO
    GNUPGHOME XAUTHORITY GNOME_KEYRING_CONTROL KRB5CCNAME PGPASSFILE NETRC SSH_KEY_PATH API_KEY_FILE
    SECRET_NAME TOKEN_TTL TOKEN_EXPIRY MAX_TOKENS MAX_THINKING_TOKENS CLAUDE_CODE_MAX_OUTPUT_TOKENS
    TOKEN_LIMIT TOKENIZERS_PARALLELISM SSH_PUBLIC_KEY PUBLIC_KEY AUTH_TYPE COMPASS_MODE BYPASS KEYBOARD
    XDG_SESSION_ID HTTP_PROXY DATABASE_URL WICKET_HOME BASH_FUNC_greet%% _
    """
)

SECRET_VALUES = {
    "url-with-password": "postgres://app:hunter2@db.internal/app",
    "proxy-with-password": "http://me:pw@proxy:3128",
    "token-as-user": "https://x-access-token:abc@github.com/a/b",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "service-account": '{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\nMII"}',
    "aws": "AKIA" + "A1B2C3D4E5F6G7H8",
    "github": "ghp_" + "a" * 36,
    "github-fine-grained": "github_pat_" + "a" * 60,
    "gitlab": "glpat-" + "a" * 20,
    "openai": "sk-proj-" + "a" * 40,
    "stripe": "sk_live_" + "a" * 24,
    "slack": "xoxb-" + "1" * 12,
    "hugging-face": "hf_" + "a" * 34,
    "npm": "npm_" + "a" * 36,
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x",
    "inside-of-text": "--header 'Authorization: ghs_" + "a" * 36 + "'",
}

HARMLESS_VALUES = {
    "url": "postgres://db.internal:5432/app",
    "url-with-user": "ssh://git@github.com/a/b",
    "url-with-at-in-path": "https://host:8080/@scope/package",
    "colons": "a:b@c",
    "path": "/home/me/.kube/config:/etc/kube",
    "public-key": "-----BEGIN PUBLIC KEY-----",
    "certificate": "-----BEGIN CERTIFICATE-----",
    "short": "sk-short",
    "empty": "",
}


@pytest.mark.parametrize("name", SECRET_NAMES)
def test_a_name_that_looks_like_a_secret(name: str) -> None:
    assert looks_secret(name)


@pytest.mark.parametrize("name", HARMLESS_NAMES)
def test_a_name_that_does_not(name: str) -> None:
    assert not looks_secret(name)


@pytest.mark.parametrize("value", SECRET_VALUES.values(), ids=SECRET_VALUES)
def test_a_value_that_looks_like_a_secret(value: str) -> None:
    assert looks_secret("X", value)


@pytest.mark.parametrize("value", HARMLESS_VALUES.values(), ids=HARMLESS_VALUES)
def test_a_value_that_does_not(value: str) -> None:
    assert not looks_secret("X", value)


@given(st.data())
def test_a_value_is_searched_if_it_may_be_one(data: st.DataObject) -> None:
    for expression in module._expressions():
        value = data.draw(st.from_regex(expression))
        assert looks_secret("X", value) or len(value) < module._MIN_SECRET_CHARS


@pytest.mark.parametrize("piece", ["a", "a://", "a://b:", "eyJaaaaaaaa-", "-----BEGIN A", "ghp_", "sk-", "AKIA"])
def test_a_long_value_takes_no_time(piece: str) -> None:
    value = piece * (128 * 1024 // len(piece))
    before = time.perf_counter()
    looks_secret("X", value)
    assert time.perf_counter() - before < SOON_S


def test_secrets_are_withheld_and_the_rest_passes() -> None:
    outer = {"PATH": "/bin", "GH_TOKEN": "x", "AWS_PROFILE": "prod", "DB": "pg://a:b@c/d", "API_KEY": "y"}
    assert for_child(outer) == ({"PATH": "/bin", "AWS_PROFILE": "prod"}, ("API_KEY", "DB", "GH_TOKEN"))


def test_what_is_named_passes() -> None:
    outer = {"GH_TOKEN": "x", "API_KEY": "y"}
    assert for_child(outer, named=["GH_TOKEN", "ABSENT"]) == ({"GH_TOKEN": "x"}, ("API_KEY",))


def test_no_name_opens_the_approvers_door() -> None:
    outer = {"WICKET_APPROVER_TOKEN": "x"}
    assert for_child(outer, named=["WICKET_APPROVER_TOKEN"]) == ({}, ("WICKET_APPROVER_TOKEN",))


def test_what_systemd_gave_to_us_is_not_for_children() -> None:
    outer = {"NOTIFY_SOCKET": "/run/x", "LISTEN_FDS": "1", "LANG": "C"}
    assert for_child(outer) == ({"LANG": "C"}, ("LISTEN_FDS", "NOTIFY_SOCKET"))


def test_extra_variables_win_and_are_not_judged() -> None:
    outer = {"A": "1", "GH_TOKEN": "outer"}
    assert for_child(outer, extra={"A": "2", "GH_TOKEN": "inner"}) == ({"A": "2", "GH_TOKEN": "inner"}, ())


def test_the_outer_environment_is_left_alone() -> None:
    outer = {"A": "1", "GH_TOKEN": "x"}
    for_child(outer, named=["GH_TOKEN"], extra={"B": "2"})
    assert outer == {"A": "1", "GH_TOKEN": "x"}


@given(
    outer=st.dictionaries(st.sampled_from(SECRET_NAMES + HARMLESS_NAMES) | st.text(), st.text()),
    named=st.sets(st.sampled_from(SECRET_NAMES)),
)
def test_every_variable_is_either_passed_or_withheld(outer: dict[str, str], named: set[str]) -> None:
    env, withheld = for_child(outer, named=named)
    assert set(env) | set(withheld) == set(outer)
    assert set(env).isdisjoint(withheld)
    assert env.items() <= outer.items()
