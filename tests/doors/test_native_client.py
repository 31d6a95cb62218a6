"""The client in C is built where there is a compiler, and where there is none that is said."""

import os
import subprocess
from pathlib import Path

import pytest

from wicket.doors import native_client
from wicket.doors.native_client import NotBuilt, build, source


def test_it_is_built_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "wicket-hook"
    build(str(target), "1.2.3", os.environ, source())
    assert os.access(target, os.X_OK)
    assert os.listdir(tmp_path) == ["wicket-hook"]
    done = subprocess.run([target], input=b"", capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def test_it_compiles_without_a_warning(tmp_path: Path) -> None:
    words = ["cc", "-Wall", "-Wextra", "-Werror", "-O2", '-DWICKET_VERSION="1"', "-o", str(tmp_path / "x"), source()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_a_compiler_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="there is no C compiler"):
        build(str(tmp_path / "x"), "1", {"PATH": str(tmp_path)}, source())


def test_a_compiler_that_fails_is_quoted(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.c"
    wrong.write_text("int main(void) { return nothing; }\n", encoding="utf-8")
    with pytest.raises(NotBuilt, match="wrong.c"):
        build(str(tmp_path / "x"), "1", os.environ, str(wrong))
    assert os.listdir(tmp_path) == ["wrong.c"]


def test_a_compiler_that_cannot_be_run_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/nowhere\n", encoding="utf-8")
    broken.chmod(0o755)
    with pytest.raises(NotBuilt, match="cannot be run"):
        build(str(tmp_path / "x"), "1", {"CC": str(broken), "PATH": os.environ["PATH"]}, source())


def test_a_checkout_has_the_source_alone() -> None:
    assert Path(source()).is_file()
    assert native_client.installed() is None or os.access(native_client.installed() or "", os.X_OK)
