"""What copies and moves write."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.read import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cp a b", ["b", "b/a"]),
        ("cp -t d x/a b", ["d", "d/a", "d/b"]),
        ("cp x/*.py d", ["d", "d/….py"]),
        ("install -d a b", ["a", "b"]),
        ("scp h:x/y d", ["d", "d/y"]),
    ],
)
def test_the_target_and_what_the_sources_become(text: str, expected: list[str]) -> None:
    found = acts(read(text).commands[0])
    assert sorted({str(act.word) for act in found if act.kind == "write"}) == expected
