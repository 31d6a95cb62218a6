"""Patterns put together: what is a flag, what is its value, what stands where it is written."""

from typing import Any

import pytest

from policy.judging import compiled
from wicket.policy.config_model import Definitions, Origin, Value
from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_definitions import MAX_PATTERNS, Unknown
from wicket.policy.patterns.pattern_parser import patterns

HERE = Origin("here", 1)


def definitions() -> Definitions:
    made = Definitions()
    made.paths["docs"] = ("/srv/docs",)
    made.vars["branch"] = (Value("literal", "main"), Value("path", "./x"), Value("pattern", "rel-*"))
    made.vars["words"] = (Value("literal", "py test"), Value("pattern", "a -b c"))
    made.vars["bad"] = (Value("pattern", "a <b>"),)
    made.flag_groups["field"] = ("-f|--field *", HERE)
    made.flag_groups["plain"] = ("-v|--verbose", HERE)
    made.flag_groups["maybe"] = ("--abbrev ?", HERE)
    made.flag_groups["not"] = ("--to !prod", HERE)
    made.flag_groups["wrong"] = ("word", HERE)
    made.aliases["k"] = (("hx",), HERE)
    made.aliases["two"] = (("a", "b -c"), HERE)
    return made


ANY = ("globs", False, (("", ""),))
HX = ("names", (("hx",),))
STAR = ("star",)
MAKE = ("names", (("make",),))
BRANCH = (("glob", ("main",)), ("path", "./x"), ("glob", ("rel-", "")))
MODULE = ("flag", (("-m",),), ("globs", False, (("t",),)), True)


def lit(*texts: str) -> tuple[Any, ...]:
    return ("lit", tuple((text,) for text in texts))


