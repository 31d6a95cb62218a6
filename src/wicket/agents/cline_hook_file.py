"""Cline's hook: an executable that is named after the event. Exit codes count for nothing there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wicket.agents.hook_command import starting
from wicket.agents.plugin_or_script_file import MARK, OwnFile
from wicket.agents.settings_folders import settings_folder

__all__ = ["SETUP"]

# It was seen to wait for so long, and what happens then is not known.
WAITS_S: Final = 100

_SCRIPT: Final = """\
#!/bin/sh
# %s: asks wicket before each tool. Only an answer that cancels stops a call.
%s || echo '{"cancel":true,"errorMessage":"wicket did not answer"}'
"""


def _path(environ: Mapping[str, str]) -> Path:
    return settings_folder(".cline", environ) / "hooks" / "PreToolUse"


def _text(environ: Mapping[str, str]) -> str:
    return _SCRIPT % (MARK, starting("cline", environ, WAITS_S))


SETUP = OwnFile("cline", "Cline", _path, _text, executable=True)
