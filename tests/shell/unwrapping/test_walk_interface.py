"""The walk is what those who unwrap commands expect."""

from wicket.shell.unwrapping.walk_interface import Runner
from wicket.shell.walk.command_dispatch import Running


def test_the_walk_has_all_that_is_asked_of_a_runner() -> None:
    expected = {name for name in (*vars(Runner), *Runner.__annotations__) if not name.startswith("_")}
    made = Running("", None)
    assert {name for name in expected if not hasattr(made, name)} == set()
    assert expected >= {"run_words", "run_derived", "state", "is_builtin"}


def test_a_builtin_is_one_that_the_walk_follows() -> None:
    made = Running("", None)
    assert [made.is_builtin(name) for name in ("eval", "cd", "ls", "")] == [True, True, False, False]
