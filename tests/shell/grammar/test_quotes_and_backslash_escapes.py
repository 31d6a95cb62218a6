"""Tests of `quotes_and_backslash_escapes`."""

import pytest

from shell.reading import argvs, names, refusal
from wicket.shell.grammar.quotes_and_backslash_escapes import ansi_c, echo_e, printf_format

# ── what backslashes spell ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"a\tb", "a\tb"),
        (r"\x72\155", "rm"),
        (r"\u00e9", "é"),
        (r"\xc3\xa9", "é"),
        (r"\'\"\\", "'\"\\"),
        (r"a\0b", "a"),
        (r"\cA", "\x01"),
        (r"\q", r"\q"),
        (r"\x", r"\x"),
        (r"\xff", "\udcff"),
        (r"\U0010ffff", "\U0010ffff"),
    ],
)
def test_ansi_c(text: str, expected: str) -> None:
    assert ansi_c(text) == expected


def test_echo_and_printf_spell_octal_differently() -> None:
    assert echo_e(r"\0162m") == "rm"
    assert printf_format(r"\162m") == "rm"
    assert echo_e(r"\c") is None
    assert printf_format(r"\0") is None
    assert printf_format(r"a\c") is None


# ── where quotes, dollars and backticks end ───────────────────────────────────


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("$a\u00e9", "1\u00e9"),
        ('"${a}\u00e9$a\u00e9b"', "1\u00e91\u00e9b"),
        ('"$ab$a_c"', "23"),
        ("$a\\\nb$a\\\n\\\n_\\\nc", "23"),
    ],
)
def test_where_a_name_ends(text: str, word: str) -> None:
    assert argvs(f"a=1; ab=2; a_c=3; echo {text}")[-1] == ["echo", word]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("'a\\'", "a\\"),
        ('"a\\"b\\$c\\d"', 'a"b$c\\d'),
        ("$'a\\'b'", "a'b"),
        ('$"a"', "a"),
        ("a\\ b", "a b"),
        ("$", "$"),
        ("a$", "a$"),
        ('"$"', "$"),
        ("\\\\", "\\"),
        ('"a\\\nb"', "ab"),
        ("'a\\\nb'", "a\\\nb"),
        ("a\\\nb", "ab"),
    ],
)
def test_one_word(text: str, word: str) -> None:
    assert argvs(f"echo {text}") == [["echo", word]]


@pytest.mark.parametrize(
    "text",
    [
        'echo "${x:-"}"}"; rm y',
        "echo ${x:-'}'}; rm y",
        "echo ${x//\\}/a}; rm y",
        "echo `echo \\`rm y\\``",
        'echo "`rm "y"`"',
        "echo $(case x in x) rm y;; esac)",
        "echo $(( 1 + (2) )); rm y",
        "echo $( (rm y) )",
        "echo $((rm y) )",
        'echo "$(echo ")")"; rm y',
        "echo ${x:-$(echo })}; rm y",
        "echo $(echo \\)); rm y",
        "echo $(# )\nrm y)",
        "echo ${#x} ${#} $#; rm y",
        "echo ${!x} ${!x*} ${!x[@]} ${x@Q}; rm y",
        "echo $[1+1]; rm y",
    ],
)
def test_nothing_is_swallowed(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize(
    "text",
    ["echo \"${x:-'$(a'}\"", "echo ${x", "echo $((1", 'echo "${x:-it\'s}"', "echo ${ a; }", "echo \"${x:-$'a'}\""],
)
def test_what_bash_could_read_otherwise_is_refused(text: str) -> None:
    assert refusal(text)


def test_an_expansion_that_bash_does_not_know_is_unknowable() -> None:
    assert argvs("echo ${(%):-x} ${x y}") == [["echo", "…", "…"]]
    assert names("echo ${(%):-$(rm x)}") == ["rm", "echo"]
