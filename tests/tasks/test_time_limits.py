"""Whose word about time counts."""

import pytest

from wicket.tasks.task_model import TaskLimits
from wicket.tasks.time_limits import LimitOptions, effective

HARD, TASK, DEFAULT, EVAL = TaskLimits(1, 11), TaskLimits(2, 12), TaskLimits(3, 13), TaskLimits(4, 14)
NONE = TaskLimits()


@pytest.mark.rule("G-H33", "G-H32")
@pytest.mark.parametrize(
    ("hard", "task", "default", "whole", "wanted"),
    [
        (HARD, TASK, DEFAULT, EVAL, HARD),
        (NONE, TASK, DEFAULT, EVAL, TASK),
        (NONE, NONE, DEFAULT, EVAL, DEFAULT),
        (NONE, NONE, NONE, EVAL, EVAL),
        (NONE, NONE, NONE, NONE, NONE),
        (NONE, TaskLimits(2, None), NONE, EVAL, TaskLimits(2, 14)),
    ],
)
def test_the_first_that_says_something_is_heard(
    hard: TaskLimits, task: TaskLimits, default: TaskLimits, whole: TaskLimits, wanted: TaskLimits
) -> None:
    assert effective(LimitOptions(hard, default), task, whole) == wanted
