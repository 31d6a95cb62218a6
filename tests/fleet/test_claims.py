"""Claims as a server reads them, and as the hub reads those that it has made."""

import base64
import json
from typing import Any

import pytest

from fleet.people import key_of
from wicket.fleet.claims import (
    Account,
    Crossing,
    Role,
    account_claim,
    member_claim,
    operator_claim,
    read_member,
    revoked_in,
    user_claim,
)
from wicket.fleet.errors import BadKey, BadMessage, NotSigned
from wicket.fleet.nats_subjects_and_rights import Rights
from wicket.fleet.signing_keys import Kind, signed_by

OPERATOR = key_of("operator", Kind.OPERATOR)
ACCOUNT = key_of("account", Kind.ACCOUNT)
SIGNER = key_of("signer", Kind.ACCOUNT)
USER = key_of("user", Kind.USER)
TAGS = {"group": ("ci", "prod"), "shard": ("3",)}


def fields(claim: str) -> dict[str, Any]:
    head, body, signature = claim.split(".")
    read: dict[str, Any] = {}
    for part in (head, body):
        read |= json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    made = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
    assert signed_by(read["iss"], f"{head}.{body}".encode(), made)
    return read


def member(**changes: Any) -> str:
    settings: dict[str, Any] = {"name": "m1", "key": USER.public, "tags": TAGS, "now": 100, "seconds": 3600}
    return member_claim(SIGNER, ACCOUNT.public, **(settings | changes))


@pytest.mark.rule("F-4")
def test_a_member_has_a_name_tags_and_an_end_and_no_rights_of_its_own() -> None:
    claim = fields(member())
    del claim["jti"]
    assert claim == {
        "typ": "JWT",
        "alg": "ed25519-nkey",
        "iat": 100,
        "exp": 3700,
        "iss": SIGNER.public,
        "sub": USER.public,
        "name": "m1",
        "nats": {
            "type": "user",
            "version": 2,
            "issuer_account": ACCOUNT.public,
            "tags": ["group:ci", "group:prod", "shard:3"],
        },
    }


def test_a_member_is_read_as_it_was_made() -> None:
    read = read_member(member(), frozenset({SIGNER.public}))
    assert (read.name, read.key, read.tags, read.issued, read.expires, read.account) == (
        "m1",
        USER.public,
        TAGS,
        100,
        3700,
        ACCOUNT.public,
    )


def test_a_member_that_somebody_else_has_made_is_not_read() -> None:
    with pytest.raises(NotSigned, match="the claim was not signed by this hub"):
        read_member(member(), frozenset({ACCOUNT.public}))
    head, body, signature = member().split(".")
    other = member(name="m2").split(".")[1]
    with pytest.raises(NotSigned):
        read_member(f"{head}.{other}.{signature}", frozenset({SIGNER.public}))
    for text in ("", "a.b", "a.b.c", f"{head}.{body}", operator_claim(OPERATOR, ACCOUNT.public, 1)):
        with pytest.raises(BadMessage):
            read_member(text, frozenset({SIGNER.public}))


def test_a_key_that_signs_statements_is_no_member() -> None:
    with pytest.raises(BadKey):
        member(key=key_of("alice").public)


@pytest.mark.rule("F-4")
def test_an_account_says_what_its_scoped_keys_can_make_and_what_it_takes() -> None:
    rights = Rights(publish=("m.ask.{{name()}}",), listen=("_I.>",), payload=1000)
    account = Account(
        "MACHINES",
        ACCOUNT.public,
        (Role("machine", SIGNER.public, rights),),
        offers=(Crossing("x", "w.x.*", "", service=True, many_answers=True), Crossing("y", "w.y", "", service=False)),
        takes=(Crossing("ask", "w.ask.*.*", "m.ask.*.*", service=True),),
        takes_from="AFLEET",
        revoked={USER.public: 5},
    )
    nats = fields(account_claim(OPERATOR, account, 1))["nats"]
    assert nats["signing_keys"] == [
        {
            "kind": "user_scope",
            "key": SIGNER.public,
            "role": "machine",
            "template": {
                "pub": {"allow": ["m.ask.{{name()}}"]},
                "sub": {"allow": ["_I.>"]},
                "subs": 16,
                "data": -1,
                "payload": 1000,
                "allowed_connection_types": ["STANDARD", "WEBSOCKET"],
            },
        }
    ]
    assert nats["exports"] == [
        {"name": "x", "subject": "w.x.*", "type": "service", "response_type": "Stream"},
        {"name": "y", "subject": "w.y", "type": "stream"},
    ]
    assert nats["imports"] == [
        {
            "name": "ask",
            "account": "AFLEET",
            "subject": "w.ask.*.*",
            "local_subject": "m.ask.$1.$2",
            "type": "service",
        }
    ]
    assert nats["revocations"] == {USER.public: 5}
    assert revoked_in(account_claim(OPERATOR, account, 1)) == {USER.public: 5}
    for text in ("", "a", "a.b.c", member()):
        with pytest.raises(BadMessage, match="this is no account's claim"):
            revoked_in(text)
    assert (nats["limits"]["disk_storage"], "streams" in nats["limits"]) == (0, False)


def test_the_operator_names_the_account_of_the_server_itself() -> None:
    claim = fields(operator_claim(OPERATOR, ACCOUNT.public, 1))
    assert (claim["iss"], claim["sub"], claim["nats"]["system_account"]) == (
        OPERATOR.public,
        OPERATOR.public,
        ACCOUNT.public,
    )


def test_the_hub_itself_has_no_end() -> None:
    claim = fields(user_claim(ACCOUNT, "helper", USER.public, 1))
    assert ("exp" in claim, claim["nats"]["type"]) == (False, "user")
