"""An agent's door is loaded when it is asked for, and no other."""

import subprocess
import sys
from pathlib import Path

import pytest

from wicket.doors.hook_answer import door_of
from wicket.doors.hook_process import AGENTS

SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_has_a_door(agent: str) -> None:
    door = door_of(agent)
    assert callable(door.read)
    assert callable(door.spell)


def test_no_other_door_is_loaded() -> None:
    code = (
        "import sys; sys.path.append(sys.argv[1])\n"
        "from wicket.doors.hook_process import AGENTS\n"
        "from wicket.doors.hook_answer import door_of\n"
        "door_of('codex')\n"
        "doors = ['wicket.doors.' + agent.replace('-', '_') for agent in AGENTS]\n"
        "print([name for name in doors if name in sys.modules], 'json' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(SOURCE)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("['wicket.doors.codex'] False\n", "")
