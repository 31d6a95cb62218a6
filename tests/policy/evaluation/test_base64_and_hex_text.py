"""Plain text in base64 or hexadecimal."""

from base64 import b64encode, urlsafe_b64encode

import pytest

from policy.judging import decide, policy
from wicket.policy.evaluation.base64_and_hex_text import unpacked

COMMAND = "rm -rf ~/x?>"


@pytest.mark.parametrize(
    "word",
    [
        b64encode(COMMAND.encode()).decode(),
        b64encode(COMMAND.encode()).decode().rstrip("="),
        urlsafe_b64encode(COMMAND.encode()).decode(),
        b64encode(COMMAND.encode("utf-16-le")).decode(),
        COMMAND.encode().hex(),
        "0x" + COMMAND.encode().hex().upper(),
    ],
)
def test_what_it_stands_for(word: str) -> None:
    assert COMMAND in list(unpacked(word))
    assert COMMAND in list(unpacked(f"--run={word}"))
    asked = policy("deny: rm *", defaults={"action": "allow"})
    assert decide(asked, f"deploy-tool --run {word}") == "ask"
    assert decide(asked, f"deploy-tool --run={word}") == "ask"


@pytest.mark.parametrize(
    "word", ["", "x", "release", "deadbeef", "a3f5c9e1", "src/main", "node_modules", "aaaaa", "abcdefghé", "--flag"]
)
def test_what_stands_for_itself(word: str) -> None:
    assert [text for text in unpacked(word) if "rm" in text] == []
    assert decide(policy("deny: rm *", defaults={"action": "allow"}), f"deploy-tool '{word}'") == "allow"
