"""`eval` and `source`."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize("text", ["eval rm x", "eval 'true; rm x'", "eval -- rm x", ". /dev/stdin <<< 'rm x'"])
def test_what_they_run_is_found(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ['eval "$(x)"', "source <(x)", "cat a > s; . ./s"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)
