"""`wicket task run`: the tasks of an eval are run, and their results written."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import click

from wicket.cli.output import complain, emit_json, say
from wicket.cli.task.progress import Progress, make_progress
from wicket.cli.task.run_folders import find_run, runs_folder, tell_outcomes
from wicket.cli.task.selection_options import duration_option, load_and_select, selecting
from wicket.cli.verb_start_and_exit import INTERRUPTED
from wicket.displayed_text import number_of
from wicket.errors import WicketError
from wicket.tasks.eval_cleanup import finish_run
from wicket.tasks.eval_run import EvalRun, RunOptions, Totals, new_run_folder
from wicket.tasks.result_statistics import summarize
from wicket.tasks.results_file import check_place
from wicket.tasks.run_journal import outlines_in
from wicket.tasks.task_model import TaskLimits
from wicket.tasks.time_limits import LimitOptions

__all__ = ["run"]


class NotCleanedUp(WicketError):
    """What a killed run has left cannot be cleaned up."""

    exit_code = 2


@click.command()
@selecting
@click.option("-n", "--runs", type=click.IntRange(1), help="How often each task is run.")
@click.option("-p", "--parallel", type=click.IntRange(1), default=1, show_default=True, help="Tasks side by side.")
@duration_option("--task-timeout", "The time for each task, whatever it says itself.")
@duration_option("--default-task-timeout", "The time for tasks that say nothing.")
@duration_option("--cleanup-timeout", "The time for each clean-up, whatever the task says.")
@duration_option("--default-cleanup-timeout", "The time for clean-ups of tasks that say nothing.")
@click.option("--retries", type=click.IntRange(0), default=0, show_default=True, help="Tries more after an ERROR.")
@click.option("--verify-anyway", is_flag=True, help="Verify also after an agent failed. It never passes.")
@click.option("--approve-asks", is_flag=True, help="What the policy would ask about is allowed, not denied.")
@click.option("--keep", is_flag=True, help="Keep the agents' folders and homes.")
@click.option("--resume", metavar="RUN", default="", help="Go on with a run: what passed or failed is not run again.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where the results go.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("-v", "--verbose", count=True, help="Show more of what extensions log: -v info, -vv debug.")
def run(
    eval_file: Path,
    pattern: str,
    label_selector: str,
    mcp_config_file: str,
    runs: int | None,
    parallel: int,
    task_timeout: float | None,
    default_task_timeout: float | None,
    cleanup_timeout: float | None,
    default_cleanup_timeout: float | None,
    retries: int,
    verify_anyway: bool,
    approve_asks: bool,
    keep: bool,
    resume: str,
    output: Path | None,
    as_json: bool,
    verbose: int,
) -> None:
    """Run the tasks of EVAL and write their results.

    Exits 0 if all tasks passed, 1 if one failed, 2 if something could not be run, 130 if interrupted. Ctrl-C ends the
    agents and cleans up; a second one ends that too. A closed terminal is like Ctrl-C.

    \b
    Examples:
      wicket task run eval.yaml
      wicket task run eval.yaml -r '^net' -l suite=smoke -n 3 -p 4
    """
    loaded, chosen = load_and_select(eval_file, pattern, label_selector, mcp_config_file)
    options = RunOptions(
        parallel=parallel,
        runs=runs,
        retries=retries,
        keep=keep,
        limits=LimitOptions(
            hard=TaskLimits(task_timeout, cleanup_timeout),
            default=TaskLimits(default_task_timeout, default_cleanup_timeout),
        ),
        verify_after_agent_error=verify_anyway,
        approve_asks=approve_asks,
    )
    target = (output or Path(f"wicket-{_plain(loaded.eval.name)}-out.json")).absolute()
    check_place(target)
    folder = find_run(resume) if resume else new_run_folder(runs_folder(), loaded.eval.name)
    if resume:
        _clean_up(folder)
    with make_progress(verbose) as progress:
        whole = EvalRun(loaded, chosen, folder, dict(os.environ), options, progress)
        totals = asyncio.run(_drive(whole, target, progress))
    _tell(totals, target, folder, as_json)
    raise SystemExit(_exit_code(totals))


def _clean_up(folder: Path) -> None:
    """Do what a killed run has left: what its tasks had set up would stand in the way when they are set up anew."""
    if not tell_outcomes(asyncio.run(finish_run(folder, dict(os.environ)))):
        raise NotCleanedUp(f"{folder.name} is not gone on with; see to it, and run `wicket task cleanup {folder.name}`")


# A second one leaves at once. The last is a terminal that was closed.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def _drive(whole: EvalRun, target: Path, progress: Progress) -> Totals:
    loop = asyncio.get_running_loop()
    stop = _stopper(whole, progress)
    heeded = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]  # as `nohup` has it
    for number in heeded:
        loop.add_signal_handler(number, stop)
    try:
        return await whole.run(target)
    finally:
        for number in heeded:
            loop.remove_signal_handler(number)


def _stopper(whole: EvalRun, progress: Progress) -> Callable[[], None]:
    def stop() -> None:
        whole.interruption.interrupt()
        if whole.interruption.signals == 1:
            progress.say("interrupted: cleaning up; interrupt again to leave at once")
        else:
            progress.say(f"left at once; run `wicket task cleanup {whole.folder.name}` for the rest")

    return stop


def _tell(totals: Totals, target: Path, folder: Path, as_json: bool) -> None:
    figures = summarize(outlines_in(folder))
    if as_json:
        emit_json({**figures.to_json(), "output": str(target), "run": folder.name, "interrupted": totals.interrupted})
    words = [f"{figures.passed} passed", f"{figures.failed} failed", number_of(figures.errors, "error")]
    say(", ".join(words) + f"; results in {target}")
    if over_runs := figures.over_runs():
        say(over_runs)
    if totals.cleanup_failures:
        say(f"{number_of(totals.cleanup_failures, 'clean-up')} failed; the results say why")
    if totals.interrupted:
        say(f"to go on, give the same command with `--resume {folder.name}`")
    if totals.left:
        complain(f"not cleaned up: {', '.join(totals.left)}; run `wicket task cleanup {folder.name}`")


def _exit_code(totals: Totals) -> int:
    if totals.interrupted:
        return INTERRUPTED
    if totals.errors or totals.cleanup_failures:
        return 2
    return 1 if totals.failed else 0


def _plain(name: str) -> str:
    return "".join(character if character.isalnum() or character in "-_" else "-" for character in name)
