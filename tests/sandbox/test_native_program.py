"""A program in C is built once, in wicket's state, where none came along."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from wicket import c_programs
from wicket.sandbox import native_program as module
from wicket.sandbox.native_program import native_program, ready


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    native_program.cache_clear()
    yield
    native_program.cache_clear()


def test_it_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(c_programs, "installed", lambda _name: None)
    assert ready("wicket-landlock") is None
    made = native_program("wicket-landlock")
    assert made is not None
    assert ready("wicket-landlock") == made
    assert os.path.dirname(made) == str(tmp_path / "state" / "native")
    assert os.stat(os.path.dirname(made)).st_mode & 0o777 == 0o700
    native_program.cache_clear()
    monkeypatch.setattr(module, "_COMPILING", {"PATH": str(tmp_path)})
    assert native_program("wicket-landlock") == made


def test_what_came_along_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_programs, "installed", lambda name: f"/opt/{name}")
    assert native_program("wicket-landlock") == "/opt/wicket-landlock"


def test_without_a_compiler_or_a_home_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_programs, "installed", lambda _name: None)
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(module, "_COMPILING", {"PATH": str(tmp_path)})
    assert native_program("wicket-landlock") is None
    assert native_program("no-such-program") is None
