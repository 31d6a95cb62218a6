"""Finds the extension that a word on the command line means: a path, or an installed one's name."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wicket.cli.extension_folders import look_around
from wicket.cli.output import say
from wicket.errors import WicketError
from wicket.host.extension_discovery import Meant, Scope, State, find
from wicket.host.extension_manifest import FILE_NAME
from wicket.kit.extension_target import NoTarget, Target, by_path

__all__ = ["NotTrusted", "is_path", "meant", "place_of", "pointed_at", "with_scope"]


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


class NotTrusted(WicketError):
    """An extension of the project's that no person has trusted is not started by its name."""


def is_path(word: str) -> bool:
    """Whether a word is the path of something that may be an extension."""
    return os.path.isfile(word) or os.path.isfile(os.path.join(word, FILE_NAME))


def place_of(word: str) -> Path:
    """Say where an extension lies.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: there is nothing at that path.
        NotTrusted: a project brings it along, and nobody has trusted it. Who writes its path has looked at it.
    """
    if os.path.exists(word):
        return Path(word)
    if "/" in word or word.endswith(".py"):
        raise NoTarget(f"there is no {Path(word).absolute()}; name an extension's file, or the folder of its manifest")
    folder = meant(word, None, zot=False).folder
    for extension in look_around(zot=False).extensions:
        if extension.folder == folder and extension.state is State.UNTRUSTED:
            raise NotTrusted(
                f"{word} comes with this project and is not trusted; look at it, and run `wicket trust {folder}`"
            )
    return folder


def pointed_at(word: str) -> Target:
    """Say which program a word means.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: nothing can be started there.
        ManifestError: its manifest is wrong.
    """
    return by_path(place_of(word))
