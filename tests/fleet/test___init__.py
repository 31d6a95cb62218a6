"""Who has no fleet pays nothing for it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["wicket", "wicket.cli", "wicket.cli.serve", "wicket.doors.hook_process", "wicket.web.console"]
)
def test_a_machine_without_a_fleet_loads_nothing_of_it(module: str) -> None:
    ours = "name.partition('.')[0] in ('nats', 'nacl') or name.startswith('wicket.fleet')"
    program = f"import sys, {module}; print([name for name in sys.modules if {ours}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
