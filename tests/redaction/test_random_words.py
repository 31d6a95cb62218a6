"""What nobody would have typed is found; what is only long is not."""

import random
import string

import pytest

from wicket.redaction.random_words import random_words

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
