"""Where the runs of tasks are kept, and what is said of the clean-up of one that was killed."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from wicket.cli.output import say
from wicket.errors import WicketError
from wicket.state_files import own_folder, wicket_home
from wicket.tasks.task_results import PhaseRecord

__all__ = ["find_run", "runs_folder", "tell_outcomes"]


class NoSuchRun(WicketError):
    """A run that is to be resumed or cleaned up is not there."""

    exit_code = 2


def runs_folder() -> Path:
    """Name the folder of all runs, and make it."""
    return own_folder(wicket_home(os.environ, sys.platform), "tasks")


def find_run(name: str) -> Path:
    """Give the folder of a run.

    Raises:
        NoSuchRun: there is none of that name.
    """
    folder = runs_folder() / name
    if "/" in name or not (folder / "journal.jsonl").is_file():
        raise NoSuchRun(f"there is no run {name!r}; `wicket task cleanup` lists what is left of runs")
    return folder


def tell_outcomes(outcomes: Sequence[tuple[str, PhaseRecord]]) -> bool:
    """Say how the clean-up of each task went, and whether all went well."""
    for name, record in outcomes:
        say(f"{name}: {'cleaned up' if record.succeeded else f'clean-up failed: {record.reason()}'}")
    return all(record.succeeded for _, record in outcomes)
