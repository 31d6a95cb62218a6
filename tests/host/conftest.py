"""A lab for extensions."""

from pathlib import Path

import pytest

from host.hosting import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)
