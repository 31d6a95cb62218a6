"""Carries out a `script` step: a text or a file, in a process group of its own, within its time."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.displayed_text import excerpt
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_surroundings import write_anew
from wicket.tasks.command_runner import Finished, run_command
from wicket.tasks.task_results import StepEnding

__all__ = ["DEFAULT_TIMEOUT_S", "run_script"]

DEFAULT_TIMEOUT_S = 300.0

# A shell says these of a command that it could not run or not find.
CANNOT_RUN = (126, 127)


async def run_script(
    body: Mapping[str, Any],
    *,
    workdir: Path,
    folder: Path,
    name: str,
    env: Mapping[str, str],
    guardian: Guardian | None,
) -> tuple[StepEnding, str, str]:
    """Run it, and say how it ended, what it wrote and what was wrong. `folder` takes what must be a file."""
    own = {str(key): str(value) for key, value in (body.get("env") or {}).items()}
    shell = env.get("SHELL") or "/bin/sh"
    try:
        argv, cwd = _words(body, workdir, folder, name, shell)
        done = await run_command(
            name, argv, cwd=cwd, env={**env, **own}, stderr=folder / f"{name}.stderr", guardian=guardian
        )
    except ExtensionNotStarted as error:
        return StepEnding.BROKEN, "", error.reason
    except (OSError, ValueError) as error:  # its name may be any text
        return StepEnding.BROKEN, "", f"the script cannot be read: {excerpt(str(error))}"
    return _told(done, bool(body.get("continueOnError")))


def _words(body: Mapping[str, Any], workdir: Path, folder: Path, name: str, shell: str) -> tuple[list[str], Path]:
    """Say what to start, and where."""
    if "inline" in body:
        path, cwd = folder / f"{name}.script", workdir
        write_anew(path, str(body["inline"]).encode(errors="replace"))
    else:
        path = workdir / Path(str(body["file"])).expanduser()
        cwd = path.parent
    return [*_interpreter(path, shell), str(path)], cwd


def _interpreter(path: Path, shell: str) -> list[str]:
    """Name what runs a script: its first line says so, else it is the shell. So it need not be executable."""
    with path.open("rb") as file:
        first = file.readline(4096).decode(errors="replace")
    return (shlex.split(first[2:]) if first.startswith("#!") else []) or [shell]


def _told(done: Finished, continue_on_error: bool) -> tuple[StepEnding, str, str]:
    said = done.stdout + done.stderr
    if done.ok:
        return StepEnding.SUCCEEDED, said, ""
    error = f"the script failed ({done.exit})"
    if continue_on_error:
        return StepEnding.SUCCEEDED, f"{said}\n{error}, which `continueOnError` allows", ""
    broken = done.exit.code is None or done.exit.code in CANNOT_RUN
    return (StepEnding.BROKEN if broken else StepEnding.FAILED), said, error
