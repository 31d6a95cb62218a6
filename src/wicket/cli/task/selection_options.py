"""What verbs about tasks share: which eval, which of its tasks, and how its problems are shown."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wicket.cli.output import say
from wicket.tasks.eval_loader import LoadedEval, load_eval
from wicket.tasks.task_selection import Selected, UnusableSelector, parse_selector, select
from wicket.wire import go_durations

__all__ = ["duration_option", "load_and_select", "selecting"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def duration_option(name: str, text: str) -> Callable[[Decorated], Decorated]:
    """Make an option that takes a Go duration, and gives seconds."""
    return click.option(name, metavar="DURATION", callback=_as_seconds, help=text)


def _as_seconds(_context: click.Context, _parameter: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    try:
        seconds = go_durations.parse(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if seconds <= 0:
        raise click.BadParameter("it must be longer than nothing")
    return seconds


def selecting(command: Decorated) -> Decorated:
    """Add the argument and the options that choose tasks."""
    for decorate in (
        click.option("--mcp-config-file", default="", metavar="FILE", help="MCP servers, in place of the eval's own."),
        click.option("-l", "--label-selector", default="", metavar="K=V,…", help="Only tasks with these labels."),
        click.option("-r", "--run", "pattern", default="", metavar="REGEX", help="Only tasks whose name matches."),
        click.argument("eval_file", metavar="EVAL", type=click.Path(path_type=Path)),
    ):
        command = decorate(command)
    return command


def load_and_select(
    eval_file: Path, pattern: str, label_selector: str, mcp_config_file: str
) -> tuple[LoadedEval, list[Selected]]:
    """Load an eval, choose its tasks, and tell the warnings about these and the eval.

    Raises:
        WicketError: it cannot be loaded, or nothing is chosen.
    """
    loaded = load_eval(eval_file, os.environ, mcp_config_file)
    chosen = select(loaded.tasks, pattern, parse_selector(label_selector))
    left_out = {str(one.task.path) for one in loaded.tasks} - {str(one.task.path) for one in chosen}
    for warning in loaded.warnings:
        if warning.path not in left_out:
            say(str(warning))
    if not chosen:
        raise UnusableSelector(
            f"none of the {len(loaded.tasks)} tasks is chosen; look at `wicket task list {eval_file}`"
        )
    return loaded, chosen
