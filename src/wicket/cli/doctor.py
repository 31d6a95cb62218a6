"""`wicket doctor`: what is installed, running, configured and trusted here, and what to do about it."""

import sys
from dataclasses import asdict

import click

from wicket.cli.doctor_checks import Finding, check_up
from wicket.cli.output import emit_json, fitted, visible

__all__ = ["doctor"]

TO_BE_MENDED = 1

_MARKS = {"good": ("ok  ", "green"), "note": ("note", "cyan"), "warn": ("warn", "yellow"), "bad": ("BAD ", "red")}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As a list of objects.")
def doctor(as_json: bool) -> None:
    """Say what is installed, running, configured and trusted, which extensions and agents there are, and what to do.

    Looks only: nothing is started, changed or sent anywhere. Exits 1 if something must be mended.

    \b
    Examples:
      wicket doctor
      wicket doctor --json
    """
    findings = list(check_up())
    if as_json:
        emit_json([asdict(finding) for finding in findings])
    else:
        _show(findings)
    raise SystemExit(TO_BE_MENDED if any(finding.grade == "bad" for finding in findings) else 0)


def _show(findings: list[Finding]) -> None:
    part = ""
    for finding in findings:
        if finding.part != part:
            part = finding.part
            click.echo(click.style(part, bold=True))
        mark, colour = _MARKS[finding.grade]
        line = fitted(visible(f"  {mark}  {finding.name}: {finding.detail}"), sys.stdout, 10)
        click.echo(f"  {click.style(mark, fg=colour)}{line[2 + len(mark) :]}")
        if finding.advice:
            click.echo(fitted(visible(f"        {finding.advice}"), sys.stdout, 10))
