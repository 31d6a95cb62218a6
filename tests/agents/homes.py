"""A home in which agents are set up as `wicket init` does it, without a terminal."""

import os
from collections.abc import Mapping
from pathlib import Path

from wicket.agents.agent_setups import SETUPS
from wicket.agents.guard import Guards
from wicket.agents.hook_command import shim_changes


class Home:
    def __init__(self, root: Path) -> None:
        self.root = root / "home"
        self.project = root / "project"
        self.root.mkdir()
        self.project.mkdir()
        self.environ: dict[str, str] = {
            "HOME": str(self.root),
            "WICKET_HOME": str(root / "state"),
            "PATH": "/usr/bin:/bin",
        }

    def write(self, path: str, text: str, *, project: bool = False) -> Path:
        file = (self.project if project else self.root) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def set_up(self, agent: str) -> list[Path]:
        """Write what is missing; give the files."""
        shim = shim_changes(self.environ, client=False)
        changes = SETUPS[agent].changes(self.environ)
        for change in [*shim, *changes]:
            change.make()
        return [change.path for change in changes]

    def guards(self, agent: str, **more: str) -> Guards:
        return SETUPS[agent].guards(self.environ | more, self.project)


def files(root: Path) -> Mapping[str, bytes]:
    return {
        str(Path(place, name)): Path(place, name).read_bytes() for place, _, names in os.walk(root) for name in names
    }
