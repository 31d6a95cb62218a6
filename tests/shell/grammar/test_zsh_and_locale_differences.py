"""Tests of `zsh_and_locale_differences`."""

import pytest

from wicket.shell import World, read
from wicket.shell.grammar.zsh_and_locale_differences import otherwise, strange

# ── what zsh reads otherwise than bash ────────────────────────────────────────

OTHERWISE = [
    "=rm -rf x",
    "ls; =rm x",
    "x='rm -rf y'; $=x",
    "x='/bin/r?'; $~x -rf y",
    "x=a/rm; $x:t -rf z",
    "x=a/rm; ${x:t} -rf z",
    "x='$(rm -rf y)'; echo ${(e)x}",
    "setopt braceccl; {r}{m} -rf x",
    "zmodload zsh/files; zf_rm -rf x",
    "zf_rm -rf x",
    "a=(ls rm); $a[2] -rf x",
    "a=(ls rm); ${a[2]} -rf x",
    "echo rm | read y; $y -rf x",
    "alias -g X='rm -rf y'; ls X",
    "TRAPEXIT() { rm -rf x; }",
]
ALIKE = [
    "ls -l",
    'for f in *.py; do echo "$f"; done',
    'echo "${a[@]}" "${x:-y}" "${x%.py}"',
    "x=1 make",
    "test a = b",
    "PATH=$HOME/bin:$PATH ls",
    "git log | head",
    "a || b=c",
]


@pytest.mark.parametrize("text", OTHERWISE)
def test_it_is_refused_where_zsh_will_read_it(text: str) -> None:
    refusal = read(text, World({}, shell="zsh")).refusal
    assert refusal is not None
    assert refusal.reason == "zsh reads this otherwise than bash"
    bash = read(text, World({})).refusal
    assert bash is None or bash.reason != refusal.reason


@pytest.mark.parametrize("text", ALIKE)
def test_most_is_read_alike(text: str) -> None:
    assert otherwise(text) == -1
    assert read(text, World({}, shell="zsh")).refusal is None


# ── in some alphabets bash reads otherwise, and then nothing is sure ──────────

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
