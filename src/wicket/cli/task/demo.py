"""`wicket task demo`: three tasks, a scripted agent and the gate, to look at; it needs no model and leaves nothing."""

import os
import sys
import tempfile
from pathlib import Path

import click

from wicket.cli.output import say
from wicket.cli.task.results import view
from wicket.cli.task.run import run
from wicket.demo.tasks import EXPECTED, lay_out_tasks
from wicket.tasks.result_statistics import status_of
from wicket.tasks.results_file import read_results

__all__ = ["demo"]


@click.command()
def demo() -> None:
    """Run three tasks with a scripted agent behind the gate, and show what came of them.

    One passes, one fails its verification, and in one the agent tries what the task's policy denies. Everything is in
    a folder of its own, which is gone afterwards. Exits 2 if it does not come out so.

    \b
    Examples:
      wicket task demo
    """
    with tempfile.TemporaryDirectory(prefix="wicket-") as made:
        folder = Path(made)
        say(
            "Three tasks for a scripted agent. One passes. Two fail on purpose: in one the agent does it wrong, "
            "in the other it tries what the task's policy denies."
        )
        os.environ["WICKET_HOME"] = str(folder / "home")
        output = folder / "results.json"
        try:
            run.main([str(lay_out_tasks(folder, sys.executable)), "-o", str(output)], standalone_mode=False)
        except SystemExit as ended:
            if ended.code not in (0, 1):
                raise
        view.main([str(output)], standalone_mode=False)
        _, results = read_results(output)
    say("Its files are gone again. To evaluate your own agent, begin with `wicket task new my-eval`.")
    found = {str(result["taskName"]): status_of(result) for result in results}
    raise SystemExit(0 if found == EXPECTED else 2)
