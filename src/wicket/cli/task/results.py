"""`wicket task results`: what a file of results says, as a person or a program wants it."""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from wicket.cli.lazy_verbs import Verbs
from wicket.cli.output import complain, emit_json, say, visible
from wicket.cli.tables import emit_table
from wicket.displayed_text import excerpt, number_of
from wicket.tasks.html_report import html_report
from wicket.tasks.junit_report import junit as write_junit
from wicket.tasks.result_statistics import Summary, differences, status_of, summarize
from wicket.tasks.results_file import read_results

__all__ = ["results"]

_FILE = click.argument("file", type=click.Path(path_type=Path))
_TASK = click.option("--task", "name", default="", metavar="TEXT", help="Only tasks whose name contains this.")
_OUTPUT = click.option(
    "-o", "--output", "--output-file", type=click.Path(path_type=Path, dir_okay=False), help="Write it there instead."
)
_PHASES = (("setup", "setupOutput"), ("agent", "agentOutput"), ("verify", "verifyOutput"), ("cleanup", "cleanupOutput"))


@click.group(
    cls=Verbs,
    verbs={verb: f"wicket.cli.task.results:{verb}" for verb in ("view", "summary", "verify", "diff", "junit", "html")},
)
def results() -> None:
    """Look at the results of a run; mcpchecker's are read too.

    \b
    Examples:
      wicket task results view wicket-lab-out.json
    """


@click.command()
@_FILE
@_TASK
def view(file: Path, name: str) -> None:
    """Show each task of FILE with its steps.

    \b
    Examples:
      wicket task results view wicket-lab-out.json --task basic
    """
    results = _read(file, name)
    if not results:
        say("it has no results")
    for result in results:
        click.echo(visible(f"{status_of(result).upper()} {result['taskName']} ({_seconds(result)})"))
        if reason := result.get("taskError"):
            click.echo(visible(f"  {excerpt(str(reason), 1_000)}"))
        for phase, key in _PHASES:
            for step in (result.get(key) or {}).get("Steps") or ():
                if isinstance(step, Mapping):
                    mark = "ok" if step.get("success") else "failed"
                    said = excerpt(str(step.get("error") or step.get("message") or ""), 200)
                    click.echo(visible(f"  {phase} {step.get('type')} {mark} ({_seconds(step)}) {said}".rstrip()))
            if phase == "agent":
                for line in _watched(result):
                    click.echo(visible(f"    {line}"))
        for assertion, told in (result.get("assertionResults") or {}).items():
            if isinstance(told, Mapping):
                said = excerpt(str(told.get("reason") or ""), 200)
                click.echo(
                    visible(f"  assertion {assertion} {'ok' if told.get('passed') else 'failed'} {said}".rstrip())
                )


@click.command()
@_FILE
@_TASK
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--github-output", is_flag=True, help="Print name=value lines, for a GitHub workflow.")
def summary(file: Path, name: str, as_json: bool, github_output: bool) -> None:
    """Print the figures of FILE.

    \b
    Examples:
      wicket task results summary wicket-lab-out.json --json
    """
    figures = summarize(_read(file, name))
    if as_json:
        emit_json(figures.to_json())
    elif github_output:
        for key, value in figures.to_json().items():
            if not isinstance(value, dict):
                click.echo(f"{_dashed(key)}={value}")
    else:
        rows = [(task.name, str(task.passed), str(task.failed), str(task.errors)) for task in figures.tasks]
        emit_table(("TASK", "PASSED", "FAILED", "ERRORS"), rows)
        click.echo(_line(figures))


@click.command()
@_FILE
@_TASK
@click.option("--tasks", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="The least pass rate.")
@click.option("--assertions", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="And of assertions.")
def verify(file: Path, name: str, tasks: float, assertions: float) -> None:
    """Exit 1 if FILE is below the thresholds.

    \b
    Examples:
      wicket task results verify wicket-lab-out.json --tasks 0.8
    """
    figures = summarize(_read(file, name))
    say(_line(figures))
    if not figures.total:
        complain("there are no results")
    if not figures.total or figures.task_rate < tasks or figures.assertion_rate < assertions:
        raise SystemExit(1)


@click.command()
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("current", type=click.Path(path_type=Path))
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
def diff(base: Path, current: Path, markdown: bool) -> None:
    """Show which tasks of CURRENT went otherwise than in BASE.

    \b
    Examples:
      wicket task results diff old.json new.json
    """
    _, before = read_results(base)
    _, after = read_results(current)
    rows = differences(before, after)
    if markdown:
        click.echo("| task | base | current |\n|---|---|---|")
        for row in rows:
            click.echo(visible("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"))
    elif rows:
        emit_table(("TASK", "BASE", "CURRENT"), rows)
    else:
        say("no task went otherwise")
    say(f"base: {_line(summarize(before))}")
    say(f"current: {_line(summarize(after))}")


@click.command()
@_FILE
@_TASK
@_OUTPUT
def junit(file: Path, name: str, output: Path | None) -> None:
    """Print FILE as JUnit XML; it tells failures from errors.

    \b
    Examples:
      wicket task results junit wicket-lab-out.json
    """
    _give(write_junit(_read(file, name), _title(file)), output)


@click.command()
@_FILE
@_TASK
@_OUTPUT
def html(file: Path, name: str, output: Path | None) -> None:
    """Print FILE as one HTML page that needs nothing else.

    \b
    Examples:
      wicket task results html wicket-lab-out.json
    """
    about, _ = read_results(file)
    _give(html_report(_read(file, name), _title(file), about), output)


def _give(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error


def _read(file: Path, name: str) -> list[dict[str, Any]]:
    _, found = read_results(file)
    return [result for result in found if name in str(result["taskName"])]


def _title(file: Path) -> str:
    about, _ = read_results(file)
    names = (about.get("evals") or {}).get("names") or [file.stem]
    return ", ".join(map(str, names))


def _line(figures: Summary) -> str:
    return (
        f"{figures.passed} of {figures.total} passed ({figures.task_rate:.0%}), {figures.failed} failed, "
        f"{number_of(figures.errors, 'error')}; "
        f"{figures.assertions_passed} of {figures.assertions_total} assertions hold"
        + (f"; {over_runs}" if (over_runs := figures.over_runs()) else "")
    )


def _seconds(entry: Mapping[str, Any]) -> str:
    return f"{float(entry.get('durationSeconds') or 0):.2f} s"


def _dashed(key: str) -> str:
    return "".join(f"-{character.lower()}" if character.isupper() else character for character in key)


def _watched(result: Mapping[str, Any]) -> list[str]:
    """Say what the gate was asked and answered, and what the agent has used by its own account."""
    calls = (result.get("callHistory") or {}).get("GateCalls") or ()
    lines = [
        f"{'allowed' if call.get('ran') else 'denied'}: {call.get('kind')} {excerpt(str(call.get('text')), 160)}"
        + ("" if call.get("decision") != "ask" else " (would be asked about)")
        for call in calls
    ]
    runs = [(line, len(list(same))) for line, same in groupby(lines)]
    lines = [line if count == 1 else f"{line} ({count} times)" for line, count in runs]
    usage = ((result.get("agentOutput") or {}).get("agentDetails") or {}).get("usage") or {}
    said = ", ".join(f"{name} {count:g}" for name, count in usage.items() if isinstance(count, int | float))
    return [*lines, *([f"used: {said}"] if said else [])]
