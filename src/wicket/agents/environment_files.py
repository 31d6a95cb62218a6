"""Files `.env` that an agent reads when it starts: a variable there may lead it to other settings than a person's."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wicket.agents.settings_file_and_backup import BadSettings, content

__all__ = ["EXCLUDED", "excluded_of", "set_elsewhere", "with_excluded", "without_excluded"]

# What Gemini CLI and Qwen Code do not take out of a project's `.env`, if nothing else is said.
EXCLUDED = ["DEBUG", "DEBUG_MODE"]


def set_elsewhere(
    folder: str, own: Path, environ: Mapping[str, str], project: Path, names: Sequence[str], excluded: Sequence[str]
) -> Iterator[str]:
    """Say which files set one of the variables. `excluded` are not taken out of those in no folder of the agent's.

    Qwen Code takes what moves its own folder out of the home's `.env` as well.
    """
    home = Path(environ.get("HOME") or "/")
    above = [project, *project.parents, home]
    files = [own.with_name(".env"), *(place / name for place in above for name in (f"{folder}/.env", ".env"))]
    for file in dict.fromkeys(files):
        theirs = file.parent.name == folder or file.parent == own.parent or (file.parent, folder) == (home, ".qwen")
        try:
            text = (content(file) or b"").decode(errors="replace")
        except BadSettings:
            continue  # what cannot be read sets nothing
        for name in names:
            if (theirs or name not in excluded) and re.search(rf"(?m)^\s*(?:export\s+)?{name}\s*[=:]", text):
                yield f"{file} sets {name}, which leads to other settings; remove it"


def excluded_of(settings: Mapping[str, Any]) -> list[str]:
    """Give the variables that are not taken out of a project's `.env`."""
    advanced = settings.get("advanced")
    listed = advanced.get("excludedEnvVars") if isinstance(advanced, dict) else None
    return list(listed) if isinstance(listed, list) else [*EXCLUDED]


def with_excluded(settings: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Have variables not be taken out of a project's `.env`, which an agent may write."""
    advanced, listed = settings.get("advanced", {}), excluded_of(settings)
    missing = [name for name in names if name not in listed]
    if not missing or not isinstance(advanced, dict):
        return settings
    return settings | {"advanced": {**advanced, "excludedEnvVars": [*listed, *missing]}}


def without_excluded(settings: dict[str, Any], names: Sequence[str], before: Sequence[Mapping[str, Any]]) -> None:
    """Take the variables out again; and the whole list, if there was none `before`."""
    advanced = settings.get("advanced")
    listed = advanced.get("excludedEnvVars") if isinstance(advanced, dict) else None
    if not isinstance(advanced, dict) or not isinstance(listed, list) or not all(name in listed for name in names):
        return
    rest = [each for each in listed if each not in names]
    had = any(isinstance(said.get("advanced"), dict) and "excludedEnvVars" in said["advanced"] for said in before)
    if had or rest != EXCLUDED:
        advanced["excludedEnvVars"] = rest
        return
    del advanced["excludedEnvVars"]
    if not advanced:
        del settings["advanced"]
