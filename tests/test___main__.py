"""`python -m wicket` is `wicket`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wicket
from wicket import __version__


def test_the_module_runs_like_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "wicket", "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"wicket {__version__}\n".encode(), b"")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """An installation of wicket that can be broken."""
    shutil.copytree(Path(wicket.__file__).parent, tmp_path / "wicket", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "wicket"


@pytest.mark.parametrize(
    "missing",
    [
        "cli/output.py",
        "cli/lazy_verbs.py",
        "loaded_policy.py",
        "policy/evaluation/evaluate.py",
        "shell/walk/control_flow.py",
    ],
)
@pytest.mark.parametrize("words", ["doctor", "check ls", "verify"])
def test_what_is_missing_of_the_installation_is_a_sentence(copy: Path, missing: str, words: str) -> None:
    (copy / missing).unlink()
    environ = {"PATH": os.environ["PATH"], "HOME": str(copy.parent), "PYTHONPATH": str(copy.parent)}
    argv = [sys.executable, "-m", "wicket", *words.split()]
    done = subprocess.run(argv, cwd=copy.parent, env=environ, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    if done.returncode == 2:
        name = f"wicket.{missing.removesuffix('.py').replace('/', '.')}"
        said = f"wicket: this installation of wicket is broken: No module named '{name}'; install it again"
        assert (done.stdout, done.stderr.splitlines()[-1]) == ("", said)
    else:  # a verb that does without it
        assert (words, done.returncode) in (("doctor", 1), ("verify", 1))
    if words == "doctor" and done.stdout:
        assert f"BAD   wicket: {__version__}, in {copy}: No module named" in done.stdout


def test_so_is_what_was_damaged(copy: Path) -> None:
    (copy / "loaded_policy.py").write_text("def\n")
    environ = {"PATH": os.environ["PATH"], "HOME": str(copy.parent), "PYTHONPATH": str(copy.parent)}
    argv = [sys.executable, "-m", "wicket", "check", "ls"]
    done = subprocess.run(argv, cwd=copy.parent, env=environ, capture_output=True, text=True, check=False)
    said = (
        "wicket: this installation of wicket is broken: invalid syntax (loaded_policy.py, line 1); install it again\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
