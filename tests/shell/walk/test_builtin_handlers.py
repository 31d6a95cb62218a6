"""The builtins, by name."""

import pytest

from shell.reading import names, opaque
from wicket.shell.walk.builtin_handlers import HANDLERS


@pytest.mark.parametrize("text", ["trap 'rm x' EXIT", "eval rm x", "alias l='rm'\nl x"])
def test_what_they_run_is_found(text: str) -> None:
    assert text.split()[0] in HANDLERS
    assert "rm" in names(text)


def test_a_trap_that_cannot_be_read_is_said() -> None:
    assert opaque('trap "$(x)" EXIT')


@pytest.mark.parametrize("text", ["trap - EXIT", "trap -p"])
def test_a_trap_that_runs_nothing_is_plain(text: str) -> None:
    assert opaque(text) == []


def test_a_trap_may_assign_at_any_time() -> None:
    assert names("trap 'a=rm' DEBUG; a=ls; $a")[-1] is None
