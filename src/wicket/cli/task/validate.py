"""`wicket task validate`: an eval is loaded, its extensions are started, its steps are checked; nothing is executed."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import click

from wicket.cli.output import complain, say
from wicket.cli.task.selection_options import load_and_select, selecting
from wicket.tasks.eval_loader import CannotLoad, LoadedEval
from wicket.tasks.extension_sessions import ExtensionSessions
from wicket.tasks.task_model import Problem
from wicket.tasks.task_selection import Selected

__all__ = ["validate"]


@click.command()
@selecting
def validate(eval_file: Path, pattern: str, label_selector: str, mcp_config_file: str) -> None:
    """Check EVAL and its tasks, and execute nothing.

    Extensions are started to learn what they offer. Exits 0 if all is well, else 2.

    \b
    Examples:
      wicket task validate eval.yaml
    """
    loaded, chosen = load_and_select(eval_file, pattern, label_selector, mcp_config_file)
    problems, warnings = asyncio.run(_look(loaded, chosen))
    for warning in warnings:
        say(f"warning: {warning}")
    if problems:
        for problem in problems:
            complain(str(problem))
        raise SystemExit(CannotLoad.exit_code)
    say("1 task is well" if len(chosen) == 1 else f"{len(chosen)} tasks are well")


async def _look(loaded: LoadedEval, chosen: Sequence[Selected]) -> tuple[list[Problem], list[str]]:
    sessions = ExtensionSessions(loaded.eval, dict(os.environ), on_report=say)
    try:
        problems = [problem for one in chosen for problem in await sessions.problems(one.task)]
        warnings = [warning for name in loaded.eval.extensions for warning in await sessions.warnings(name)]
        return problems, warnings
    finally:
        await sessions.close()
