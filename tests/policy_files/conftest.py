"""What the tests of policy files share."""

from pathlib import Path

import pytest

from policy_files.places import Person


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)
