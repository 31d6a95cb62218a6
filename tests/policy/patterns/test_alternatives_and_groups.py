"""Alternatives and groups are spelled out as patterns of their own."""

import pytest

from wicket.policy.config_model import Definitions
from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_groups import flag_and_values
from wicket.policy.patterns.pattern_parser import patterns


@pytest.mark.parametrize(("text", "lengths"), [("hx [a] b", [2, 1]), ("hx -v|verbose x", [0, 2, 1])])
def test_one_text_may_stand_for_several(text: str, lengths: list[int]) -> None:
    made = patterns(text, Definitions())
    assert [(program, len(sequence)) for program, sequence, _, _ in made] == [
        (("names", (("hx",),)), length) for length in lengths
    ]


def test_a_flag_is_parted_from_its_values() -> None:
    assert flag_and_values((("--mode=fast",), ("slow",))) == (
        (("--mode",),),
        ("globs", False, (("fast",), ("slow",))),
    )
    assert flag_and_values((("-v",), ("--verbose",))) == ((("-v",), ("--verbose",)), None)
    with pytest.raises(PatternError, match="flags with different values in one word"):
        flag_and_values((("--a=x",), ("--b=y",)))
