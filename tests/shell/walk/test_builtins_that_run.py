"""Builtins that run something."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "eval rm x",
        "eval 'true; rm x'",
        "eval -- rm x",
        "command rm x",
        "command -p rm x",
        "builtin command rm x",
        "exec rm x",
        "exec -a name rm x",
        "trap 'rm x' EXIT",
        ". /dev/stdin <<< 'rm x'",
        "alias l='rm x'\nl",
        "alias l='rm'\nl x",
        "complete -C 'rm x' y",
        "bind -x '\"a\": rm x'",
        "hash -p /bin/rm ls; ls",
        "exec <<< 'rm x'; sh",
    ],
)
def test_what_they_run_is_found(text: str) -> None:
    assert any(str(name).rpartition("/")[2] == "rm" for name in names(text))


@pytest.mark.parametrize(
    "text",
    [
        'eval "$(x)"',
        "source <(x)",
        'trap "$(x)" EXIT',
        'alias a="$(x)"',
        "enable -f ./x.so y",
        "fc -s",
        "cat a > s; . ./s",
    ],
)
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize("text", ["command -v rm", "trap - EXIT", "trap -p", "alias", "enable", "fc -l", "hash -r"])
def test_what_runs_nothing_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert "rm" not in names(text)


def test_a_trap_may_assign_at_any_time() -> None:
    assert names("trap 'a=rm' DEBUG; a=ls; $a")[-1] is None
