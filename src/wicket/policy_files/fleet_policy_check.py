"""Whether the files of a fleet's policy can be put in force: all of it must mean the same on every machine."""

import os
import sys
from collections.abc import Mapping

from wicket.folder_paths import HomeError, state_folder
from wicket.policy.config_model import Origin
from wicket.policy.errors import PolicyError, Problem
from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.fleet_policy import FILE
from wicket.policy_files.policy_loader import Loader

__all__ = ["SETTINGS", "check"]

# What a fleet may set under `gateway`: whether an allow of its rules holds without a person for requests of these
# kinds. It holds where the machine has set the same.
SETTINGS = frozenset({"agent_allow", "root_allow"})


def check(folder: str, environ: Mapping[str, str]) -> frozenset[str]:
    """Check the policy in an absolute `folder`; say which of `SETTINGS` it sets.

    Raises:
        PolicyError: it does not load, or needs what is not in the folder and does not come with wicket.
    """
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""
    reading = Reading(environ.get("HOME", ""), home, "global")
    reading.file(f"{folder}/{FILE}")
    found: set[str] = set()
    problems: list[Problem] = []
    for layer in reading.layers:
        where = Origin(layer.place.shown, 0)
        if layer in reading.presets:
            continue
        if not os.path.realpath(layer.place.shown).startswith(f"{os.path.realpath(folder)}/"):
            said = "this lies outside of the policy, and may differ from machine to machine"
            problems.append(Problem(where, said, "put it into the folder of the policy, or extend a preset"))
        for key, value in layer.operator.items():
            if key in SETTINGS:
                found |= {key} if value is True else set()
            else:
                shown = f"hooks.{key.removeprefix('hooks_')}" if key.startswith("hooks_") else f"gateway.{key}"
                problems.append(Problem(where, f"`{shown}` is a setting of each machine", "leave it out"))
    if problems:
        raise PolicyError(tuple(problems))
    Loader(environ, home).file(f"{folder}/{FILE}").compiled()
    return frozenset(found)
