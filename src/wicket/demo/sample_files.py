"""The files of the demo: a sample policy and a sample extension, put into a folder that is thrown away afterwards."""

import json
import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Demo", "lay_out", "write_launcher"]

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Demo:
    """Where the demo's parts lie, and what to try: commands with what comes of them."""

    policy: Path
    extension: Path
    allowed: tuple[str, ...]
    asked: tuple[str, ...]
    denied: tuple[str, ...]


def lay_out(folder: Path, python: str) -> Demo:
    """Put policy and extension into `folder`; `python` is the interpreter that has wicket."""
    extension = folder / "extension"
    extension.mkdir(mode=0o700)
    shutil.copyfile(_HERE / "doorkeeper.py", extension / "doorkeeper.py")
    manifest = {
        "name": "doorkeeper",
        "version": "1.0.0",
        "exec": python,
        "args": ["doorkeeper.py", "--wire", "zot"],
        "language": "python",
        "description": "rolls dice, keeps production out, and looks at what is downloaded",
    }
    _write(extension / "extension.json", json.dumps(manifest, indent=2) + "\n")
    policy = folder / "wicket.yml"
    text = (_HERE / "policy.yml").read_text(encoding="utf-8")
    _write(policy, text.replace("PYTHON", json.dumps(python)[1:-1]))
    proof = str(folder / "was-here")
    return Demo(policy, extension, ("uname", "-sr"), ("touch", proof), ("rm", "-rf", proof))


def write_launcher(folder: Path, home: Path, program: Sequence[str]) -> Path:
    """Put a program into `folder` that is wicket with this home: a short name for it."""
    launcher = folder / "wicket"
    named = f"WICKET_HOME={shlex.quote(str(home))} WICKET_PROGRAM={shlex.quote(str(launcher))}"
    _write(launcher, f'#!/bin/sh\n{named} exec {shlex.join(program)} "$@"\n')
    launcher.chmod(0o700)
    return launcher


def _write(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
