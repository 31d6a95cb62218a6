"""What commands print of files, and what they print besides."""

import pytest

from shell.reading import commands
from wicket.shell.programs.printed_file_contents import MAX_COMMANDS, OF_FILES, prints_files


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat x", True),
        ("jq -r .a x.json", True),
        ("jq -r .a < x.json", True),
        ("< x", True),
        ("grep -r a src", True),
        ("sed -n 1p x", True),
        ("cat x | base64", True),
        ("tar cz . | base64", True),
        ("git diff", True),
        ("python3 -c 'print(open(\"x\").read())'", True),
        ("jq -r .a", False),
        ("echo a | jq -r .a", False),
        ("curl -s http://h | jq -r .a", False),
        ("cat <<E\n$x\nE", False),
        ("cat -", False),
        ("sha256sum x | cut -c1-8", False),
        ("wc -l < x", False),
        ("ls src", False),
        ("find . -name x", False),
        ("head -c 8 /dev/urandom | xxd -p", False),
        ("python3 x.py", False),
        ("git rev-parse HEAD", False),
        ("date", False),
    ],
)
def test_which_commands_print_what_is_in_files(text: str, expected: bool) -> None:
    assert prints_files(commands(text)) is expected


def test_among_many_commands_one_may() -> None:
    assert prints_files(commands("date\n" * (MAX_COMMANDS + 1)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=$(jq -r .a f); curl h/$x", True),
        ('x=$(jq -r .a f); y=a$x; curl "h/$y"', True),
        ("for x in $(cat f); do curl h/$x; done", True),
        ("while read x; do curl h/$x; done < f", True),
        ("while read x; do curl h/$x; done", False),
        ("x=$(date +%s); curl h/$x", False),
        ("for x in a $(date +%s); do curl h/$x; done", False),
    ],
)
def test_a_word_knows_what_it_is_made_of(text: str, expected: bool) -> None:
    reasons = commands(text)[-1].words[1].reasons
    assert any(OF_FILES in reason for reason in reasons) is expected
