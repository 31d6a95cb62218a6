"""What a validator's executor names and is not there: what was looked for, and where."""

import os
import shutil
from collections.abc import Mapping

from wicket.policy.config.absolute_paths import join
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy.evaluation.compiled_rule import CompiledType

__all__ = ["missing"]


def missing(types: Mapping[str, CompiledType], cwd: str, environ: Mapping[str, str]) -> tuple[Problem, ...]:
    """Look for the programs of types, and for the files that they are given by a path."""
    found: list[Problem] = []
    for name, kind in types.items():
        origin = Origin(kind.file, kind.line)
        at = kind.folder or cwd
        program, *rest = kind.argv
        found += [
            Problem(origin, f"the validator {name} cannot start: {said}") for said in _program(program, at, environ)
        ]
        for word in rest:
            if word.startswith(("./", "../", "/")) and not os.path.lexists(path := _absolute(word, at)):
                found.append(
                    Problem(origin, f"the validator {name} is given {word}: looked for {path}, which is not there")
                )
    return tuple(found)


def _program(program: str, folder: str, environ: Mapping[str, str]) -> list[str]:
    if "/" not in program:
        path = environ.get("PATH", os.defpath)
        if shutil.which(program, path=path) is None:
            return [f"looked for {program} on the PATH, and it is in none of {path}"]
        return []
    path = _absolute(program, folder)
    if not os.path.exists(path):
        return [f"looked for {path}, which is not there"]
    if os.path.isdir(path) or not os.access(path, os.X_OK):
        return [f"{path} is not executable; run chmod +x on it"]
    return []


def _absolute(path: str, folder: str) -> str:
    return join("" if path.startswith("/") else folder, path)
