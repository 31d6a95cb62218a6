"""A file of an agent's that is wholly ours: a plugin, an extension, or a script that is named after an event."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import starting
from wicket.agents.settings_file_and_backup import BadSettings, Change, content

__all__ = ["OwnFile"]

# By this we know a file of ours, of whatever version.
MARK = "Written by `wicket init`"


@dataclass(frozen=True, slots=True)
class OwnFile:
    """How an agent's file is named and what it holds; `switch` is a variable that keeps it from being loaded."""

    name: str
    title: str
    path: Callable[[Mapping[str, str]], Path]
    text: Callable[[Mapping[str, str]], str]
    executable: bool = False
    switch: str = ""

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is asked.

        Raises:
            BadSettings: there is such a file, and it is not ours.
        """
        file, new = self.path(environ), self.text(environ).encode()
        old = content(file)
        if old is not None and MARK.encode() not in old:
            raise BadSettings(f"{file} is there, and is not wicket's; let it start wicket, or move it away")
        return [] if old == new else [Change(file, old, new, executable=self.executable)]

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be removed so that wicket is no longer asked."""
        file = self.path(environ)
        old = content(file)
        return [] if old is None or MARK.encode() not in old else [Change(file, old, None)]

    def guards(self, environ: Mapping[str, str], _project: Path) -> Guards:
        """Look whether the file is as it should be, and would be loaded."""
        file = self.path(environ)
        try:
            data = content(file)
        except BadSettings as error:
            return Guards((), None, (str(error),))
        off = f"{self.switch} in the environment" if self.switch and environ.get(self.switch) else None
        if data is None:
            return Guards((), off)
        if data != self.text(environ).encode():
            return Guards((), off, (f"{file} is not as `wicket init` writes it; run it",))
        command = shlex.quote(str(file)) if self.executable else starting(self.name, environ)
        return Guards((Guard(file, command),), off)
