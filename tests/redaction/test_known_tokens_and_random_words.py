"""Tests of `known_tokens_and_random_words`."""

import random
import string

import pytest

from secret_kinds import KINDS
from wicket.redaction.known_tokens_and_random_words import looks_like_a_secret, random_words, well_known

# ── secrets that are known by how they look ───────────────────────────────────

A, H = "aB3" * 20, "0123456789abcdef" * 4

TOKENS = [
    *("gho_" + A[:36], "ghu_" + A[:36], "glrt-" + A[:20], "rk_live_" + A[:24], "xapp-1-" + A[:20], "pypi-" + A[:40]),
    *(
        "dckr_pat_" + A[:27],
        "ya29." + A[:40],
        "GOCSPX-" + A[:28],
        "hvs." + A[:24],
        "shpat_" + H[:32],
        "sq0csp-" + A[:43],
    ),
    *(
        "NRAK-" + "A1" * 13,
        "glsa_" + A[:32],
        "lin_api_" + A[:40],
        "figd_" + A[:40],
        "tskey-auth-" + A[:20],
        "dp.st." + A[:40],
    ),
    *("sk-ant-api03-" + A, "SK" + H[:32], "ASIA" + "A1B2" * 4, "key-" + H[:32], "AGE-SECRET-KEY-1" + "Q" * 58),
    *("gsk_" + A[:40], "fo1_" + A[:43], "eyJ" + A[:40], "123456789:AA" + A[:33], "PMAK-" + H[:24] + "-" + H[:34]),
]


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_is_found_whole_wherever_it_stands(token: str) -> None:
    for before, behind in (
        ("", ""),
        ("x=", " y"),
        ('{"a":"', '"}'),
        ("\\n", "\n"),
        ("a/", ",b") if "fo1" not in token else ("a/", "|b"),
    ):
        assert (len(before), len(before) + len(token)) in well_known(before + token + behind), token


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("https://me:hunter2@example.org/", "hunter2"),
        ("postgres://u:p@ss@db/x", "p@ss"),
        ("redis://:hunter2@db:6379", "hunter2"),
        ("me:hunter2@10.0.0.1", "hunter2"),
        ("root:hunter2@tcp(db:3306)/x", "hunter2"),
        (f"https://{A[:20]}@sentry.example/1", A[:20]),
        ("https://hooks.slack.com/services/T1/B2/abc", "T1/B2/abc"),
        ("https://discord.com/api/webhooks/12/abcd", "12/abcd"),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n", "\nabc\n"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\\nabc", "\\nabc"),
    ],
)
def test_the_secret_part_is_found(text: str, secret: str) -> None:
    assert [text[start:end] for start, end in well_known(text)] == [secret]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "https://example.org:8080/a@b",
            "ssh://git@github.com/a/b",
            "git@github.com:a/b.git",
            "image:1.2@sha256:" + H,
        ),
        *("npm:left-pad@1.2.3", "https://$USER:$PASSWORD@example.org/", "https://me:<password>@example.org/", "a:b@c"),
        *(
            "-----BEGIN PUBLIC KEY-----\nabc",
            "sk-short",
            "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-your-api-key-goes-here",
            "ssh-ed25519 AAAAC3",
        ),
        *("task-list-with-a-rather-long-name", "risk-assessment-of-the-year", "10:30:00@host", "hf_model", "pk_column"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert not looks_like_a_secret(text)


def test_tokens_of_the_kinds_are_known_without_their_place() -> None:
    known = {kind.name for kind in KINDS if looks_like_a_secret(kind.text)}
    assert known >= {
        "github",
        "gitlab",
        "aws key",
        "openai",
        "stripe",
        "slack",
        "npm token",
        "google",
        "telegram",
        "private key",
    }


# ── what nobody would have typed is found; what is only long is not ───────────

WORDS = string.ascii_letters + string.digits


@pytest.mark.parametrize("alphabet", [WORDS, WORDS + "-_", WORDS + "+/", string.ascii_lowercase + string.digits])
@pytest.mark.parametrize("count", [24, 32, 40, 64])
def test_random_words_are_found(alphabet: str, count: int) -> None:
    chance = random.Random(1)
    texts = ["x " + "".join(chance.choices(alphabet, k=count)) + " y" for _ in range(500)]
    assert sum(bool(random_words(text)) for text in texts) >= 475


@pytest.mark.parametrize("count", [32, 48, 64])
def test_long_hex_is_found_unless_it_is_a_digest(count: int) -> None:
    digits = "".join(random.Random(2).choices("0123456789abcdef", k=count))
    assert random_words(f"deploy --with {digits}") == [(14, 14 + count)]
    for text in (f"sha256:{digits}", f"image@sha256:{digits}", f"--hash=sha256:{digits}", f"{digits}  file.tar.gz"):
        assert random_words(text) == []


ORDINARY = """
git show 6476ab1c0ffee1234567890abcdef1234567890a
docker rmi 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
cat 123e4567-e89b-12d3-a456-426614174000
ls /nix/store/q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6-hello
python -m pytest tests/gateway/test_request_lifecycle.py::test_a_privileged_request_is_never_below_ask
kubectl logs backend-7874c8f6b9-86b2w
npm install @scope/some-very-long-package-name@1.2.3-beta.4
cp dist/main.4f5a6b7c8d9e0f1a2b3c.chunk.js /srv
getElementsByClassNameAndThenSomethingElse
MyAbstractSingletonProxyFactoryBeanImpl2Test
ssh-keygen -t ed25519 -C someone@example.org
2024-01-02T03:04:05.678901234Z
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1A
apt-get install -y libgstreamer-plugins-base1.0-dev x86_64-linux-gnu
"""


@pytest.mark.parametrize("text", ORDINARY.strip().splitlines())
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert random_words(text) == []


def test_a_digest_is_no_key_of_a_wallet() -> None:
    """Hexadecimal digits are a part of what such keys are spelled with; a key has others, too."""
    digest = "5e164247658c36a7f93b23d84f6b183bd879d387e6e5ee36c2b3ff58998daab3"
    assert [list(well_known(each)) for each in (digest, digest.upper())] == [[], []]
    assert list(well_known("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ")) == [(0, 51)]
