"""The names of Python's modules about the machine and the network. `test_python_module_names` looks at each."""

import pytest

from wicket.shell.languages.python_module_name_lists import COMPUTING
from wicket.shell.languages.python_name_lists import MODULES
from wicket.shell.languages.python_system_module_name_lists import OF_MACHINE_AND_NETWORK


def test_no_module_is_listed_twice() -> None:
    assert OF_MACHINE_AND_NETWORK.keys() & COMPUTING.keys() == set()


@pytest.mark.parametrize("module", sorted(OF_MACHINE_AND_NETWORK))
def test_what_is_listed_may_be_used(module: str) -> None:
    assert OF_MACHINE_AND_NETWORK[module] <= MODULES[module]
