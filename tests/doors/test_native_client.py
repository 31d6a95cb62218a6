"""The client in C is built where there is a compiler, and where there is none that is said."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from wicket.c_programs import TRIES
from wicket.doors import native_client
from wicket.doors.native_client import NotBuilt, build, source


def test_it_is_built_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "wicket-hook"
    build(str(target), "1.2.3", os.environ, source())
    assert os.access(target, os.X_OK)
    assert os.listdir(tmp_path) == ["wicket-hook"]
    done = subprocess.run([target], input=b"", capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("options", TRIES)
def test_it_compiles_without_a_warning(tmp_path: Path, options: tuple[str, ...]) -> None:
    if "-nostdlib" in options and (sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64")):
        pytest.skip("it does without a C library on other machines alone")
    words = ["cc", "-Wall", "-Wextra", "-Werror", *options, '-DWICKET_VERSION="1"', "-o", str(tmp_path / "x"), source()]
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


def test_the_program_of_this_version_is_kept_and_another_is_replaced(tmp_path: Path) -> None:
    made = native_client.for_this_version(None, os.environ)
    assert made is not None
    assert native_client.for_this_version(made, {"PATH": str(tmp_path)}) is made
    if native_client.installed() is None:
        assert native_client.for_this_version(b"wicket-hook 0\0", {"PATH": str(tmp_path)}) is None


def test_a_checkout_has_the_source_alone() -> None:
    assert Path(source()).is_file()
    assert native_client.installed() is None or os.access(native_client.installed() or "", os.X_OK)
