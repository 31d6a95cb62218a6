"""Tests of `embedded_paths_and_unmatched_globs`."""

import pytest

from policy.judging import world
from wicket.policy.file_rules.embedded_paths_and_unmatched_globs import (
    _MAX_MARKS,
    WORK_OF_NAME,
    paths_in,
    quoted_in,
    settled,
    words_in,
)
from wicket.shell.read import read
from wicket.shell.refusal_and_work_limit import Spent
from wicket.shell.words import UnknownWord, Word

# ── what in a word may be a path ──────────────────────────────────────────────


def word(text: str) -> Word:
    return Word(text, 0, len(text))


def texts(words: list[Word]) -> list[str]:
    return list(map(str, words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("--all", []),
        ("-fx", []),
        ("-fxy", ["xy"]),
        ("--key=a/b", ["a/b"]),
        ("@a", ["@a", "a"]),
        ("a:b", ["a:b", "a", "b"]),
        ("k=a:b", ["k=a:b", "k", "a:b", "k=a", "b", "a"]),
        ("src=a dest=b", ["src=a dest=b", "src", "a dest", "b", "src=a", "a"]),
        ("https://x/y", []),
        ("file://x", ["x"]),
        ("concat:a|b", ["concat:a|b", "concat:a", "concat", "a", "b"]),
        ("[f=x]a|[f=y:z=1]b", ["[f=x]a|[f=y:z=1]b", "a", "b"]),
        ("file:///x", ["file:///x", "file", "///x"]),
    ],
)
def test_paths_that_a_word_may_hold(text: str, expected: list[str]) -> None:
    assert texts(paths_in(word(text))) == expected


def test_a_word_with_too_many_pieces_may_hold_any_path() -> None:
    assert [found.shape for found in paths_in(word("a=" * (_MAX_MARKS + 1)))] == [(None,)]


def test_a_token_that_is_not_known_leaves_what_stands_around_it() -> None:
    made = paths_in(UnknownWord(("--key=a/", None), "a token", False, 0, 9, bare=True))
    assert [(found.shape, found.bare) for found in made] == [(("a/", None), True)]


def test_what_is_not_known_may_be_any_path() -> None:
    unknown = UnknownWord((None,), "a variable", False, 0, 2)
    assert paths_in(unknown) == [unknown]


def test_what_stands_in_quotes_may_be_a_path() -> None:
    assert texts(quoted_in(word("open('a') + open(\"b\")"))) == ["a", "b"]
    assert quoted_in(word("a b")) == []


def test_each_word_of_a_text_may_be_a_path() -> None:
    assert texts(words_in(word("cat $HOME/a; x *.b * c"))) == ["cat", "~/a", "x", "….b", "c"]


# ── globs that no file answers to stay as they are written ────────────────────


def words(text: str, *names: str) -> list[str | None] | None:
    found = settled(read(text), world(names=lambda _: names))
    return None if found is None else [word.text for word in found]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("hx *.x", (), ["hx", "*.x"]),
        ("hx *.x", ("a.x",), ["hx", None]),
        ("hx *.x b?", ("a.x",), ["hx", None, "b?"]),
        ("hx a", (), None),
        ("hx $x", (), None),
        ("hx [ab]", (), None),  # more than stars and question marks is not read here
        ("hx d/*.x", (), None),
        ("cd d; hx *.x", (), None),
        ("hx --include=*.x", ("a",), ["hx", "--include=*.x"]),
    ],
)
def test_what_no_file_answers_to(text: str, names: tuple[str, ...], expected: list[str | None] | None) -> None:
    assert words(text, *names) == expected


def test_a_folder_that_cannot_be_read_settles_nothing() -> None:
    assert settled(read("hx *.x"), world(names=lambda _: None)) is None


def test_looking_names_up_takes_from_the_fuel() -> None:
    here = world(names=lambda _: [f"a{number}" for number in range(5_000)])
    before = here.fuel.left
    settled(read("hx " + "*.x " * 100), here)
    once = before - here.fuel.left  # the same glob is looked up once
    assert 5_000 * WORK_OF_NAME < once < 2 * 5_000 * WORK_OF_NAME
    with pytest.raises(Spent):
        settled(read("hx " + " ".join(f"*.{number}" for number in range(500))), here)


def test_a_rule_that_allows_may_rely_on_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from policy.judging import decide, policy

    asked = policy("allow: grep --include=*.md x .")
    assert decide(asked, "grep --include=*.md x .", tmp_path) == "allow"
    (tmp_path / "--include=a.md").write_text("")
    assert decide(asked, "grep --include=*.md x .", tmp_path) == "ask"
