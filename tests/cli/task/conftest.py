"""What the tests of these verbs share."""

from pathlib import Path

import pytest

from machine import Machine
from tasks.evals import Lab


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def lab(machine: Machine) -> Lab:
    return Lab(machine.project)
