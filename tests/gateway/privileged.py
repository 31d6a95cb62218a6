"""A throw-away user with rules for sudo, made for a test and removed after it."""

import base64
import contextlib
import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bounds import BOUND_S

ROOT = Path(__file__).parent.parent.parent
DRIVER = Path(__file__).parent / "privileged_driver.py"
RUN_S = BOUND_S

NEEDED = ("sudo", "useradd", "userdel", "chpasswd", "visudo")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
SKIP = "must be root to make a user" if os.geteuid() else f"not installed: {', '.join(MISSING)}" if MISSING else ""
needs_sudo = pytest.mark.skipif(bool(SKIP), reason=f"SUDO IS NOT TESTED HERE: {SKIP}")


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

    def run(self, *pipeline: tuple[str, ...], **options: Any) -> Result:
        """Run a pipeline as root, if this user may."""
        plan = {"passwords": [], "cwd": "/", "env": {}, "timeout_s": 10.0, "cap_bytes": 1_000_000}
        done = subprocess.run(
            [self.python, str(DRIVER)],
            input=json.dumps(plan | options | {"pipeline": pipeline}),
            capture_output=True,
            text=True,
            cwd="/",
            env=_environ(),
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
        yield Person(name, password, _python(name))
    finally:
        file.unlink(missing_ok=True)
        subprocess.run(["userdel", "--remove", "--force", name], check=False, capture_output=True)


def _python(name: str) -> str:
    """Find a Python that another user may run: that of the tests often lies in somebody's home."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            done = subprocess.run(
                [candidate, "-c", "import wicket.gateway.sudo"],
                env=_environ(),
                user=name,
                group=name,
                extra_groups=[],
                cwd="/",
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                return candidate
    pytest.skip("SUDO IS NOT TESTED HERE: no Python that another user may run and that can import wicket")


def _environ() -> dict[str, str]:
    libraries = Path(msgspec.__file__).parent.parent
    return {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT / 'src'}:{libraries}", "PYTHONDONTWRITEBYTECODE": "1"}
