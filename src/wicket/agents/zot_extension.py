"""zot's extension: a manifest that names a program of ours, in the folder of the extensions of all projects."""

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import shim_path, starting
from wicket.agents.plugin_or_script_file import MARK
from wicket.agents.settings_file_and_backup import BadSettings, Change, content
from wicket.state_files import zot_home

__all__ = ["SETUP", "ZotSetup"]

# It goes on without an extension that has not answered by then.
WAITS_S = 5


class ZotSetup:
    """The manifest, and the program that it names."""

    name = "zot"
    title = "zot"

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is asked.

        Raises:
            BadSettings: there is such an extension, and it is not ours.
        """
        made = []
        for file, new in self._files(environ).items():
            old = content(file)
            if old is not None and MARK.encode() not in old:
                raise BadSettings(f"{file} is there, and is not wicket's; move it away")
            if old != new:
                made.append(Change(file, old, new, executable=file == _program(environ)))
        return made

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be removed so that wicket is no longer asked."""
        found = [(file, content(file)) for file in self._files(environ)]
        return [Change(file, old, None) for file, old in found if old is not None and MARK.encode() in old]

    def guards(self, environ: Mapping[str, str], _project: Path) -> Guards:
        """Look whether both are as they should be."""
        try:
            there = {file: content(file) for file in self._files(environ)}
        except BadSettings as error:
            return Guards((), None, (str(error),))
        if there[_manifest(environ)] is None:
            return Guards(())
        if there != self._files(environ):
            return Guards((), None, (f"{_manifest(environ)} is not as `wicket init` writes it; run it",))
        return Guards((Guard(_manifest(environ), starting(self.name, environ, WAITS_S)),))

    def _files(self, environ: Mapping[str, str]) -> dict[Path, bytes]:
        about = f"{MARK}: every call of a tool is judged, and /wicket shows what waits"
        manifest = {"name": "wicket", "version": "1.0.0", "exec": str(_program(environ)), "description": about}
        start = shlex.join([sys.executable, "-I", "-m", "wicket", "zot"])
        script = f"#!/bin/sh\n# {MARK}: zot's extension names this file.\nexec {start}\n"
        return {
            _program(environ): script.encode(),
            _manifest(environ): json.dumps(manifest, indent=2).encode() + b"\n",
        }


def _program(environ: Mapping[str, str]) -> Path:
    return shim_path(environ).with_name("wicket-zot")


def _manifest(environ: Mapping[str, str]) -> Path:
    return zot_home(environ, sys.platform) / "extensions" / "wicket" / "extension.json"


SETUP = ZotSetup()
