"""`wicket task show`: one task, as wicket has read it."""

import os
from pathlib import Path

import click

from wicket.cli.output import emit_json
from wicket.tasks.eval_loader import load_task

__all__ = ["show"]


@click.command()
@click.argument("task_file", metavar="TASK", type=click.Path(path_type=Path))
def show(task_file: Path) -> None:
    """Show how wicket reads the file TASK, as JSON.

    \b
    Examples:
      wicket task show tasks/basic.yaml
    """
    task = load_task(task_file.absolute(), os.environ)
    emit_json(
        {
            "name": task.name,
            "difficulty": task.difficulty,
            "labels": dict(task.labels),
            "parallel": task.parallel,
            "runs": task.runs or 1,
            "requires": {alias: {kind: name} for alias, (kind, name) in task.requires.items()},
            "env": dict(task.env),
            "policy": task.policy,
            "limits": {"timeoutSeconds": task.limits.timeout_s, "cleanupTimeoutSeconds": task.limits.cleanup_s},
            "prompt": task.prompt,
            **{
                phase: [
                    {"id": step.id, "type": step.type, "line": step.line, "with": dict(step.body)}
                    for at, step in task.steps
                    if at == phase
                ]
                for phase in ("setup", "verify", "cleanup")
            },
        }
    )
