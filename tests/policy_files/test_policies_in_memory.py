"""A policy in memory counts as long as no file of it has changed, however that was done."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wicket.policy_files.policies_in_memory import MAX_POLICIES, TICK_NS, PoliciesInMemory
from wicket.policy_files.policy_cache import Compiled


def old(path: Path, text: str) -> Path:
    """Make a file that nobody has touched for a while, as far as its status can be set."""
    path.write_text(text, encoding="utf-8")
    return path


def kept(memory: PoliciesInMemory, *paths: Path, later_ns: int = 2 * TICK_NS) -> Compiled:
    files = tuple((str(path), "") for path in paths)
    made = Compiled({}, (), {}, files, cached=True)
    statuses, at = memory.seen(files)
    memory.keep("key", made, (statuses, at + later_ns))
    return made


def test_what_has_not_changed_is_given(tmp_path: Path) -> None:
    memory = PoliciesInMemory()
    made = kept(memory, old(tmp_path / "a", "a"), tmp_path / "absent")
    assert memory.fetch("key") is made
    assert memory.fetch("another") is None


def rewritten(path: Path) -> None:
    path.write_text("b", encoding="utf-8")


def rewritten_with_its_old_times(path: Path) -> None:
    status = path.stat()
    path.write_text("b", encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_text("b", encoding="utf-8")
    other.replace(path)


def removed(path: Path) -> None:
    path.unlink()


def opened_to_others(path: Path) -> None:
    path.chmod(0o666)


def linked_elsewhere(path: Path) -> None:
    path.unlink()
    path.with_name("other").write_text("a", encoding="utf-8")
    path.symlink_to("other")


@pytest.mark.parametrize(
    "change", [rewritten, rewritten_with_its_old_times, replaced, removed, opened_to_others, linked_elsewhere]
)
def test_what_has_changed_is_looked_at_again(tmp_path: Path, change: Callable[[Path], None]) -> None:
    memory = PoliciesInMemory()
    path = old(tmp_path / "a", "a")
    kept(memory, path)
    change(path)
    assert memory.fetch("key") is None
    assert memory.fetch("key") is None


def test_a_file_that_comes_is_seen(tmp_path: Path) -> None:
    memory = PoliciesInMemory()
    kept(memory, tmp_path / "absent")
    old(tmp_path / "absent", "")
    assert memory.fetch("key") is None


def test_what_has_just_changed_is_not_kept(tmp_path: Path) -> None:
    memory = PoliciesInMemory()
    kept(memory, old(tmp_path / "a", "a"), later_ns=0)
    assert memory.fetch("key") is None


def test_what_depends_on_a_folder_is_not_kept(tmp_path: Path) -> None:
    memory = PoliciesInMemory()
    kept(memory, tmp_path)
    assert memory.fetch("key") is None


def test_there_are_only_so_many(tmp_path: Path) -> None:
    memory = PoliciesInMemory()
    made = Compiled({}, (), {}, (), cached=True)
    for number in range(MAX_POLICIES + 1):
        memory.keep(str(number), made, ({}, 0))
    assert [number for number in range(MAX_POLICIES + 1) if memory.fetch(str(number)) is None] == [0]
