"""What programs can be made to do."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_parser import LOOKING
from wicket.shell.programs.program_lookup import usage
from wicket.shell.programs.what_a_program_can_do import HARMLESS, summary


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
