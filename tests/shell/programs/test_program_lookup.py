"""Tests of `program_lookup`."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_parser import LOOKING
from wicket.shell.programs.program_lookup import HARMLESS, PROGRAMS, is_known, plain, summary, usage

# ── what is known of programs, by whatever name they are called ───────────────


def test_the_tables_know_a_program_under_any_path() -> None:
    assert plain("/usr/bin/gawk") == "awk"
    assert is_known("/bin/rm")
    assert is_known("python3.12")
    assert not is_known("frobnicate")
    assert usage("frobnicate") is None


def test_equal_options_have_one_meaning() -> None:
    found = usage("rm")
    assert found is not None
    assert found.option("-r") is found.option("--recursive") is found.option("--recu")


def test_names_from_strangers_are_not_kept_without_end() -> None:
    PROGRAMS.clear()
    long = "x" * 101
    assert not PROGRAMS[long].known
    assert long not in PROGRAMS
    assert not any(PROGRAMS[f"stranger{number}"].known for number in range(1500))
    assert len(PROGRAMS) == 500
    assert PROGRAMS["/usr/bin/gawk"].name == "awk"
    assert PROGRAMS["/usr/bin/gawk"] is PROGRAMS["/usr/bin/gawk"]


@pytest.mark.parametrize("name", ["pip3", "pip3.11", "pip-3.11", "/usr/bin/pip3"])
def test_a_version_is_no_part_of_a_name(name: str) -> None:
    assert plain(name) == "pip"
    assert [plain(other) for other in ("pytest-3", "py.test", "pips3", "3")] == ["pytest", "pytest", "pips3", "3"]


def test_which_programs_have_other_spellings() -> None:
    names = ("npm", "ip", "chmod", "/bin/rm", "git", "docker")
    assert [PROGRAMS[name].respelled for name in names] == [True, True, True, True, False, False]


def test_which_programs_fetch_packages() -> None:
    assert [PROGRAMS[name].fetches for name in ("npx", "npm", "/usr/bin/npx", "ls")] == [True, True, True, False]


# ── what programs can be made to do ───────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("find", "reads deletes runs writes"),
        ("git", "reads deletes runs writes"),
        ("sort", "reads runs writes"),
        ("cp", "reads writes"),
        ("cat", "reads"),
        ("rm", "deletes"),
        ("sleep", ""),
        ("printf", "reads deletes runs writes"),
        ("unheard-of", "reads deletes runs writes"),
    ],
)
def test_what_a_program_can_be_made_to_do(name: str, expected: str) -> None:
    made = summary(commands(name)[0])
    assert {kind for kind in made.__slots__ if getattr(made, kind)} == set(expected.split())


@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_a_program_on_the_closed_list_does_nothing_but_look(name: str) -> None:
    known = usage(name)
    if known is not None:
        kinds = {kind for option in known.options.values() for kind in option.kinds}
        assert kinds | {kind for kind, _ in known.operands} <= LOOKING - {"READ", "UPLOAD", "UPLOADED", "TOUCH"}
