"""What is said in a fleet: the bytes of each message, its size, and versions that are not known."""

import contextlib
import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet.people import ask, key_of
from wicket.fleet.errors import BadMessage, TooLarge, TooNew
from wicket.fleet.messages import (
    ASK_BYTES,
    PURPOSE_VOTE,
    SMALL_BYTES,
    VOTE_BYTES,
    Ask,
    Settled,
    Signed,
    Vote,
    ask_digest,
    decode,
    encode,
    sign,
    signed_body,
)
from wicket.wire.approver_views import Terms

VOTE = Vote(machine="m1", ticket="t1", digest="d" * 64, decision="approve", by="alice")


@pytest.mark.rule("F-15")
def test_an_ask_is_one_message_and_its_digest_is_that_of_its_bytes() -> None:
    data = encode(ask(), ASK_BYTES)
    assert msgspec.json.decode(data) == {
        "v": 1,
        "machine": "m1",
        "group": "ci",
        "ticket": "t1",
        "nonce": "0" * 32,
        "kind": "user",
        "view": msgspec.json.decode(msgspec.json.encode(ask().view)),
        "policy": "",
        "expires_in_s": 600.0,
    }
    assert ask_digest(data) == hashlib.sha256(data).hexdigest()
    assert decode(Ask, data, ASK_BYTES) == ask()


@pytest.mark.rule("F-15")
@pytest.mark.parametrize("nonce", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32])
def test_a_nonce_has_128_bits(nonce: str) -> None:
    with pytest.raises(BadMessage, match="a nonce has 32 hexadecimal digits"):
        decode(Ask, msgspec.json.encode(msgspec.to_builtins(ask()) | {"nonce": nonce}), ASK_BYTES)


@pytest.mark.rule("F-16")
def test_a_signature_covers_the_purpose_and_the_bytes_of_the_vote() -> None:
    alice = key_of("alice")
    signed = decode(Signed, sign(alice, PURPOSE_VOTE, VOTE, VOTE_BYTES), VOTE_BYTES)
    assert (signed.algorithm, signed.key) == ("ed25519", alice.public)
    assert signed.body == (
        b'{"v":1,"machine":"m1","ticket":"t1","digest":"' + b"d" * 64 + b'","decision":"approve","by":"alice",'
        b'"because":"","terms":null}'
    )
    assert signed.signature == alice._key.sign(b"wicket-vote-1\0" + signed.body).signature
    assert signed_body(signed, PURPOSE_VOTE, frozenset({alice.public})) == signed.body


@pytest.mark.rule("F-16")
@pytest.mark.parametrize(
    "change",
    [
        {"algorithm": "none"},
        {"algorithm": "ED25519"},
        {"body": b"{}"},
        {"signature": b""},
        {"signature": bytes(64)},
        {"key": key_of("bob").public},
    ],
)
def test_a_signed_message_that_was_changed_is_not_signed(change: dict[str, object]) -> None:
    signed = decode(Signed, sign(key_of("alice"), PURPOSE_VOTE, VOTE, VOTE_BYTES), VOTE_BYTES)
    keys = frozenset({key_of("alice").public, key_of("bob").public})
    assert signed_body(msgspec.structs.replace(signed, **change), PURPOSE_VOTE, keys) is None


@pytest.mark.rule("F-16")
def test_a_signature_for_one_purpose_is_none_for_another() -> None:
    alice = key_of("alice")
    signed = decode(Signed, sign(alice, "wicket-roster-1", VOTE, VOTE_BYTES), VOTE_BYTES)
    assert signed_body(signed, PURPOSE_VOTE, frozenset({alice.public})) is None


@pytest.mark.rule("F-53")
@pytest.mark.parametrize("kind", [Ask, Vote, Settled, Signed])
def test_a_message_that_is_too_new_is_named_whatever_else_it_has(kind: type) -> None:
    with pytest.raises(TooNew, match="a message has version 2, and this wicket knows 1; bring this wicket up to date"):
        decode(kind, b'{"v":2,"fields":"nobody knows"}', SMALL_BYTES)


@pytest.mark.rule("F-53")
def test_a_neighbouring_version_may_add_a_field() -> None:
    settled = Settled(machine="m1", ticket="t1", how="denied", by=("alice",))
    data = msgspec.json.encode(msgspec.to_builtins(settled) | {"added_later": 1})
    assert decode(Settled, data, SMALL_BYTES) == settled


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"nonsense", "this is no settled: "),
        (b'{"v":1,"machine":"\xff"}', "this is no settled: "),
        (b'{"v":1,"x":' + b"[" * 100_000, "this is no settled: "),
        (b'{"v":1}', "this is no settled: "),
        (b'{"v":0}', "a message has version 0; there is none before 1"),
        (b"[]", "this is no settled: "),
    ],
)
def test_what_is_no_message_is_an_error_and_nothing_else(data: bytes, says: str) -> None:
    with pytest.raises(BadMessage) as caught:
        decode(Settled, data, 1_000_000)
    assert str(caught.value).startswith(says)


@pytest.mark.rule("F-44")
def test_what_is_too_large_is_neither_written_nor_read() -> None:
    large = ask(policy="x" * ASK_BYTES)
    with pytest.raises(TooLarge, match="more than the 262144 that a hub takes"):
        encode(large, ASK_BYTES)
    with pytest.raises(TooLarge, match="there are none of more than 262144"):
        decode(Ask, msgspec.json.encode(large), ASK_BYTES)
    with pytest.raises(TooLarge):
        sign(key_of("alice"), PURPOSE_VOTE, msgspec.structs.replace(VOTE, because="x" * VOTE_BYTES), VOTE_BYTES)


texts = st.text(max_size=40)


@given(
    vote=st.builds(
        Vote,
        machine=texts,
        ticket=texts,
        digest=texts,
        decision=st.sampled_from(["approve", "deny"]),
        by=texts,
        because=texts,
        terms=st.none() | st.builds(Terms, times=st.integers(0, 99), seconds=st.floats(0, 1e6), similar=st.booleans()),
    )
)
def test_a_vote_comes_back_as_it_was_signed(vote: Vote) -> None:
    alice = key_of("alice")
    signed = decode(Signed, sign(alice, PURPOSE_VOTE, vote, VOTE_BYTES), VOTE_BYTES)
    body = signed_body(signed, PURPOSE_VOTE, frozenset({alice.public}))
    assert body is not None
    assert decode(Vote, body, VOTE_BYTES) == vote


@given(data=st.binary(max_size=200))
def test_bytes_are_a_message_or_an_error_that_is_ours(data: bytes) -> None:
    with contextlib.suppress(BadMessage):
        decode(Signed, data, VOTE_BYTES)
