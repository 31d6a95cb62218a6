"""Which tasks are run, how often, and in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wicket.errors import WicketError
from wicket.tasks.re2_matching import BadPattern, compile_expression
from wicket.tasks.task_model import Task

__all__ = ["Selected", "UnusableSelector", "matches_labels", "parse_selector", "runs_of", "select"]


class UnusableSelector(WicketError):
    """A pattern or a selector on the command line cannot be used."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Selected:
    """A task that is to be run, and the assertions of all task sets that it came from."""

    task: Task
    assertions: tuple[Mapping[str, Any], ...] = field(default=())


def parse_selector(text: str) -> dict[str, frozenset[str]]:
    """Read `suite=a,suite=b,kind=c`: values of one key are alternatives, different keys must all match.

    Raises:
        UnusableSelector: a part has no `=`.
    """
    wanted: dict[str, set[str]] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise UnusableSelector(f"{part!r} is no label selector; write it as key=value")
        wanted.setdefault(key.strip(), set()).add(value.strip())
    return {key: frozenset(values) for key, values in wanted.items()}


def matches_labels(labels: Mapping[str, str], wanted: Mapping[str, frozenset[str]]) -> bool:
    """Whether labels meet a selector."""
    return all(labels.get(key) in values for key, values in wanted.items())


def select(
    tasks: Sequence[Selected], pattern: str = "", wanted: Mapping[str, frozenset[str]] | None = None
) -> list[Selected]:
    """Choose tasks by a regular expression for their names and by labels, in the order in which they are run.

    Those that must be alone come first, then those that may run in parallel; otherwise the order stays.

    Raises:
        UnusableSelector: the pattern is no regular expression.
    """
    try:
        named = compile_expression(pattern)
    except BadPattern as error:
        raise UnusableSelector(f"{pattern!r} is no regular expression: {error}") from None
    chosen = [one for one in tasks if named.search(one.task.name) and matches_labels(one.task.labels, wanted or {})]
    return sorted(chosen, key=lambda one: one.task.parallel)


def runs_of(task: Task, runs: int | None) -> int:
    """Say how often a task is run: as often as the command line says, or the task itself, or once."""
    return runs if runs is not None else task.runs or 1
