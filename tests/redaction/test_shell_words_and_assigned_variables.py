"""Tests of `shell_words_and_assigned_variables`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.redaction.shell_words_and_assigned_variables import assigned, commands, is_read_into, merged, without

# ── places in a text are joined, and a mark is put in each ────────────────────


def test_places_that_overlap_or_touch_are_one() -> None:
    assert merged([(5, 7), (0, 2), (2, 3), (6, 9), (4, 4)]) == [(0, 3), (5, 9)]


def test_a_mark_stands_in_each_place() -> None:
    assert without("abcdefgh", [(0, 2), (4, 5), (7, 8)], "-") == "-cd-fg-"
    assert without("abc", [], "-") == "abc"


# ── the words of a shell text and where they stand, whatever the text is ──────


def read(text: str) -> list[list[str]]:
    return [[word.value for word in command.words] for command in commands(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a \'b c\' "d \\" e" f\\ g', [["a", "b c", 'd " e', "f g"]]),
        ("a | b && c; (d)\ne &", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        ("a $'b\\x41\\u0042\\n\\101' c", [["a", "bAB\nA", "c"]]),
        ("a'b'\"c\"d", [["abcd"]]),
        ("it's \"open", [["it's", '"open']]),
        ("a # b c\nd", [["a"], ["d"]]),
        ("a > b 2>&1 < c", [["a", "b", "2", "c"]]),
        ("a \\\n b", [["a", "b"]]),
        ("", []),
    ],
)
def test_words_are_read(text: str, words: list[list[str]]) -> None:
    assert [[word for word in each if word] for each in read(text)] == words


def test_files_and_their_numbers_are_no_operands() -> None:
    [command] = commands("a b > c 2>/dev/null < d e")
    assert command.operands == (["a", "b", "e"], [0, 1, 6])


def test_pipes_and_what_is_given() -> None:
    text = "echo a | b <<< 'c d'\ncat <<'E' > f\nx\ny\nE\nz"
    one, two, three, four = commands(text)
    assert (one.to, two.to) == (1, None)
    assert [text[start:end] for start, end in two.documents] == ["'c d'"]
    assert [text[start:end] for start, end in three.documents] == ["x\ny\n"]
    assert [word.value for word in four.words] == ["z"]


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("(a; b) | c", [2, 2, None]),
        ("{ a; b; } | c", [3, 3, 3, None]),
        ("a; (b) ; c | d", [None, None, 3, None]),
        ("a || b | c", [None, 2, None]),
        ("(a | b) | c", [1, 2, None]),
        ("| a", [None]),
    ],
)
def test_a_group_prints_for_the_next(text: str, to: list[int | None]) -> None:
    assert [command.to for command in commands(text)] == to


def test_files_that_are_written() -> None:
    one, two = commands("a b > c d 2>>e 2>&1 <f; g >")
    assert [one.values[number] for number in one.files] == ["c", "e"]
    assert two.files == []


@pytest.mark.parametrize(
    ("text", "part", "place"),
    [
        ("x abc", (1, 3), "bc"),
        ("x 'abc'", (1, 3), "bc"),
        ("x a'b'c", (0, 3), "a'b'c"),
        ("x $'a\\x62c'", (0, 3), "$'a\\x62c'"),
    ],
)
def test_a_part_of_a_word_has_its_place(text: str, part: tuple[int, int], place: str) -> None:
    start, end = commands(text)[0].words[1].place(part)
    assert text[start:end] == place


@given(st.text(alphabet="ab '\"\\$|&;()<>\n\t#x4E-", max_size=60))
def test_any_text_is_read_to_its_end(text: str) -> None:
    for command in commands(text):
        for word in command.words:
            assert 0 <= word.start < word.end <= len(text)
            if word.value:
                start, end = word.place((0, len(word.value)))
                assert word.start <= start < end <= word.end


# ── words of a shell text that become the values of variables ─────────────────


def values(text: str, *variables: str) -> list[str]:
    [command] = commands(text)
    return [word.value[first:] for word, first in assigned(command, variables)]


@pytest.mark.parametrize(
    "text", ["P=x", "export A=b P=x", "P+=x", "for P in x", "printf -v P %s x", "printf -v P x", "for PASSWORD in x"]
)
def test_values_are_found(text: str) -> None:
    assert values(text, "P") == ["x"]


def test_positional_ones_are_set() -> None:
    assert values("set -- x y", "1") == ["x", "y"]
    assert values("set -- x y", "P") == []


@pytest.mark.parametrize("text", ["Q=x", "for Q in x", "printf P x", "echo P x"])
def test_other_words_are_none(text: str) -> None:
    assert values(text, "P") == []


def test_variables_are_read() -> None:
    assert is_read_into(commands("IFS= read -r P")[0], ["P"])
    assert not is_read_into(commands("read Q")[0], ["P"])
    assert not is_read_into(commands("A=b")[0], ["P"])
