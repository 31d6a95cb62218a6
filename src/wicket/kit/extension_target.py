"""Which program is meant: a folder with a manifest, a file, or a command line, and how each host would start it."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wicket.errors import WicketError
from wicket.host.child_environment import for_child
from wicket.host.extension_manifest import FILE_NAME, Manifest, find_executable, read

__all__ = ["PROTOCOLS", "NoTarget", "Protocol", "Target", "by_command", "by_path"]

Protocol = Literal["runok", "gevals", "zot"]
PROTOCOLS: tuple[Protocol, ...] = ("runok", "gevals", "zot")


class NoTarget(WicketError):
    """There is no program to start there. The sentence says what was looked for, and where."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Target:
    """An extension that can be started. `args` are its manifest's, which zot alone passes on."""

    name: str
    program: tuple[str, ...]
    cwd: Path
    args: tuple[str, ...] = ()
    manifest: Manifest | None = None

    @property
    def folder(self) -> Path | None:
        """Where its manifest lies, if it has one."""
        return self.cwd if self.manifest is not None else None

    def argv(self, protocol: Protocol) -> tuple[str, ...]:
        """Spell out the command that a host of this protocol would start."""
        return (*self.program, *self.args) if protocol == "zot" else self.program

    def environ(self, protocol: Protocol) -> dict[str, str]:
        """Give what it sees of our environment: no secrets, and a word to files that speak several protocols."""
        named = self.manifest.env if self.manifest is not None else ()
        env, _ = for_child(os.environ, named=named)
        env.pop("WICKET_WIRE", None)
        return {**env, "WICKET_WIRE": "zot"} if protocol == "zot" else env


def by_path(path: Path) -> Target:
    """Say what a path means: a folder with a manifest, the manifest itself, or a program.

    A Python file is started with the Python that runs wicket, whatever its first line says.

    Raises:
        NoTarget: nothing can be started there.
        ManifestError: the manifest is wrong, or names no program.
    """
    path = Path(os.path.abspath(path))
    if path.name == FILE_NAME and path.is_file():
        path = path.parent
    if path.is_dir():
        if not (path / FILE_NAME).exists():
            raise NoTarget(f"{path} holds no {FILE_NAME}; name the extension's file, or write the manifest")
        manifest = read(path)
        program = find_executable(manifest, path, os.environ.get("PATH", os.defpath))
        return Target(manifest.name, (str(program),), path, manifest.args, manifest)
    if not path.exists():
        raise NoTarget(f"there is no {path}; name an extension's file, or the folder of its manifest")
    if path.suffix == ".py":
        return Target(path.stem, (sys.executable, str(path)), path.parent)
    if not os.access(path, os.X_OK):
        raise NoTarget(f"{path} is not executable; run `chmod +x` on it")
    return Target(path.name, (str(path),), path.parent)


def by_command(words: Sequence[str]) -> Target:
    """Take a command line as it is, to be started in the current folder.

    Raises:
        NoTarget: there is no such program.
    """
    if not words:
        raise NoTarget("no command is given; write it after --")
    first, *others = words
    if "/" in first:
        if not os.path.exists(first):
            raise NoTarget(f"there is no {first} in {os.getcwd()}; correct the path")
        found: str | None = os.path.abspath(first)
        if not os.path.isfile(first) or not os.access(first, os.X_OK):
            raise NoTarget(f"{first} is not executable; run `chmod +x` on it")
    else:
        found = shutil.which(first)
    if found is None:
        raise NoTarget(f"{first} is not on PATH ({os.environ.get('PATH', os.defpath)}); install it, or write its path")
    return Target(os.path.basename(first), (found, *others), Path.cwd())
