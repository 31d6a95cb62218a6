"""What find finds."""

import pytest

from wicket.shell.programs.find_command import found_by
from wicket.shell.read import read


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("find", (".", None)),
        ("find src", ("src", None)),
        ("find src -type f", ("src", None)),
        ("find -type f", (".", None)),
        ("find src -name '*.py'", ("src", None, ".py")),
        ("find src -type f -name x.py", ("src", None, "x.py")),
        ("find src -name '*.py' -not -path '*/x/*'", ("src", None, ".py")),
        ("find src ! -name '*.py'", ("src", None)),
        ("find src -name '*'", (None,)),
        ("find src -name", (None,)),
        ("find src -name '.e*'", (None,)),
        ("find src -name '[.]env'", (None,)),
        ("find src -iname .ENV", (None,)),
        ("find src -path '*/.env'", (None,)),
        ("find src -name '*.py' -o -name .env", (None,)),
        ("find src '(' -name '*.py' ')'", (None,)),
        ("find src -exec x {} +", (None,)),
        ("find src -follow", (None,)),
        ("find -L src", (None,)),
        ("find -O3 src", (None,)),
        ("find a b", (None,)),
        ("find $x", (None,)),
        ("find src -name $x", (None,)),
        ("find src -files0-from x", (None,)),
    ],
)
def test_how_all_of_it_looks(text: str, shape: tuple[str | None, ...]) -> None:
    assert found_by(read(text).commands[0].words) == shape
