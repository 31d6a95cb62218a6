"""Which version of each agent is here, which were verified, and with which all that wicket knows was measured.

An agent that was upgraded may treat its hooks otherwise. Starting it to ask for its version takes a second, so that a
change is noticed by the file of its program.
"""

import json
import os
import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents.detection import KNOWN
from wicket.agents.program_output import output
from wicket.state_files import make_private, replace_file

__all__ = ["MEASURED", "changed", "remember", "version"]

MEASURED: Final[Mapping[str, str]] = {
    "claude-code": "2.1.197",
    "codex": "0.166.0",
    "gemini": "0.61.0",
    "copilot": "1.0.102",
    "opencode": "1.18.33",
    "qwen": "0.15.10",
    "droid": "0.215.0",
    "cline": "3.0.65",
    "pi": "0.73.1",
    "amp": "0.0.1790142911",
    "zot": "",  # its protocol was measured, and is checked by the project's own transcripts
}

NAME: Final = "verified-agents.json"
TIMEOUT_S: Final = 20.0
MAX_BYTES: Final = 64 * 1024

_VERSION: Final = re.compile(rb"\d+\.\d+(?:[0-9A-Za-z.+-]*[0-9A-Za-z])?")


def version(agent: str, environ: Mapping[str, str]) -> str:
    """Ask an agent for its version; empty: it is not on PATH, or does not say."""
    program = _program(agent, environ)
    if not program:
        return ""
    said = output([program, "--version"], environ, TIMEOUT_S)
    if not said.strip():  # Pi says it on standard error
        said = output(f"{shlex.quote(program)} --version 2>&1", environ, TIMEOUT_S)
    found = _VERSION.search(said[:MAX_BYTES])
    return found[0].decode() if found else ""


def changed(agent: str, environ: Mapping[str, str], home: Path) -> bool:
    """Whether an agent's program is another than the one whose guard was proved last."""
    now = _identity(agent, environ)
    return now is not None and _known(home).get(agent) != now


def remember(agent: str, environ: Mapping[str, str], home: Path) -> None:
    """Note that the guard of the agent as it is now was proved."""
    now = _identity(agent, environ)
    if now is not None:
        data = json.dumps(_known(home) | {agent: now}, indent=2) + "\n"
        replace_file(make_private(home) / NAME, data.encode(), 0o600)


def _program(agent: str, environ: Mapping[str, str]) -> str:
    programs = next((each.programs for each in KNOWN if each.name == agent), ())
    found = (shutil.which(program, path=environ.get("PATH", "")) for program in programs)
    return next((program for program in found if program), "")


def _identity(agent: str, environ: Mapping[str, str]) -> list[Any] | None:
    program = os.path.realpath(_program(agent, environ) or "/")
    try:
        status = os.stat(program)
    except OSError:
        return None
    return None if program == "/" else [program, status.st_size, status.st_mtime_ns]


def _known(home: Path) -> dict[str, Any]:
    try:
        said = json.loads((home / NAME).read_bytes()[:MAX_BYTES])
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}
