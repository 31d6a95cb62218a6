"""The program in C is there where there is a compiler, and no environment chooses that."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from wicket import c_programs
from wicket.c_programs import NotBuilt
from wicket.sandbox import native_launcher as module
from wicket.sandbox.native_launcher import PROGRAM, native_launcher
from wicket.sandbox.native_program import native_program


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    native_launcher.cache_clear()
    native_program.cache_clear()
    yield tmp_path / "state"
    native_launcher.cache_clear()
    native_program.cache_clear()


def test_it_is_built_once(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/of/its/own")
    made = native_launcher()
    if made is None:
        pytest.skip("the program in C IS NOT TESTED: there is no compiler")
    (kept,) = (state / "native").iterdir()
    assert (kept.read_bytes(), kept.name.startswith(f"{PROGRAM}-")) == (made, True)
    native_launcher.cache_clear()
    native_program.cache_clear()
    monkeypatch.setattr(c_programs, "build", lambda *_: pytest.fail("it was built again"))
    assert native_launcher() == made


def test_what_came_along_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / PROGRAM).write_bytes(b"program")
    os.chmod(tmp_path / PROGRAM, 0o755)
    monkeypatch.setattr(c_programs, "_BESIDE", str(tmp_path))
    assert native_launcher() == b"program"


def test_without_a_compiler_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(*_: object) -> None:
        raise NotBuilt("no compiler")

    monkeypatch.setattr(c_programs, "build", build)
    assert native_launcher() is None


def test_where_nothing_is_executed_from_memory_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "memfd_noexec"
    said.write_text("2\n", encoding="ascii")
    monkeypatch.setattr(module, "_NOTHING_FROM_MEMORY", str(said))
    assert native_launcher() is None
