"""Options of shells by which globs stand for hidden names."""

import pytest

from wicket.shell.read import read
from wicket.shell.state.glob_options import show_hidden_names
from wicket.shell.unknown_values import GLOB, NAMED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm x/*", False),
        ("shopt -s nullglob; rm x/*", False),
        ("shopt -s dotglob; rm x/*", True),
        ("shopt -s dot'glob'; rm x/*", True),
        ('shopt -s "$y"; rm x/*', True),
        ("GLOBIGNORE=y; rm x/*", True),
        ("setopt globdots; rm x/*", True),
        ("bash -O dotglob -c 'rm x/*'", True),
        ("source <(y); rm x/*", True),
    ],
)
def test_what_has_globs_stand_for_hidden_names(text: str, expected: bool) -> None:
    script = read(text)
    assert show_hidden_names(text, script.commands) is expected
    globs = [word for command in script.commands for word in command.words if word.reason in (GLOB, NAMED)]
    assert {word.reason for word in globs} <= {NAMED if expected else GLOB}
