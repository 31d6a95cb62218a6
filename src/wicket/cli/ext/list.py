"""`wicket ext list`: which extensions there are, and what becomes of each."""

from typing import Any

import click

from wicket.cli.extension_folders import look_around, with_zot
from wicket.cli.output import complain, emit_json, say
from wicket.cli.tables import emit_table
from wicket.host.extension_discovery import Discovery

__all__ = ["list_"]

COLUMNS = ("state", "scope", "name", "version", "on_failure", "description", "dir")


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
@with_zot
def list_(as_json: bool, zot: bool) -> None:
    """List the extensions, in the order in which they are asked.

    The state is enabled, disabled, hidden (an earlier one has the same name), untrusted (see `wicket trust`)
    or broken. What is wrong is said on standard error.

    \b
    Examples:
      wicket ext list
      wicket ext list --json
    """
    discovery = look_around(zot=zot)
    rows = describe(discovery)
    if as_json:
        emit_json(rows)
    elif rows:
        emit_table(COLUMNS, [[row[column] for column in COLUMNS] for row in rows])
    else:
        say("no extensions installed")
        say("install one with `wicket ext install PATH` or `wicket ext install GIT-URL`")
    for problem in discovery.problems:
        complain(problem.sentence)


def describe(discovery: Discovery) -> list[dict[str, Any]]:
    """Make one row of every extension and of every folder that should be one."""
    rows: list[tuple[int, dict[str, Any]]] = []
    for extension in discovery.extensions:
        found = extension.manifest
        row: dict[str, Any] = {
            "name": found.name,
            "state": extension.state.value,
            "scope": extension.scope.value,
            "version": found.version,
            "language": found.language,
            "description": found.description,
            "on_failure": found.on_failure,
            "env": list(found.env),
            "dir": str(extension.folder),
            "problem": None,
        }
        rows.append((extension.scope.rank, row))
    for problem in discovery.problems:
        if problem.scope is not None and problem.folder is not None:
            row = dict.fromkeys(("name", "state", "scope", "version", "language", "description", "on_failure"), "")
            row |= {"name": problem.folder.name, "state": "broken", "scope": problem.scope.value}
            row |= {"env": [], "dir": str(problem.folder), "problem": problem.sentence}
            rows.append((problem.scope.rank, row))
    return [row for _, row in sorted(rows, key=lambda item: (item[0], item[1]["name"]))]
