"""Values that are no secrets although their names say so."""

import re

import pytest

from wicket.redaction.values_that_are_no_secrets import is_code, is_prose, is_setting, refers

ASSIGNMENT = re.compile(r"(?P<name>\w+)(?P<by>\s*(?:==|=|:)\s*)(?P<value>\S+)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total_tokens = 0", True),
        ("total_tokens = x7", False),
        ("pwd=/srv/app", True),
        ("pwd=x7", False),
        ("a pass: collect", True),
        ("pass: x7", False),
    ],
)
def test_numbers_folders_and_sentences_are_prose(text: str, expected: bool) -> None:
    match = ASSIGNMENT.search(text)
    assert match is not None
    assert is_prose(text, match, match["value"]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("password == other", True),
        ("password = get_password(x)", True),
        ("password = password", True),
        ("password = hunter2", False),
        ("password=rosebud", False),
    ],
)
def test_what_compares_calls_or_copies_is_code(text: str, expected: bool) -> None:
    match = ASSIGNMENT.search(text)
    assert match is not None
    value = match["value"].partition("(")[0]
    assert is_code(text, match["by"], value, match.start("value") + len(value)) is expected


def test_a_plain_word_is_a_setting_where_no_program_is_written() -> None:
    assert is_setting("password = rosebudded", "rosebudded", len("password = rosebudded"))
    assert not is_setting("return password = rosebudded;", "rosebudded", len("return password = rosebudded"))


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            " ",
            "$X",
            "${X}",
            "${X:-}",
            "$(cat key)",
            "`cat key`",
            "$USER:$PASSWORD",
            "{{ token }}",
            "${{ secrets.X }}",
        ),
        *(
            "<token>",
            "[redacted]",
            "***",
            "xxx",
            "*",
            "...",
            "%s",
            "%(password)s",
            "%PASSWORD%",
            "@/run/key",
            "@key.txt",
        ),
        *(
            "true",
            "False",
            "none",
            "null",
            "str",
            "changeme",
            "your-api-key",
            "os.environ['X']",
            "process.env.X",
            "op://a/b",
        ),
    ],
)
def test_it_refers(value: str) -> None:
    assert refers(value)


@pytest.mark.parametrize("value", ["hunter2", "a$b", "p@ss", "%hunter2", "$X-hunter2", "s3cr3t!", "0123", "xxy", "é"])
def test_it_is_one(value: str) -> None:
    assert not refers(value)
