"""Programs in C compile without a warning, with each set of options; what comes of them is whole, or nothing."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from wicket import c_programs
from wicket.c_programs import TRIES

NAMES = ("wicket-hook", "wicket-landlock")


@pytest.mark.parametrize("options", TRIES)
@pytest.mark.parametrize("name", NAMES)
def test_they_compile_without_a_warning(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    if "-nostdlib" in options and (sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64")):
        pytest.skip("they do without a C library on other machines alone")
    strict = ("-Wall", "-Wextra", "-Werror", *options, '-DWICKET_VERSION="1"')
    words = ["cc", *strict, "-o", str(tmp_path / "x"), c_programs.source(name)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_they_are_built_whole(tmp_path: Path, name: str) -> None:
    c_programs.build(str(tmp_path / name), "1", os.environ, c_programs.source(name))
    assert os.listdir(tmp_path) == [name]
    assert os.access(tmp_path / name, os.X_OK)


def test_a_checkout_has_sources_alone() -> None:
    assert all(Path(c_programs.source(name)).is_file() for name in NAMES)
    assert c_programs.installed("no-such-program") is None