MADE: list[tuple[str, tuple[Any, ...]]] = [
    ("hx", (HX, (), (), False)),
    ("hx a|b *", (HX, (lit("a", "b"), STAR), (), False)),
    ("* x", (STAR, (STAR, lit("x")), (), False)),
    ("<tool> x", (("any", "tool"), (lit("x"),), (), False)),
    ("hx -v", (HX, (), (("flag", (("-v",),), None, True),), False)),
    ("hx -v *", (HX, (STAR,), (("flag", (("-v",),), None, True),), False)),
    ("hx x -v|--verbose *", (HX, (lit("x"), STAR), (("flag", (("-v",), ("--verbose",)), None, False),), False)),
    ("hx -m msg", (HX, (), (("flag", (("-m",),), ("globs", False, (("msg",),)), True),), False)),
    ("hx -m !msg", (HX, (), (("flag", (("-m",),), ("globs", True, (("msg",),)), True),), False)),
    ("hx -m * x", (HX, (lit("x"),), (("flag", (("-m",),), ANY, True),), False)),
    ("hx -m ?", (HX, (), (("flag", (("-m",),), ("attached",), True),), False)),
    ("hx -a -b", (HX, (), (("flag", (("-a",),), None, True), ("flag", (("-b",),), None, True)), False)),
    ("hx -e '-v'", (HX, (), (("flag", (("-e",),), ("globs", False, (("-v",),)), True),), False)),
    ("hx !-o|--out *", (HX, (STAR,), (("noflag", (("-o",), ("--out",))),), False)),
    ("hx !x", (HX, (("not", (("x",),)),), (), False)),
    ("hx [-v]", (HX, (), (("optional", (("flag", (("-v",),), None, True),)),), False)),
    ("hx [-u *]", (HX, (), (("optional", (("flag", (("-u",),), ANY, True),)),), False)),
    ("hx -- -v", (HX, (("dash",), ("raw", (("-v",),))), (), True)),
    ("hx <cmd>", (HX, (("cmd",),), (), False)),
    ("hx <opts> <vars> <cmd>", (HX, (("opts",), ("vars",), ("cmd",)), (), False)),
    ("hx <path:docs>", (HX, (("path", "docs", ("/srv/docs",)),), (), False)),
    ("hx <var:branch>", (HX, (("var", "branch", BRANCH),), (), False)),
    ("hx <flag:field>", (HX, (), (("group", "field", (("-f",), ("--field",)), ANY),), False)),
    ("hx <flag:plain>", (HX, (), (("group", "plain", (("-v",), ("--verbose",)), None),), False)),
    ("hx <flag:maybe>", (HX, (), (("group", "maybe", (("--abbrev",),), ("attached",)),), False)),
    ("hx <flag:not>", (HX, (), (("group", "not", (("--to",),), ("globs", True, (("prod",),))),), False)),
    ("k x", (HX, (lit("x"),), (), False)),
    # What is known of a program: -r of sort takes nothing, -k a word; behind -m of python everything is the module's.
    ("sort -r x", (("names", (("sort",),)), (lit("x"),), (("flag", (("-r",),), None, True),), False)),
    ("sort -k *", (("names", (("sort",),)), (STAR,), (("flag", (("-k",),), None, True),), False)),
    ("python -u x", (("names", (("python",),)), (lit("x"),), (("flag", (("-u",),), None, True),), False)),
    ("python -m t -q", (("names", (("python",),)), (), (MODULE, ("flag", (("-q",),), None, False)), False)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pattern"), MADE, ids=[text for text, _ in MADE])
def test_a_pattern_is_put_together(text: str, pattern: tuple[Any, ...]) -> None:
    assert patterns(text, definitions()) == [pattern]


# In rules that allow, a star stands for any program, and flags have their place then.
ALLOWING: list[tuple[str, tuple[Any, ...]]] = [
    ("* --help", (STAR, (STAR, ("here", (("--help",),))), (), True)),
    ("* -o json", (STAR, (STAR, ("here", (("-o",),)), ("raw", (("json",),))), (), True)),
    ("* x", (STAR, (STAR, lit("x")), (), False)),
    ("hx !-a|b *", (HX, (("not", (("b",),)), STAR), (("noflag", (("-a",),)),), False)),
    ("make -j 4 *", (MAKE, (STAR,), (("flag", (("-j",),), ("globs", False, (("4",),)), True),), False)),
    ("make -j4 x *", (MAKE, (lit("x"), STAR), (("flag", (("-j4",),), None, True),), False)),
    ("make [-j x] *", (MAKE, (lit("x"), STAR), (("flag", (("-j",),), None, True),), False)),
    ("hx 'a*b' *", (HX, (lit("a*b"), STAR), (), False)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pattern"), ALLOWING, ids=[text for text, _ in ALLOWING])
def test_a_pattern_that_allows_is_put_together(text: str, pattern: tuple[Any, ...]) -> None:
    assert patterns(text, definitions(), allows=True, literal=True)[0] == pattern


def test_a_rule_that_forbids_has_both_readings_of_a_word_behind_a_flag() -> None:
    first, second = patterns("make -j4 x", definitions())
    assert (first[1], first[2][0][2]) == ((lit("x"),), None)
    assert (second[1], second[2][0][2]) == ((), ("globs", False, (("x",),)))


def test_variables_hold_groups_and_stand_in_them() -> None:
    made = definitions()
    made.vars["git"] = (Value("pattern", "git [-C *]"), Value("pattern", "git --no-pager"))
    made.vars["tool"] = (Value("literal", "rk"), Value("literal", "cargo run --"))
    assert [one[2] for one in patterns("<var:git> log", made, allows=True)][-1] == (
        ("flag", (("--no-pager",),), None, True),
    )
    assert patterns("<var:tool> check", made)[1][:2] == (
        ("names", (("cargo",),)),
        (("raw", (("run",),)), ("dash",), ("raw", (("check",),))),
    )
    inside = patterns("hx [-s <var:branch>]", made)
    assert inside == [
        (HX, (), (("optional", (("flag", (("-s",),), ("element", ("var", "branch", BRANCH)), True),)),), False)
    ]
    with pytest.raises(PatternError, match="holds a group and stands in one"):
        patterns("hx [<var:git>]", made)


SEVERAL = [
    ('"hx -m t"|hxt *', [((("names", (("hx -m t",), ("hxt",)))), 1), (HX, 3)]),
    ("two x", [(("names", (("a",),)), 1), (("names", (("b",),)), 0)]),
    ("<var:words> x", [(("names", (("py",),)), 2), (("names", (("a",),)), 1)]),
]


@pytest.mark.parametrize(("text", "expected"), SEVERAL, ids=[text for text, _ in SEVERAL])
def test_one_text_may_stand_for_several(text: str, expected: list[tuple[Any, int]]) -> None:
    assert [(program, len(sequence)) for program, sequence, _, _ in patterns(text, definitions())] == expected


WRONG = [
    ("? x", "a pattern begins with the program"),
    ("-- x", "a pattern begins with the program"),
    ("<cmd> x", "a pattern begins with the program"),
    ("hx x ?", "a ? that follows no flag"),
    ("hx <cmd> <cmd>", "<cmd> stands there twice"),
    ("hx <flag:none>", "<flag:none> is not defined"),
    ("hx <flag:wrong>", "the flag group wrong is no flag"),
    ("hx [-v <flag:field>]", "<flag:field> stands in a group"),
    ("hx <var:bad>", "<var:bad> holds a placeholder"),
    ("[0]", "it may stand for nothing at all"),
    ("hx " + "[a] " * 9, f"it stands for more than {MAX_PATTERNS} patterns"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[text[:20] for text, _ in WRONG])
def test_what_is_no_pattern_says_what_to_do(text: str, said: str) -> None:
    with pytest.raises(PatternError) as caught:
        patterns(text, definitions())
    assert str(caught.value) == said
    assert caught.value.hint


@pytest.mark.parametrize("text", ["hx <path:none>", "hx <var:none>", "<var:none>"])
def test_what_nobody_defines_never_matches(text: str) -> None:
    with pytest.raises(Unknown):
        patterns(text, definitions())


def test_compiled_patterns_are_plain_data() -> None:
    import marshal

    data = compiled("rules: [{allow: 'git [-C *] push -f|--force origin <x> -- *'}]")["rules"]
    assert marshal.loads(marshal.dumps(data)) == data
