"""`wicket task list`: the tasks of an eval, in the order in which they would run."""

from pathlib import Path

import click

from wicket.cli.output import emit_json
from wicket.cli.tables import emit_table
from wicket.cli.task.selection_options import load_and_select, selecting
from wicket.tasks.task_selection import runs_of

__all__ = ["list_"]


@click.command("list")
@selecting
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(eval_file: Path, pattern: str, label_selector: str, mcp_config_file: str, as_json: bool) -> None:
    """List the tasks of EVAL in the order in which they run. Nothing is started.

    \b
    Examples:
      wicket task list eval.yaml
      wicket task list eval.yaml -l suite=smoke --json
    """
    _, chosen = load_and_select(eval_file, pattern, label_selector, mcp_config_file)
    rows = [
        {
            "name": task.name,
            "difficulty": task.difficulty,
            "labels": dict(task.labels),
            "parallel": task.parallel,
            "runs": runs_of(task, None),
            "path": str(task.path),
        }
        for task in (one.task for one in chosen)
    ]
    if as_json:
        emit_json(rows)
        return
    emit_table(
        ("NAME", "DIFFICULTY", "LABELS", "PARALLEL", "RUNS"),
        [
            (
                str(row["name"]),
                str(row["difficulty"]),
                ",".join(f"{key}={value}" for key, value in dict(row["labels"]).items()),  # type: ignore[call-overload]
                "yes" if row["parallel"] else "no",
                str(row["runs"]),
            )
            for row in rows
        ],
    )
