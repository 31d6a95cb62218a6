"""How long a task may take: of all that say something, the first in order of precedence."""

from dataclasses import dataclass, field

from wicket.tasks.task_model import TaskLimits

__all__ = ["LimitOptions", "effective"]


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """What the command line says: `hard` overrules a task, `default` is for tasks that say nothing."""

    hard: TaskLimits = field(default_factory=TaskLimits)
    default: TaskLimits = field(default_factory=TaskLimits)


def effective(options: LimitOptions, task: TaskLimits, whole_eval: TaskLimits) -> TaskLimits:
    """Give the limits that hold. None in them: there is none."""
    order = (options.hard, task, options.default, whole_eval)
    return TaskLimits(
        timeout_s=next((one.timeout_s for one in order if one.timeout_s is not None), None),
        cleanup_s=next((one.cleanup_s for one in order if one.cleanup_s is not None), None),
    )
