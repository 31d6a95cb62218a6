"""In some alphabets bash reads otherwise, and then nothing is sure."""

import pytest

from wicket.shell import World, read
from wicket.shell.grammar.unsafe_locales import strange

TEXT = "echo \u2001\\; rm -rf x"


@pytest.mark.parametrize("locale", ["zh_CN.GBK", "zh_TW.Big5", "zh_TW", "ja_JP.SJIS", "zh_CN.gb18030", "x.unknown"])
def test_an_alphabet_that_swallows_is_named(locale: str) -> None:
    assert strange(TEXT, {"LC_ALL": locale}) == locale
    assert strange(TEXT, {"LANG": f"{locale}@x"}) == f"{locale}@x"
    assert strange(f"LC_CTYPE='{locale}'\n{TEXT}", {}) == locale


@pytest.mark.parametrize(
    "locale", ["", "C", "POSIX", "C.UTF-8", "de_DE.utf8", "de_DE", "de_DE.ISO-8859-15@euro", "ja_JP.eucJP", "zh_CN"]
)
def test_others_are_not(locale: str) -> None:
    assert strange(f"LC_ALL={locale} sort; {TEXT}", {"LC_ALL": locale, "LANG": locale}) == ""


def test_the_first_that_is_set_counts() -> None:
    assert strange(TEXT, {"LC_ALL": "C", "LANG": "zh_TW"}) == ""
    assert strange(TEXT, {"LC_CTYPE": "zh_TW", "LANG": "C"}) == "zh_TW"


def test_such_a_text_is_not_understood_and_still_read() -> None:
    script = read(TEXT, World({"LANG": "zh_TW"}))
    assert str(script.refusal) == "line 1, column 6: a letter that the alphabet of zh_TW may read otherwise"
    assert [command.name for command in script.commands] == ["echo"]
    assert read(TEXT.replace("\u2001", "x"), World({"LANG": "zh_TW"})).refusal is None
    assert read(TEXT, World({"LANG": "C.UTF-8"})).refusal is None
