"""Keys: how they are spelled, what each signs, and how they are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleet.people import key_of
from wicket.fleet.errors import BadKey
from wicket.fleet.signing_keys import (
    NONCE_BYTES,
    SALT_BYTES,
    Cost,
    KeyPair,
    Kind,
    public_key,
    seal,
    signed_by,
    statement_is_of,
    unseal,
)

CHEAP = Cost(1, 8192)
SALT, NONCE = b"s" * SALT_BYTES, b"n" * NONCE_BYTES


def test_a_key_is_spelled_as_nats_spells_it() -> None:
    """The pair is the example of NATS's own documentation."""
    pair = KeyPair.from_secret_text("SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY")
    assert pair.public == "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
    assert [KeyPair(kind, bytes(32)).public[0] for kind in Kind] == ["A", "O", "U", "W"]


@given(seed=st.binary(min_size=32, max_size=32), kind=st.sampled_from(list(Kind)))
def test_a_spelled_key_is_read_again(seed: bytes, kind: Kind) -> None:
    pair = KeyPair(kind, seed)
    assert KeyPair.from_secret_text(pair.secret_text) == pair
    assert public_key(pair.public, kind) == pair.public


@given(place=st.integers(0, 55), letter=st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
def test_a_key_with_one_wrong_letter_is_none(place: int, letter: str) -> None:
    right = key_of("alice").public
    wrong = right[:place] + letter + right[place + 1 :]
    if wrong != right:
        with pytest.raises(BadKey):
            public_key(wrong, Kind.PERSON)


@pytest.mark.parametrize(
    "text", ["", "W", "W" * 56, "ä", "=" * 56, key_of("a").public.lower(), key_of("a").secret_text]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        public_key(text, Kind.PERSON)


@pytest.mark.parametrize("text", ["", "SU", key_of("a").public])
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        KeyPair.from_secret_text(text)


def test_a_seed_has_32_bytes_and_is_not_shown() -> None:
    with pytest.raises(BadKey, match="a seed has 32 bytes, not 31"):
        KeyPair(Kind.USER, bytes(31))
    assert repr(KeyPair(Kind.USER, bytes(32))) == "KeyPair(kind=<Kind.USER: 160>)"


@pytest.mark.rule("F-2", "F-17")
def test_the_key_that_votes_signs_no_login_and_the_one_that_logs_in_no_vote() -> None:
    alice = key_of("alice")
    with pytest.raises(BadKey, match="a person's key signs no text that somebody else has chosen"):
        alice.sign_text(b"nonce")
    with pytest.raises(BadKey, match="only a person's key signs a statement"):
        alice.login().sign_statement("wicket-vote-1", b"{}")
    assert alice.login().public != alice.public
    assert alice.login().seed != alice.seed
    assert alice.login() == key_of("alice").login()


def test_a_statement_is_of_a_key_for_its_purpose_and_its_bytes() -> None:
    alice = key_of("alice")
    signature = alice.sign_statement("wicket-vote-1", b"body")
    assert statement_is_of(alice.public, "wicket-vote-1", b"body", signature)
    assert not statement_is_of(alice.public, "wicket-vote-2", b"body", signature)
    assert not statement_is_of(alice.public, "wicket-vote-1", b"bodY", signature)
    assert not statement_is_of(key_of("bob").public, "wicket-vote-1", b"body", signature)
    assert not statement_is_of(alice.login().public, "wicket-vote-1", b"body", signature)
    assert not statement_is_of("W", "wicket-vote-1", b"body", signature)
    assert not statement_is_of(alice.public, "wicket-vote-1", b"body", signature[:-1])
    assert not signed_by("nonsense", b"", b"")


@pytest.mark.rule("F-52")
def test_a_key_at_rest_opens_with_its_passphrase_alone() -> None:
    sealed = seal(b"secret", "correct horse", SALT, NONCE, CHEAP)
    assert b"secret" not in sealed
    assert unseal(sealed, "correct horse", SALT, NONCE, CHEAP) == b"secret"
    for passphrase, data in (("wrong", sealed), ("", sealed), ("correct horse", sealed[:-1] + b"x")):
        with pytest.raises(BadKey, match="the passphrase is wrong, or the key file was changed"):
            unseal(data, passphrase, SALT, NONCE, CHEAP)


@pytest.mark.rule("F-52")
def test_no_key_is_kept_without_a_passphrase() -> None:
    with pytest.raises(BadKey, match="a key is kept with a passphrase; give one"):
        seal(b"secret", "", SALT, NONCE, CHEAP)


def test_a_key_file_cannot_make_its_reader_use_up_the_memory() -> None:
    with pytest.raises(BadKey, match="wants more memory or time"):
        unseal(b"", "x", SALT, NONCE, Cost(1, 1 << 40))
