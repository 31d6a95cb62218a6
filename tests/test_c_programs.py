"""The programs in C are built where there is a compiler, whole or not at all, and where there is none that is said."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from wicket.c_programs import HEADER, TRIES, NotBuilt, build, installed, source

PROGRAMS = ("wicket-guardian", "wicket-hook", "wicket-inside", "wicket-landlock")


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_built_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    build(str(tmp_path / name), "1.2.3", os.environ, source(name))
    assert os.access(tmp_path / name, os.X_OK)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("options", TRIES)
def test_it_compiles_without_a_warning(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    if "-nostdlib" in options and (sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64")):
        pytest.skip("it does without a C library on other machines alone")
    made = ["-o", str(tmp_path / "x"), source(name)]
    words = ["cc", "-Wall", "-Wextra", "-Werror", *options, '-DWICKET_VERSION="1"', *made]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_a_compiler_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="there is no C compiler"):
        build(str(tmp_path / "x"), "1", {"PATH": str(tmp_path)}, source("wicket-hook"))


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
        build(str(tmp_path / "x"), "1", {"CC": str(broken), "PATH": os.environ["PATH"]}, source("wicket-hook"))


def test_the_compiler_has_the_environment_that_it_is_given_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROOF", "seen")
    compiler = tmp_path / "cc"
    compiler.write_text('#!/bin/sh\necho "saw $PROOF" >&2; exit 1\n', encoding="utf-8")
    compiler.chmod(0o755)
    with pytest.raises(NotBuilt, match=": saw$"):
        build(str(tmp_path / "x"), "1", {"CC": str(compiler), "PATH": "/usr/bin:/bin"}, source("wicket-hook"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_checkout_has_the_sources_alone(name: str) -> None:
    assert Path(source(name)).is_file()
    assert Path(source(name)).with_name(HEADER).is_file()
    assert installed(name) is None or os.access(installed(name) or "", os.X_OK)
