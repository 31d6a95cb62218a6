"""`wicket ext doctor`: what is wrong with an extension, and what to do about it."""

from pathlib import Path

import click

from wicket.cli.ext.author_options import with_start_timeout
from wicket.cli.ext.extension_by_path_or_name import place_of
from wicket.cli.output import emit_json, visible
from wicket.kit.extension_doctor import examine, examine_executor

__all__ = ["doctor"]

SICK = 1
MARKS = {"ok": "ok", "warning": "warning", "problem": "PROBLEM"}


@click.command()
@click.argument("extension", required=False)
@click.option("--executor", metavar="LINE", help="Look for a validator's `executor` of a policy in the current folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@with_start_timeout
def doctor(extension: str | None, executor: str | None, as_json: bool, start_s: float) -> None:
    """Say what is wrong with an extension, and what to do about it.

    EXTENSION is a file, the folder of its manifest, or an installed one's name. It is started, asked who it is,
    and never asked to do anything. Exits 1 if there is a problem; warnings are none.

    \b
    Examples:
      wicket ext doctor ./weather
      wicket ext doctor --executor './checks/env_guard.sh'
    """
    if extension is None and executor is None:
        raise click.UsageError("Missing argument 'EXTENSION'; give it, or --executor.")
    findings = []
    for found in (
        *(examine_executor(executor, Path()) if executor is not None else ()),
        *(examine(place_of(extension), start_s) if extension is not None else ()),
    ):
        findings.append(found)
        if not as_json:
            click.echo(visible(f"{MARKS[found.level]:8} {found.about}: {found.says}"))
            if found.advice:
                click.echo(visible(f"{'':8} → {found.advice}"))
    if as_json:
        emit_json([{name: getattr(found, name) for name in ("level", "about", "says", "advice")} for found in findings])
    if any(found.level == "problem" for found in findings):
        raise SystemExit(SICK)
