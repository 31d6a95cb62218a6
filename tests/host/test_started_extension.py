"""One extension, and what became of it."""

from pathlib import Path

from wicket.host.extension_discovery import Extension, Scope, State
from wicket.host.extension_log import ExtensionLog
from wicket.host.extension_manifest import Manifest
from wicket.host.started_extension import MAX_PROBLEMS, StartedExtension


def slot(log: Path) -> StartedExtension:
    return StartedExtension(
        Extension(Scope.PROJECT, Path("/"), Manifest("a", "x"), State.ENABLED), ExtensionLog(log), "block"
    )


def test_problems_are_kept_once_each_and_not_without_end(tmp_path: Path) -> None:
    one = slot(tmp_path / "log")
    for number in range(50):
        one.note(f"problem {number % 25}")
    assert one.problems == [f"problem {number}" for number in range(MAX_PROBLEMS)]
    assert len((tmp_path / "log").read_text(encoding="utf-8").splitlines()) == 50
    one.keep("another")
    assert len((tmp_path / "log").read_text(encoding="utf-8").splitlines()) == 50


def test_one_that_never_told_what_it_guards_is_taken_to_guard_tool_calls(tmp_path: Path) -> None:
    one = slot(tmp_path / "log")
    assert (one.state, one.rank, one.guarded) == ("starting", (1, "a"), frozenset({"tool_call"}))
