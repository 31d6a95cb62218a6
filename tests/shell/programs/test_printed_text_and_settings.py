"""Tests of `printed_text_and_settings`."""

import pytest

from shell.reading import commands
from wicket.shell.programs import printed_text_and_settings
from wicket.shell.programs.printed_text_and_settings import MAX_COMMANDS, prints_files, prints_settings
from wicket.shell.unknown_values import OF_FILES

# ── what commands print ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("echo a b", "a b\n"),
        ("echo -n a", "a"),
        ("echo", "\n"),
        ("printf '%s-%s\\n' a b c", "a-b\nc-\n"),
        ("printf '%d%%' 5", "5%"),
        ("printf 'a\\tb'", "a\tb"),
        ("cat <<< x", "x\n"),
        ("cat - <<< x", "x\n"),
        ("true", ""),
    ],
)
def test_it_is_known(text: str, printed: str) -> None:
    assert printed_text_and_settings.of(commands(text)[-1], None) == printed


@pytest.mark.parametrize(
    "text",
    [
        "echo -e a",
        "echo 'a\\n'",
        'echo "$x"',
        "echo a > f",
        "printf %x 1",
        "printf -v a b",
        "cat f",
        "date",
        "printf '\\x41'",
    ],
)
def test_it_is_not(text: str) -> None:
    assert printed_text_and_settings.of(commands(text)[-1], None) is None


def test_cat_passes_on_what_it_reads() -> None:
    assert printed_text_and_settings.of(commands("cat")[-1], "x") == "x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("whoami", True),
        ("git rev-parse --show-toplevel", True),
        ("git rev-parse --abbrev-ref HEAD", True),
        ("git rev-parse --short=7 HEAD~1", True),
        ("git rev-parse web rm -rf x", False),
        ("git rev-parse ../../x", False),
        ("git rev-parse --show-cdup", False),
        ("git log", False),
        ("date", True),
        ("date +x", False),
    ],
)
def test_what_nobody_has_chosen(text: str, expected: bool) -> None:
    assert printed_text_and_settings.is_told(commands(text)[-1]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wc -l < f | tr -d ' '", True),
        ("wc -l < f 2>&1 | tr -d ' '", False),
        ("wc -l < f | tr -d ' ' < g", False),
        ("wc -l < f | tr 0-9 a-j", False),
        ("cat f | tr -d ' '", False),
    ],
)
def test_a_number_stays_one_where_characters_are_taken_out(text: str, expected: bool) -> None:
    first, second = commands(text)
    assert printed_text_and_settings.leave_number(first, second, piped=True) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("grep -c x f || true", True), ("grep -c x f || :", True), ("grep -c x f || cat f", False), ("cat f || :", False)],
)
def test_a_number_stays_one_where_failure_says_nothing(text: str, expected: bool) -> None:
    first, second = commands(text)
    assert printed_text_and_settings.leave_number(first, second, piped=False) is expected


def test_what_prints_the_folder() -> None:
    assert [
        printed_text_and_settings.is_pwd(commands(text)[-1])
        for text in ("pwd", "pwd -P", "pwd > x", "pwd() { ls; }; pwd")
    ] == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mktemp", "/t/tmp."),
        ("mktemp -d -q 2>/dev/null", "/t/tmp."),
        ("mktemp -d /a/b.XXXX", "/a/b."),
        ("mktemp /a/b.XX", None),
        ("mktemp a.XXXX", None),
        ("mktemp /a/XXXb.XXXX", None),
        ("mktemp /a/b.XXXX /c", None),
        ("mktemp -t a.XXXX", None),
        ('mktemp "$x"', None),
        ("mktemp > f", None),
        ("mktemp 2>&1", None),
        ("TMPDIR=/x mktemp", None),
        ("hx", None),
    ],
)
def test_how_the_name_begins_of_what_mktemp_makes(text: str, expected: str | None) -> None:
    made = printed_text_and_settings.made(commands(text)[-1], "/t")
    assert (made.shape if made is not None else None) == (None if expected is None else (expected, None))


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


# ── programs that print settings to be evaluated ──────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "brew shellenv",
        "/opt/homebrew/bin/brew shellenv",
        "ssh-agent -s",
        "rbenv init - bash",
        "fnm env --use-on-cd",
        "conda shell.bash hook",
        "minikube docker-env",
    ],
)
def test_settings_of_known_programs(text: str) -> None:
    assert prints_settings(commands(text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "> x",
        "./brew shellenv",
        "/tmp/brew shellenv",
        "/usr/bin/../../tmp/brew shellenv",
        "brew install x",
        "brew shellenv $x",
        "PATH=. brew shellenv",
        "ssh-agent rm x",
        "brew shellenv 'rm x'",
        "curl example.net",
    ],
)
def test_whatever_else_is_printed_is_not_known(text: str) -> None:
    assert not prints_settings(commands(text)[-1])
