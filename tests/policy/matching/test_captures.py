"""What a match found is taken over by whoever asked for it."""

from wicket.policy.matching.captures import Captures
from wicket.shell.words import Word


def test_captures_take_over_what_others_found() -> None:
    word = Word("x", 0, 1)
    inner, outer = Captures(), Captures()
    inner.vars["name"] = word
    inner.named.append(word)
    inner.texts.append("x")
    outer.take(inner)
    assert outer.vars == {"name": word}
    assert outer.named == [word]
    assert outer.texts == ["x"]
