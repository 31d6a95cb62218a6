"""Patterns by the names of their places."""

import pytest

from wicket.policy.config_model import Definitions, Origin, Value
from wicket.policy.patterns.compiled_pattern import FIELDS, Element, Pattern, named
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, YES, any_of
from wicket.policy.patterns.pattern_parser import patterns
from wicket.shell.words import LedWord, UnknownWord, Word


def definitions() -> Definitions:
    made = Definitions()
    made.paths["secret"] = ("/x", "/y")
    made.vars["tool"] = (Value("literal", "rk"), Value("path", "/bin/rk"))
    made.flag_groups["f"] = ("-f|--field *", Origin("here", 1))
    return made


def made(text: str) -> Pattern:
    return Pattern(patterns(text, definitions(), allows=True)[-1])


def test_a_pattern_has_its_parts() -> None:
    found = made("hx|rk a|b* !c <it> <path:secret> *")
    assert (found.program.kind, found.program.globs) == ("names", (("hx",), ("rk",)))
    assert [element.kind for element in found.sequence] == ["lit", "not", "any", "path", "star"]
    first, second, third, fourth, _ = found.sequence
    assert (first.globs, second.globs) == ((("a",), ("b", "")), (("c",),))
    assert (third.name, fourth.name, fourth.entries) == ("it", "secret", ("/x", "/y"))
    assert (found.flags, found.kind, found.any_words) == ((), False, False)


def test_a_variable_has_its_values() -> None:
    program = made("<var:tool> x").program
    assert (program.kind, program.name) == ("var", "tool")
    assert program.values == (("glob", ("rk",)), ("path", "/bin/rk"))


def test_flags_have_their_values() -> None:
    flag, absent, group, optional = made("hx -m a|b !-x <flag:f> [-s !c] *").flags
    assert (flag.kind, flag.globs, flag.first) == ("flag", (("-m",),), True)
    assert flag.value is not None
    assert (flag.value.kind, flag.value.negated, flag.value.globs) == ("globs", False, (("a",), ("b",)))
    assert (absent.kind, absent.globs) == ("noflag", (("-x",),))
    assert (group.kind, group.name, group.globs) == ("group", "f", (("-f",), ("--field",)))
    (inner,) = optional.flags
    assert inner.value is not None
    assert (optional.kind, inner.globs, inner.value.negated) == ("optional", (("-s",),), True)


def test_the_value_of_a_flag_may_be_an_element() -> None:
    (flag,) = made("hx -m <path:secret> *").flags
    assert flag.value is not None
    assert (flag.value.kind, flag.value.element.kind, flag.value.element.name) == ("element", "path", "secret")


def test_one_that_is_about_the_program_alone() -> None:
    assert [made(text).any_words for text in ("hx *", "hx", "hx * -f", "hx a *")] == [True, False, False, False]


def test_what_has_names_stays_as_it_is() -> None:
    (found,) = named(patterns("hx a", definitions()))
    assert named([found]) == (found,)
    assert Pattern(found.stored).stored is found.stored


def test_what_is_stored_otherwise_is_no_element() -> None:
    assert all(set(names) <= set(Element.__slots__) for names in FIELDS.values())
    for stored in (("what",), ("lit",), ("star", ())):
        with pytest.raises((KeyError, ValueError)):
            Element(stored)


@pytest.mark.parametrize("text", ["a", "b1", "1b", "xcy", "c", "", "b" + "x" * 200])
def test_alternatives_are_compared_as_each_glob_is(text: str) -> None:
    element = Element(("lit", (("a",), ("b", ""), ("", "c", ""))))
    words = [Word(text, 0, 1), LedWord("z", text, 0, 1), UnknownWord((text, None), "x", False, 0, 1)]
    for word in [*words, *words]:  # what is kept of the first time is the same
        assert element.fits(word) == any_of(element.globs, word)


def test_few_compared_words_are_kept() -> None:
    element = Element(("lit", (("b", ""),)))
    assert [element.fits(Word(f"{n % 2 and 'b'}{n}", 0, 1)) for n in range(1000)] == [NO, YES] * 500
    assert len(element._compared) <= 64
