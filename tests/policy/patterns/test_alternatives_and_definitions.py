"""Tests of `alternatives_and_definitions`."""

import pytest

import wicket
from wicket.policy.config_model import Definitions, Origin, Value
from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_definitions import (
    MAX_PATTERNS,
    Unknown,
    bounded,
    flag_and_values,
    program_and_words,
    shell_syntax,
    with_aliases,
    with_variables,
)
from wicket.policy.patterns.pattern_parser import patterns
from wicket.policy.patterns.pattern_tokenizer import Token, cut

# ── what aliases and variables stand for is put into a pattern ────────────────

HERE = Origin("here", 1)


def definitions() -> Definitions:
    made = Definitions()
    made.aliases["k"] = (("kubectl", "oc -v"), HERE)
    made.aliases["loop"] = (("loop x",), HERE)
    made.vars["tool"] = (Value("literal", "rk"), Value("literal", "cargo run --"))
    return made


def texts(several: list[list[Token]]) -> list[list[object]]:
    return [[token.globs or token.kind for token in tokens] for tokens in several]


def shown(tokens: list[Token]) -> list[tuple[object, ...]]:
    return [(token.kind, token.globs, token.quoting) for token in tokens]


def test_an_alias_stands_for_each_of_its_programs() -> None:
    assert texts(with_aliases("k get *", definitions(), 0)) == [
        [(("kubectl",),), (("get",),), "star"],
        [(("oc",),), (("-v",),), (("get",),), "star"],
    ]


def test_an_alias_of_itself_ends() -> None:
    assert texts(with_aliases("loop", definitions(), 0)) == [[(("loop",),), (("x",),)]]


def test_values_of_several_words_are_for_the_place_of_the_program() -> None:
    first, second = with_variables(cut("<var:tool> check"), definitions(), 0)
    assert (first[0].kind, first[0].name, first[0].values) == ("var", "tool", (("glob", ("rk",)),))
    assert shown(second[:3]) == [("word", (("cargo",),), 0), ("raw", (("run",),), 0), ("dash", (), 0)]
    assert len(with_variables(cut("x <var:tool>"), definitions(), 0)) == 1


def test_what_nobody_defines_is_said() -> None:
    with pytest.raises(Unknown, match="<var:none> is not defined"):
        with_variables(cut("<var:none>"), definitions(), 0)


def test_words_behind_a_program_stand_in_their_places() -> None:
    assert shown(program_and_words(("make -", " x"))) == [
        ("word", (("make",),), 0),
        ("raw", (("-", ""),), 0),
        ("raw", (("x",),), 0),
    ]


def test_there_is_a_bound() -> None:
    bounded([0] * MAX_PATTERNS)
    with pytest.raises(PatternError):
        bounded([0] * (MAX_PATTERNS + 1))


# ── alternatives and groups are spelled out as patterns of their own ──────────


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


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("cd x && make", "&&"),
        ("a || b", "||"),
        ("make &", "&"),
        ("a ; b", ";"),
        ("make > out", ">"),
        ("make >>out", ">>out"),
        ("make 2>&1", "2>&1"),
        ("make &> out", "&>"),
        ("cat < in", "<"),
        ("cat <<< text", "<<<"),
        ("CI=1 make", "CI=1"),
        ("Bash(npm test:*)", "Bash(npm"),
        ("time make *", "time"),
        ("for * in *", "for"),
        ("cat {a,b}", "{a,b}"),
        ("cat x{1..3}.txt", "x{1..3}.txt"),
        ("$(rm *)", "$(rm"),
        ("echo $(rm *)", "$(rm"),
        ("echo `rm`", "`rm`"),
        ("sudo rm *; ls", "*;"),
    ],
)
def test_shell_syntax_is_found(pattern: str, word: str) -> None:
    found = shell_syntax(pattern)
    assert found is not None
    assert found[0] == word


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "git log *",
        "curl <flag:method> *",
        "kill <pid>",
        "sudo [<opts>] <cmd>",
        "sh -c 'a && b > c'",
        'awk "$1 > 2"',
        "pip install 'x>=1'",
        "find * -exec rm {} ;",
        "find * -exec rm {} \\;",
        "echo \\> \\&\\&",
        "dd if=x of=y",
        "npm run lint|test *",
        "tool --a=b",
        "open 'http://h/?a=1&b=2'",
        "/usr/bin/time make *",
        "make time",
        "cat '{a,b}'",
        "cat \\{a,b}",
        "xargs -I {} rm {}",
        "echo '$(rm)' \\$(x",
        "echo 'a;'",
    ],
)
def test_what_is_quoted_or_means_something_in_a_pattern_is_not(pattern: str) -> None:
    assert shell_syntax(pattern) is None


def test_a_rule_with_it_is_a_warning() -> None:
    policy = wicket.Policy.loads("rules:\n  - deny: 'cd x && make'\n  - allow: ls\n")
    assert [str(warning) for warning in policy.warnings] == [
        "policy:2: in the pattern 'cd x && make', `&&` is a word, and no shell syntax; "
        "a rule is about one command; write a rule for each"
    ]
    assert str(policy.check("ls").decision) == "allow"


@pytest.mark.parametrize("name", ["read-only", "destructive", "secrets", "definitions"])
def test_the_presets_have_none(name: str) -> None:
    assert wicket.Policy.loads(f"extends: ['wicket:{name}']").warnings == ()
