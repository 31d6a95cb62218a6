"""Subcommands that run nothing of what they are given."""

from shell.tables import harmless
from wicket.shell.programs.program_lookup import PROGRAMS, usage

SUBCOMMANDS = harmless()


def test_each_is_of_a_program_whose_first_operand_says_what_it_does() -> None:
    names = {name: usage(name) for name in SUBCOMMANDS}
    assert [name for name, found in names.items() if found is None or not found.deeper] == []
    assert [name for name in SUBCOMMANDS if not PROGRAMS[name.partition(" ")[0]].deeper] == []


def test_none_has_a_line_by_which_it_runs_a_command() -> None:
    running = {
        f"{name} {sub}"
        for name, subs in SUBCOMMANDS.items()
        for sub in subs
        if (found := usage(f"{name} {sub}")) is not None
        and not {"COMMAND", "TEXT", "RUN"}.isdisjoint([kind for kind, _ in found.operands])
    }
    assert running == set()


def test_a_group_holds_those_that_are_listed_for_it() -> None:
    assert "up" in SUBCOMMANDS["docker compose"]
    assert SUBCOMMANDS["docker compose"] == SUBCOMMANDS["nerdctl compose"]
    assert {"exec", "create", "run"}.isdisjoint(SUBCOMMANDS["docker container"])
