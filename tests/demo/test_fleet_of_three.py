"""A fleet to try. `tests/cli/fleet/test_demo.py` runs it."""

import stat
import subprocess
from pathlib import Path

from wicket.demo.fleet_of_three import MACHINES, PEOPLE, FleetOfThree
from wicket.fleet.policy_push import read_folder


def test_everybody_has_a_home_and_a_command_of_their_own(tmp_path: Path) -> None:
    fleet = FleetOfThree(tmp_path, ["env"])
    fleet.lay_out()
    for name in ("hub", *MACHINES, *PEOPLE):
        assert stat.S_IMODE(fleet.home(name).stat().st_mode) == 0o700
        shown = subprocess.run([str(fleet.command(name))], capture_output=True, text=True, check=True).stdout
        assert f"WICKET_HOME={fleet.home(name)}\n" in shown
    assert (tmp_path / "prod" / ".config" / "wicket" / "wicket.yml").read_text() == (
        "gateway:\n  fleet: {group: prod}\n"
    )
    assert read_folder(fleet.policy) == {"wicket.yml": (fleet.policy / "wicket.yml").read_text()}
    fleet.stop()
