"""A file that is wholly ours is written over; a stranger's is not."""

from pathlib import Path

import pytest

from agents.homes import Home
from wicket.agents.agent_setups import SETUPS
from wicket.agents.settings_file_and_backup import BadSettings


def test_a_file_of_another_version_is_ours_and_a_strangers_is_not(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("pi")
    file.write_text("// Written by `wicket init`: long ago\n")
    (change,) = SETUPS["pi"].changes(home.environ)
    change.make()
    assert SETUPS["pi"].changes(home.environ) == []
    file.write_text("// mine\n")
    with pytest.raises(BadSettings, match="is not wicket's"):
        SETUPS["pi"].changes(home.environ)
    assert SETUPS["pi"].removals(home.environ) == []
