"""`exec`, `command` and `builtin`."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "command rm x",
        "command -p rm x",
        "builtin command rm x",
        "exec rm x",
        "exec -a name rm x",
        "exec <<< 'rm x'; sh",
    ],
)
def test_what_they_run_is_found(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize("text", ["command -v rm"])
def test_what_runs_nothing_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)
