"""Finds an installed extension by a name on the command line: its manifest's name, else its folder's."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from wicket.cli.extension_folders import look_around
from wicket.cli.output import say
from wicket.host.extension_discovery import Meant, Scope, find

__all__ = ["meant", "with_scope"]

Verb = TypeVar("Verb", bound=Callable[..., Any])

SCOPES = {
    None: tuple(Scope),
    "global": (Scope.GLOBAL, Scope.GLOBAL_ZOT),
    "project": (Scope.PROJECT, Scope.PROJECT_ZOT),
}


def with_scope(verb: Verb) -> Verb:
    """Give a verb the options that choose between the project's extension and the global one."""
    of_project = click.option("--project", "only", flag_value="project", help="Only the project's extensions.")
    of_all = click.option("--global", "only", flag_value="global", help="Only the global extensions.")
    return of_all(of_project(verb))


def meant(name: str, only: str | None, *, zot: bool) -> Meant:
    """Say which extension `name` means; where there are several, the first is taken, and that is said.

    Raises:
        NoSuchExtension: none, or it cannot be told.
    """
    first, *others = find(look_around(zot=zot), name, SCOPES[only])
    if others:
        say(f"{name} is in more than one place; taking {first.folder}, choose with --global or --project")
    return first
