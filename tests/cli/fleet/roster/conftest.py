"""What the tests of these verbs share."""

import pytest

from cli.fleet.roster.owners import owner
from machine import Machine
from wicket.fleet.root_files import RootFiles


@pytest.fixture
def root(machine: Machine) -> RootFiles:
    return owner(machine)
