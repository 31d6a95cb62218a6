"""The verbs about tasks are there."""

from wicket.cli.task import task


def test_the_verbs() -> None:
    assert list(task.verbs) == ["run", "validate", "list", "show", "new", "demo", "cleanup", "results"]
