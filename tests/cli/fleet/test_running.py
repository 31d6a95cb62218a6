"""What the verbs of the fleet share."""

import subprocess
import sys

import pytest

from wicket.cli.fleet.running import FleetNotInstalled, fleet_verb, in_loop
from wicket.errors import WicketError


def test_what_is_not_installed_is_named_with_what_to_do() -> None:
    program = (
        "import sys; sys.modules['nats'] = None; from wicket.cli.verb_start_and_exit import main; "
        "main(['fleet', 'enroll', 'x'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "wicket: a fleet needs nats; in a checkout of wicket: pip install '.[fleet]'\n",
    )


def test_another_module_that_is_missing_is_a_mistake_of_ours() -> None:
    @fleet_verb
    def verb() -> None:
        raise ModuleNotFoundError("No module named 'x'", name="x")

    with pytest.raises(ModuleNotFoundError):
        verb()
    assert issubclass(FleetNotInstalled, WicketError)


def test_of_several_troubles_the_one_is_told_that_a_person_can_act_on() -> None:
    async def work() -> None:
        raise ExceptionGroup("", [ValueError("no"), ExceptionGroup("", [FleetNotInstalled("yes")])])

    with pytest.raises(FleetNotInstalled):
        in_loop(work())
