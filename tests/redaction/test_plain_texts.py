"""What held no secret is not searched again; what held one always is."""

import pytest

from wicket.redaction import clean, plain_texts
from wicket.redaction.clean import REDACTED, Cleaner
from wicket.redaction.plain_texts import MAX_CHARS, PlainTexts


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "_PLAIN", PlainTexts())


def test_a_text_is_known_as_it_was_searched() -> None:
    plain = PlainTexts()
    plain.add(3, "abc", True)
    assert plain.has("abc", True)
    assert not plain.has("abc", False)
    assert not plain.has("ab", True)


def test_a_long_text_is_not_remembered() -> None:
    plain = PlainTexts()
    plain.add(MAX_CHARS + 1, "x")
    assert not plain.has("x")


def test_it_never_grows_past_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_texts, "MAX_TEXTS", 2)
    plain = PlainTexts()
    for text in "abc":
        plain.add(1, text)
    assert [plain.has(text) for text in "abc"] == [False, False, True]


def test_a_plain_text_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Cleaner().text("git status") == "git status"
    monkeypatch.setattr(Cleaner, "_in_text", lambda *_: pytest.fail("it was searched again"))
    assert Cleaner().text("git status") == "git status"
    assert Cleaner().pipeline([["git status"]]) == [["git status"]]


SECRET = "password=Tr0ub4dor-and-3"


def test_a_secret_is_found_again_and_kept_nowhere() -> None:
    for _ in range(2):
        cleaner = Cleaner()
        assert REDACTED in cleaner.text(SECRET)
        assert cleaner.found
        assert not clean._PLAIN.has(SECRET, False)


def test_a_pipeline_with_a_secret_is_cleaned_again_though_its_words_are_plain() -> None:
    stages = [["mysql", "-u", "me", "--password", "simple"]]
    assert Cleaner().text("simple") == "simple"
    for _ in range(2):
        assert Cleaner().pipeline(stages) == [["mysql", "-u", "me", "--password", REDACTED]]


def test_what_was_found_elsewhere_is_left_out_of_a_text_that_is_plain_by_itself() -> None:
    assert Cleaner().text("say Tr0ub4dor-and-3x") != ""
    Cleaner().text("ordinarysecretword")
    cleaner = Cleaner()
    cleaner.text("password=ordinarysecretword")
    assert cleaner.finished(cleaner.text("ordinarysecretword")) == REDACTED
