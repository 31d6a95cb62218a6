"""What the tests of tasks share."""

from pathlib import Path

import pytest

from tasks.evals import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)
