"""A command is written as a pattern that matches just it."""

import random

import pytest

from policy.judging import decide, policy
from wicket.policy.patterns.literal_command_patterns import pattern_of

WORDS = [
    *("a", "-v", "-la", "--x=y", "a b", "x[y]", "'", '"', "\\", "$x", "`", "*", "?", "!", "!a", "<x>", "|", "--", "~"),
    *("#", ";", "[", "]", "[-v]", "é", ""),
]


def test_a_pattern_is_written_for_any_words() -> None:
    chance = random.Random(5)
    for _ in range(400):
        words = ["hx", *chance.choices(WORDS, k=chance.randint(1, 4))]
        other = list(words)
        place = chance.randrange(1, len(words))
        other[place] = chance.choice([word for word in WORDS if word != words[place]])
        asked = policy({"allow": pattern_of(words)})
        text, changed = (" ".join("'" + word.replace("'", "'\\''") + "'" for word in one) for one in (words, other))
        assert decide(asked, text) == "allow", (words, pattern_of(words))
        if sorted(words) != sorted(other):
            assert decide(asked, changed) == "ask", (words, other, pattern_of(words))


@pytest.mark.parametrize("pattern", ["[<x>] -f a", "[<x>] hx -f a"])
def test_a_placeholder_that_comes_first_names_no_program(pattern: str) -> None:
    asked = policy({"allow": pattern})
    assert decide(asked, "ls") == "ask"
    assert "could not be judged" not in asked.check("hx -f a").reason
