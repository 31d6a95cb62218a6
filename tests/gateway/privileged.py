"""A throw-away user with rules for sudo, made for a test and removed after it.

What such a user runs may lie where it cannot look: a clone, its environment or a Python in somebody's own folder. Then
what is needed is copied to a place where everybody can.
"""

import atexit
import base64
import contextlib
import functools
import importlib.metadata
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from packaging.requirements import Requirement

from bounds import BOUND_S

ROOT = Path(__file__).parent.parent.parent
RUN_S = BOUND_S

SYSTEM_PYTHON = "/usr/bin/python3"
EXTRAS = ("", "console")

NEEDED = ("sudo", "useradd", "userdel", "chpasswd", "visudo")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
SKIP = "must be root to make a user" if os.geteuid() else f"not installed: {', '.join(MISSING)}" if MISSING else ""
needs_sudo = pytest.mark.skipif(bool(SKIP), reason=f"SUDO IS NOT TESTED HERE: {SKIP}")


class Reach(NamedTuple):
    """Where the parts lie that another user needs."""

    source: Path
    libraries: Path
    driver: Path

    def environ(self) -> dict[str, str]:
        path = f"{self.source}:{self.libraries}"
        return {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


OWN = Reach(ROOT / "src", Path(msgspec.__file__).parent.parent, Path(__file__).parent / "privileged_driver.py")


@dataclass(frozen=True)
class Result:
    """What came of a privileged run by the throw-away user."""

    codes: list[int]
    signals: list[int]
    stderr: list[bytes]
    stdout: bytes
    truncated: bool
    failure: str
    left: list[int]
    questions: list[str]
    wiped: bool


@dataclass(frozen=True)
class Person:
    """A user of this machine, with a password and a Python that it may use."""

    name: str
    password: str
    python: str
    reach: Reach

    def environ(self) -> dict[str, str]:
        """What a process of this user needs to find wicket."""
        return self.reach.environ()

    def run(self, *pipeline: tuple[str, ...], **options: Any) -> Result:
        """Run a pipeline as root, if this user may."""
        plan = {"passwords": [], "cwd": "/", "env": {}, "timeout_s": 10.0, "cap_bytes": 1_000_000}
        done = subprocess.run(
            [self.python, str(self.reach.driver)],
            input=json.dumps(plan | options | {"pipeline": pipeline}),
            capture_output=True,
            text=True,
            cwd="/",
            env=self.environ(),
            user=self.name,
            group=self.name,
            extra_groups=[],
            timeout=RUN_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        found["stderr"] = [base64.b64decode(text) for text in found["stderr"]]
        found["stdout"] = base64.b64decode(found["stdout"])
        return Result(**found)

    def tickets(self) -> bool:
        """Whether sudo remembers that this user has given a password, on any terminal."""
        done = subprocess.run(["sudo", "-n", "-v"], user=self.name, capture_output=True, cwd="/", check=False)
        return done.returncode == 0


@contextlib.contextmanager
def person(*rules: str) -> Iterator[Person]:
    """Make a user with these rules, in which `USER` stands for its name."""
    name = f"wicket{secrets.token_hex(3)}"
    password = secrets.token_hex(8)
    file = Path("/etc/sudoers.d") / name
    subprocess.run(["useradd", "--create-home", "--user-group", name], check=True, capture_output=True)
    try:
        subprocess.run(["chpasswd"], input=f"{name}:{password}", text=True, check=True, capture_output=True)
        text = "\n".join(["Defaults:USER lecture=never", *rules, ""]).replace("USER", name)
        subprocess.run(["visudo", "-cf", "-"], input=text, text=True, check=True, capture_output=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o440)
        with open(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
        yield Person(name, password, *_python(name))
    finally:
        file.unlink(missing_ok=True)
        subprocess.run(["userdel", "--remove", "--force", name], check=False, capture_output=True)


def _python(name: str) -> tuple[str, Reach]:
    """Find a Python that another user may run, and that finds wicket."""
    ways: list[Callable[[], tuple[str, Reach]]] = [
        lambda: (sys.executable, OWN),
        lambda: (SYSTEM_PYTHON, OWN),
        lambda: (SYSTEM_PYTHON, _copied()),
        lambda: (_copied_python(), _copied()),
    ]
    for way in ways:
        python, reach = way()
        with contextlib.suppress(OSError):
            done = subprocess.run(
                [python, "-c", "import wicket.gateway.sudo_execution, wicket.cli.serve"],
                env=reach.environ(),
                user=name,
                group=name,
                extra_groups=[],
                cwd="/",
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                return python, reach
    pytest.skip("SUDO IS NOT TESTED HERE: no Python that another user may run and that can import wicket")


@functools.cache
def _public() -> Path:
    """Make a folder that everybody can look into, and that is gone with this process."""
    folder = Path(tempfile.mkdtemp(prefix="wicket-tests-", dir="/var/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    return folder


@functools.cache
def _copied() -> Reach:
    """Copy wicket, and all that it needs, to where everybody can read it."""
    reach = Reach(_public() / "src", _public() / "libraries", _public() / OWN.driver.name)
    with _readable():
        shutil.copytree(OWN.source / "wicket", reach.source / "wicket", ignore=shutil.ignore_patterns("__pycache__"))
        for name in _needed("wicket", set()):
            for file in importlib.metadata.files(name) or ():
                target = reach.libraries / file
                if (
                    ".." not in file.parts and Path(file.locate()).is_file()
                ):  # scripts lie elsewhere, and are not needed
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file.locate(), target)
        shutil.copyfile(OWN.driver, reach.driver)
    return reach


@functools.cache
def _copied_python() -> str:
    """Copy this very Python, without what it needs only for itself."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = _public() / "python"
    left_out = shutil.ignore_patterns("__pycache__", "site-packages", "test", "tests", "idlelib", "config-*", "*.a")
    with _readable():
        shutil.copytree(Path(sys.base_prefix) / "lib" / version, base / "lib" / version, ignore=left_out)
        (base / "bin").mkdir()
        return str(shutil.copy(Path(sys.base_prefix) / "bin" / version, base / "bin" / version))


def _needed(name: str, known: set[str]) -> set[str]:
    """Name the libraries that a distribution needs, and those that these need."""
    for text in importlib.metadata.requires(name) or ():
        wanted = Requirement(text)
        if wanted.name in known or (wanted.marker and not any(wanted.marker.evaluate({"extra": e}) for e in EXTRAS)):
            continue
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            importlib.metadata.distribution(wanted.name)
            known.add(wanted.name)
            known |= _needed(wanted.name, known)
    return known


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)
