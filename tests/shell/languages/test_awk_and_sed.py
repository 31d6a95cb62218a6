"""Small programs of awk and sed are harmless, or may do more."""

import pytest

from wicket.shell.languages.language_dispatch import harmless


@pytest.mark.parametrize(
    "text",
    [
        "{print $1}",
        "$3 > 100 {print $1}",
        "NR==1 || /x|y/ {n++} END {print n}",
        'BEGIN {FS=","; x = (1 > 2)} {printf "%s\\n", ($1 > $2)}',
        '{ s = s "|" $1 } END { print s } # a | comment',
    ],
)
def test_harmless_awk(text: str) -> None:
    assert harmless("awk", text)


@pytest.mark.parametrize(
    "text",
    [
        'BEGIN{system("x")}',
        '{print > "f"}',
        '{print $1 >> "f"}',
        '{print | "sh"}',
        '{"x" | getline}',
        "{getline < f}",
        '@load "x"',
        "{ @f() }",
        'BEGIN{printf("%s", x) > "f"}',
        '{print "unclosed}',
        '{print $1,\n\n $2 > "f"}',
        '{print $1, # x\n# x\n $2 > "f"}',
    ],
)
def test_awk_that_may_do_more(text: str) -> None:
    assert not harmless("awk", text)


@pytest.mark.parametrize(
    "text",
    [
        "s/a/b/g",
        "1,5p",
        "/x/,/y/d",
        "s|a|b|;s,c,d,2",
        "y/ab/cd/",
        "$!N;P;D",
        "/x/{s/a/b/;p}",
        ":a;ba",
        "2q",
        "a text w",
    ],
)
def test_harmless_sed(text: str) -> None:
    assert harmless("sed", text)


@pytest.mark.parametrize(
    "text", ["e", "1e ls", "s/a/b/e", "s/a/b/w f", "w f", "/x/W f", "r f", "s/a/b/ge", "s/a/b", "1,5p;w f", "R f"]
)
def test_sed_that_may_do_more(text: str) -> None:
    assert not harmless("sed", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{print > "/dev/stderr"}', True),
        ('{print $1, $2 >> "/dev/stdout"; print 3}', True),
        ('{printf "%s", $1 > "/dev/null"\n}', True),
        ('{print > "/dev/stderr" ".x"}', False),
        ('{print > "/dev/stderr" | "x"}', False),
        ('{print > "/dev/stderr"} {system("x")}', False),
        ('{print > "/dev/tcp"}', False),
        ("{print > x}", False),
    ],
)
def test_awk_may_print_to_its_own_streams(text: str, expected: bool) -> None:
    assert harmless("awk", text) is expected
