"""`wicket task validate`: an eval is loaded, its extensions are started, its steps are checked; nothing is executed."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import click

from wicket.cli.output import complain, say
from wicket.cli.task.selection_options import load_and_select, selecting
from wicket.errors import WicketError
from wicket.host.guardian_sharing import GuardianSharing
from wicket.tasks.eval_loader import CannotLoad, LoadedEval
from wicket.tasks.extension_sessions import ExtensionSessions
from wicket.tasks.mcp_connections import McpConnections, servers_called
from wicket.tasks.task_model import Problem
from wicket.tasks.task_selection import Selected

__all__ = ["validate"]


@click.command()
@selecting
def validate(eval_file: Path, pattern: str, label_selector: str, mcp_config_file: str) -> None:
    """Check EVAL and its tasks, and execute nothing.

    Extensions, and the MCP servers that steps call, are started to learn what they offer; the agent's are not. Exits 0
    if all are valid, else 2.

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
    say("1 task is valid" if len(chosen) == 1 else f"{len(chosen)} tasks are valid")


async def _look(loaded: LoadedEval, chosen: Sequence[Selected]) -> tuple[list[Problem], list[str]]:
    environ = dict(os.environ)
    sessions = ExtensionSessions(loaded.eval, environ, on_report=say)
    try:
        problems = [problem for one in chosen for problem in await sessions.problems(one.task)]
        problems += await _tool_problems(loaded, chosen, environ)
        warnings = [warning for name in loaded.eval.extensions for warning in await sessions.warnings(name)]
        return problems, warnings
    finally:
        await sessions.close()


async def _tool_problems(loaded: LoadedEval, chosen: Sequence[Selected], environ: dict[str, str]) -> list[Problem]:
    called = servers_called(loaded.servers, [step for one in chosen for _, step in one.task.steps])
    if not called:
        return []
    async with GuardianSharing() as guardian:
        try:
            async with McpConnections(called, environ, guardian) as connections:
                return [problem for one in chosen for problem in connections.problems(one.task)]
        except WicketError as error:
            return [Problem(str(loaded.eval.path), 0, str(error))]
