"""Modules that a program of Python writes, and imports afterwards."""

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages.python_written_modules import writes_modules


def written(*shapes: tuple[str | None, ...], loaded: str = "zz", anywhere: bool = False) -> bool:
    done = Account()
    done.writes = list(shapes)
    return writes_modules(done, set(loaded.split()), anywhere)


@pytest.mark.parametrize(
    "shape",
    [("zz.py",), ("./zz.py",), ("zz/a.py",), ("/a/zz.py",), ("zz",), ("z", None, ".py"), ("./", None), ("random.py",)],
)
def test_what_may_be_loaded(shape: tuple[str | None, ...]) -> None:
    assert written(shape)
    assert not written(shape, loaded="")


@pytest.mark.parametrize(
    "shape", [("zz.json",), ("a.py",), ("a/random.py",), ("a/", None), ("qq", None, ".py"), ("test.py",)]
)
def test_what_is_no_module_of_the_program(shape: tuple[str | None, ...]) -> None:
    assert not written(shape)


def test_in_whatever_folder() -> None:
    assert not written(("a/random.py",))
    assert written(("a/random.py",), anywhere=True)


def test_what_is_moved_there() -> None:
    done = Account()
    done.commands = [("mv", "a", "zz")]
    assert writes_modules(done, {"zz"}, False)
    done.commands = [("ls", "zz")]
    assert not writes_modules(done, {"zz"}, False)


def test_what_is_unpacked_there() -> None:
    done = Account()
    done.commands = [("unzip", "-d", "data", "a.zip")]
    assert not writes_modules(done, {"zz"}, False)
    assert writes_modules(done, {"data"}, False)
    assert writes_modules(done, {"zz"}, True)
    done.commands = [("unzip", "a.zip")]
    assert writes_modules(done, {"zz"}, False)
