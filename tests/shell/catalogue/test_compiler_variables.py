"""Variables by which things are built."""

import pytest

from wicket.shell.catalogue.compiler_variables import loads
from wicket.shell.catalogue.dangerous_variables import expected, run_by


@pytest.mark.parametrize("value", ["gcc", "/usr/bin/gcc-12", "ccache clang", "gcc -std=c11"])
def test_what_everyone_builds_with_is_not_run(value: str) -> None:
    assert not run_by("CC", value)
    assert expected("CC", value)


@pytest.mark.parametrize("value", ["sh -c x", "bash ./x", "ccache rm x", "python3 x.py", "make x", "./gcc.sh"])
def test_what_stands_behind_a_shell_is_run(value: str) -> None:
    assert run_by("CC", value)
    assert not expected("CC", value)


@pytest.mark.parametrize("value", ["-wrapper rm,x", "-fplugin=./x.so", "-B./x", "-fuse-ld=./x", "@x"])
def test_flags_that_have_a_compiler_load_something(value: str) -> None:
    assert loads("CFLAGS", value)
    assert not expected("CFLAGS", value)
    assert not loads("X", value)
