"""Which tasks run, how often, in which order."""

from pathlib import Path

import pytest

from wicket.tasks.task_model import Task
from wicket.tasks.task_selection import Selected, UnusableSelector, matches_labels, parse_selector, runs_of, select


def one(name: str, *, parallel: bool = False, runs: int | None = None, **labels: str) -> Selected:
    return Selected(Task(name=name, path=Path(f"/{name}"), parallel=parallel, runs=runs, labels=labels))


TASKS = [
    one("net-up", parallel=True, suite="a", kind="x"),
    one("net-down", suite="b", kind="x"),
    one("disk", suite="c"),
    one("cpu", parallel=True, suite="a"),
]


def names(pattern: str = "", selector: str = "") -> list[str]:
    return [found.task.name for found in select(TASKS, pattern, parse_selector(selector))]


@pytest.mark.rule("G-H58")
def test_those_that_must_be_alone_come_first() -> None:
    assert names() == ["net-down", "disk", "net-up", "cpu"]


@pytest.mark.rule("G-H57")
def test_tasks_are_chosen_by_name_and_labels() -> None:
    assert names("^net") == ["net-down", "net-up"]
    assert names("", "suite=a,suite=b") == ["net-down", "net-up", "cpu"]
    assert names("", "suite=a, suite=b,kind=x") == ["net-down", "net-up"]
    assert names("up", "suite=b") == []
    assert matches_labels({}, {})


@pytest.mark.rule("G-H57")
def test_the_command_line_says_how_often_before_the_task_does() -> None:
    assert (runs_of(one("x", runs=3).task, None), runs_of(one("x", runs=3).task, 2)) == (3, 2)
    assert runs_of(one("x").task, None) == 1


def test_what_cannot_be_a_selector_is_told() -> None:
    with pytest.raises(UnusableSelector, match="'suite' is no label selector; write it as key=value"):
        parse_selector("suite")
    with pytest.raises(UnusableSelector, match=r"'\(' is no regular expression"):
        select(TASKS, "(")
