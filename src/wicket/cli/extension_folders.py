"""Where the verbs look: wicket's home, the project in the current folder, zot's own places if asked to."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wicket import state_files
from wicket.host.extension_discovery import Discovery, Scope, discover, places
from wicket.trust_decisions import Trust

__all__ = ["extension_places", "look_around", "wicket_home", "with_zot"]

Verb = TypeVar("Verb", bound=Callable[..., Any])


def with_zot(verb: Verb) -> Verb:
    """Give a verb the option that brings in zot's own places."""
    option = click.option("--zot-home", "zot", is_flag=True, help="Include zot's own folders ($ZOT_HOME, ./.zot).")
    return option(verb)


def wicket_home() -> Path:
    return state_files.wicket_home(os.environ, sys.platform)


def extension_places(project: Path, *, zot: bool) -> list[tuple[Scope, Path]]:
    """List the folders that hold extensions for the project in the folder `project`."""
    return places(project, wicket_home(), state_files.zot_home(os.environ, sys.platform) if zot else None)


def look_around(*, zot: bool) -> Discovery:
    """Find every extension there is for someone who works in the current folder."""
    return discover(extension_places(Path(), zot=zot), Trust(wicket_home()))
