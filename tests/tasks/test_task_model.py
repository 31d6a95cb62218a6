"""Problems as they are shown."""

from pathlib import Path

from wicket.tasks.task_model import Problem, Step, Task


def test_a_problem_names_its_place() -> None:
    assert str(Problem("f", 3, "bad")) == "f:3: bad"
    assert str(Problem("f", 0, "odd", warning=True)) == "f: warning: odd"


def test_steps_are_in_the_order_in_which_they_run() -> None:
    one, two, three = (Step(id=name, type="script", kind="script") for name in "abc")
    task = Task(name="t", path=Path("/x/t.yaml"), setup=(one,), verify=(two,), cleanup=(three,))
    assert task.steps == (("setup", one), ("verify", two), ("cleanup", three))
