"""Options that others take back."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_parse_result import Line
from wicket.shell.programs.dry_run_and_cancelled_options import is_denied, is_taken_back, taken_back
from wicket.shell.programs.subcommands import usage_of


def line_of(text: str) -> tuple[str, Line]:
    taken = usage_of(commands(text)[0])
    assert taken is not None
    return taken.name, taken.line


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("git clean -n --no-dry-run", "-n"),
        ("git clean -n --no-dry", "--dry-run"),
        ("terraform fmt -check=false", "-check"),
        ("terraform fmt -check -check=0", "-check"),
        ("terraform fmt -check=$x", "-check"),
        ("unzip -l --l x", "-l"),
        ("unzip -l -- -l x", "-l"),
        ("unzip -lt- x", "-t"),
    ],
)
def test_what_is_taken_back(text: str, option: str) -> None:
    name, line = line_of(text)
    assert is_taken_back(name, [option], line)


@pytest.mark.parametrize(
    "text",
    [
        "git clean -n",
        "git clean -n --no-x",
        "terraform fmt -check=true",
        "unzip -l x",
        "unzip -lq x",
        "sort --parallel=0 x",
    ],
)
def test_what_holds(text: str) -> None:
    name, line = line_of(text)
    assert not taken_back(name, line) & {"-n", "--dry-run", "-check", "-l", "--parallel"}


def test_a_flag_that_denies_itself() -> None:
    for text, expected in (
        ("terraform apply -auto-approve=false", [True]),
        ("terraform apply -auto-approve=F -auto-approve", [True, False]),
        ("terraform apply -auto-approve=true -var=false", [False, False]),
    ):
        assert [is_denied(found) for found in line_of(text)[1].found] == expected
