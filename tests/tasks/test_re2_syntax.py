"""What RE2 refuses is refused, with its own words; Go's `regexp` refuses all these but the last two."""

import pytest

from wicket.tasks.re2_syntax import BadPattern, parse


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "missing closing"),
        ("a)", "unexpected"),
        ("[a", "missing closing"),
        ("*a", "missing argument"),
        ("a|*", "missing argument"),
        ("a++", "nested repetition"),
        ("a{2}{3}", "nested repetition"),
        ("a{1001}", "repeat count"),
        ("a{3,1}", "repeat count"),
        ("(a{100}){11}", "repeat count"),
        ("(?=a)", "Perl syntax"),
        ("(?#a)", "Perl syntax"),
        ("(?x)a", "Perl syntax"),
        ("(?<=a)b", "named capture"),
        ("(?P<n>a)(?P<n>b)", "duplicate"),
        (r"a\1", "escape"),
        (r"\Z", "escape"),
        (r"\u0041", "escape"),
        ("a\\", "trailing backslash"),
        ("[z-a]", "range"),
        ("[[:no:]]", "range"),
    ],
)
def test_what_is_no_expression(pattern: str, reason: str) -> None:
    with pytest.raises(BadPattern, match=reason):
        parse(pattern)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [(r"\p{Greek}", "categories"), ("(" * 200 + ")" * 200, "deep")],
)
def test_what_only_wicket_refuses_is_named(pattern: str, reason: str) -> None:
    with pytest.raises(BadPattern, match=reason):
        parse(pattern)
