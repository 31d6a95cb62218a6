"""The files that a validator's executor is made of, and those that it names and are not there.

They are trusted together with the policy that names them.
"""

import os
import re
import shutil
from collections.abc import Mapping

from wicket.policy.config.absolute_paths import join
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy.evaluation.compiled_rule import CompiledType
from wicket.policy_files.file_digest_and_permissions import hexdigest, state

__all__ = ["MAX_FILES", "missing", "parts", "state_of_part"]

# Nobody writes more into one executor, or asks for more than this in a folder of checks.
MAX_PIECES = 64
MAX_FILES = 500

_SEPARATORS = re.compile(r"[\s'\"`$(){}<>|&;=:,]+")


def parts(argv: tuple[str, ...], folder: str) -> list[str]:
    """List the absolute paths that an executor's words could name. A program that PATH finds is not among them."""
    pieces = [argv[0]] if "/" in argv[0] else []
    for word in argv[1:]:
        pieces += [word, *_SEPARATORS.split(word)]
    named = (piece for piece in dict.fromkeys(pieces) if piece and not piece.startswith("-") and "\0" not in piece)
    paths = (join("", piece) if piece.startswith("/") else join(folder, piece) for piece in named)
    return list(dict.fromkeys(paths))[:MAX_PIECES]


def state_of_part(path: str) -> str:
    """Say what a file or a folder is now; a folder is all that lies in it, and too much of it is nothing to rely on."""
    found = state(path)
    return found if found != "folder" else _folder(path)


def _folder(path: str) -> str:
    names: list[str] = []
    for here, folders, files in os.walk(path):
        folders.sort()
        names += (os.path.join(here, name) for name in sorted(files))
        if len(names) > MAX_FILES:
            return "large folder"
    states = [state(name) for name in names]
    others = any(not known.startswith("own ") for known in states)
    return (
        f"{'open' if others else 'own'} {hexdigest(part for pair in zip(names, states, strict=True) for part in pair)}"
    )


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
