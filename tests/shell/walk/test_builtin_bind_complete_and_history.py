"""`bind`, `complete` and the history."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize("text", ["complete -C 'rm x' y", "bind -x '\"a\": rm x'"])
def test_what_they_run_is_found(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ["fc -s"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize("text", ["fc -l"])
def test_what_runs_nothing_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)
