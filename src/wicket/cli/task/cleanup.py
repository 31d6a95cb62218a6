"""`wicket task cleanup`: the clean-up steps that a run has left undone, as after kill -9."""

import asyncio
import os
from pathlib import Path

import click

from wicket.cli.output import say
from wicket.cli.tables import emit_table
from wicket.cli.task.run_folders import find_run, runs_folder, tell_outcomes
from wicket.tasks.eval_cleanup import finish_run
from wicket.tasks.run_journal import is_alive, unfinished

__all__ = ["cleanup"]


@click.command()
@click.argument("run", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write the run's results there.")
def cleanup(run: str | None, output: Path | None) -> None:
    """Run the clean-up steps that RUN has left undone. Without RUN, list the runs that have left something.

    Exits 0 if nothing is left, 2 if a step failed.

    \b
    Examples:
      wicket task cleanup
      wicket task cleanup lab-20260101-120000-1a2b
    """
    if run is None:
        rows = [
            (path.name, str(len(left)), "running" if is_alive(path) else "to be cleaned up")
            for path in _runs(runs_folder())
            if (left := unfinished(path))
        ]
        if rows:
            emit_table(("RUN", "TASKS LEFT", "STATE"), rows)
        else:
            say("no run has left anything to clean up")
        return
    outcomes = asyncio.run(finish_run(find_run(run), dict(os.environ), output))
    if not outcomes:
        say("nothing is left to clean up")
    if not tell_outcomes(outcomes):
        raise SystemExit(2)


def _runs(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if (path / "journal.jsonl").is_file())
