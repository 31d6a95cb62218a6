"""What a person sees is what would run, and nothing else could look like it."""

import shutil
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wicket.gateway.command_display import free_text, one_line, quoted, stage_lines
from wicket.wire.sudo_proxy.messages import FORBIDDEN


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("ls", "ls"),
        ("-l", "-l"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", "'it'\\''s'"),
        ("|", "'|'"),
        ("$(id)", "'$(id)'"),
        ("a\tb", "$'a\\tb'"),
        ("a'\t", "$'a\\'\\t'"),
        ("é", "'é'"),
        ("\u0430", "$'\\u0430'"),  # a Cyrillic а
        ("a\u00a0b", "$'a\\u00a0b'"),
        ("e\u0301", "$'e\\u0301'"),
        ("\u01c0", "$'\\u01c0'"),  # a letter that looks like a pipe
        ("😀1", "$'\\U0001f6001'"),
        ("~", "'~'"),
        ("#x", "'#x'"),
    ],
)
def test_a_word_is_shown_as_itself(word: str, shown: str) -> None:
    assert quoted(word) == shown


@pytest.mark.rule("P-D38")
def test_stages_cannot_be_mistaken_for_words() -> None:
    assert stage_lines([["a", "|", "b"]]) == ("a '|' b",)
    assert stage_lines([["a"], ["b"]]) == ("a", "b")
    assert one_line([["a", "|", "b"]]) == "a '|' b"
    assert one_line([["a"], ["b"]]) == "a | b"


def test_a_program_is_never_taken_for_an_assignment_or_a_word_of_the_shell() -> None:
    assert one_line([["A=1", "x=1"], ["if", "if"], ["-u"]]) == "'A=1' x=1 | 'if' if | -u"


# What passes the wire: no forbidden characters; and words that are there to confuse.
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6).filter(
    lambda text: not FORBIDDEN.search(text)
) | (st.text("a |'\"\\$\t\u00a0;#=\u0430", max_size=5))
PIPELINES = st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=3)


@pytest.mark.rule("P-D38")
@given(PIPELINES, PIPELINES)
@example([["a b"]], [["a", "b"]])
@example([["a", "|", "b"]], [["a"], ["b"]])
@example([["a", ""]], [["a"]])
@example([["a\u00a0b"]], [["a b"]])
@settings(max_examples=300)
def test_two_pipelines_never_look_alike(one: list[list[str]], other: list[list[str]]) -> None:
    assert (one == other) == (stage_lines(one) == stage_lines(other))
    assert (one == other) == (one_line(one) == one_line(other))


@given(PIPELINES)
def test_a_line_holds_nothing_that_moves_a_cursor_or_hides(pipeline: list[list[str]]) -> None:
    for line in stage_lines(pipeline):
        assert all(character.isascii() or "\u00c0" <= character <= "\u017f" for character in line)
        assert line.isprintable()


@given(PIPELINES)
def test_the_line_can_be_read_back(pipeline: list[list[str]]) -> None:
    assert [read_back(line) for line in stage_lines(pipeline)] == pipeline


def read_back(line: str) -> list[str]:
    """Read one line of quoted words, without the code that wrote it."""
    words: list[str] = []
    word: str | None = None
    index = 0
    while index < len(line):
        if line[index] == " ":
            words.append(word or "")
            word, index = None, index + 1
        elif line.startswith("$'", index):
            end = index + 2
            while line[end] != "'":
                end += 2 if line[end] == "\\" else 1
            word = (word or "") + _unescaped(line[index + 2 : end])
            index = end + 1
        elif line[index] == "'":
            end = line.index("'", index + 1)
            word = (word or "") + line[index + 1 : end]
            index = end + 1
        elif line[index] == "\\":
            word, index = (word or "") + line[index + 1], index + 2
        else:
            word, index = (word or "") + line[index], index + 1
    return [*words, word or ""]


def _unescaped(text: str) -> str:
    return text.encode("latin-1", "backslashreplace").decode("unicode-escape")


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here to compare with")
def test_bash_reads_the_same_words() -> None:
    words = [
        "ls",
        "",
        "a b",
        "it's",
        "|",
        "$(id)",
        "a\tb",
        "é",
        "\u0430",
        "a\u00a0b",
        "😀1",
        "~",
        "#x",
        "\\",
        "a'\t\\",
        "!",
        "*",
    ]
    line = " ".join(map(quoted, words))
    done = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {line}"], env={"LC_ALL": "C.UTF-8"}, capture_output=True, check=True
    )
    assert done.stdout.decode().split("\0")[:-1] == words


def test_prose_stays_prose() -> None:
    assert free_text("Größe: 3 – “ok” 日本") == "Größe: 3 – “ok” 日本"
    assert free_text("a\x1b[2Jb\u202ec\td\n") == "a\\u001b[2Jb\\u202ec\\td\\n"
