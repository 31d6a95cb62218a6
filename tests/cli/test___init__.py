"""The command line loads its verbs when somebody asks for them, and knows no other names."""

import subprocess
import sys

import pytest

from wicket import cli
from wicket.cli.all_verbs import wicket


def test_the_group_of_all_verbs_is_imported_when_it_is_asked_for() -> None:
    told = (
        "import sys, wicket.cli; print('click' in sys.modules); print(wicket.cli.wicket.name, 'click' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", told], text=True) == "False\nwicket True\n"
    assert cli.wicket is wicket


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match=r"module 'wicket\.cli' has no attribute 'nothing'"):
        _ = cli.nothing
