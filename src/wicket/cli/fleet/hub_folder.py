"""What the verbs at the hub share: the folder of the hub."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import PathName

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles

__all__ = ["hub_files", "with_hub_folder"]

Verb = TypeVar("Verb", bound=Callable[..., Any])


def with_hub_folder(verb: Verb) -> Verb:
    """Give a verb the option that names the hub's folder."""
    option = click.option("--folder", type=PathName(), help="The hub's folder, if not `fleet/hub` in wicket's home.")
    return option(verb)


def hub_files(folder: Path | None) -> "HubFiles":
    """The files of the hub in a folder."""
    from wicket.fleet.hub_files import HubFiles

    return HubFiles((folder or wicket_home() / "fleet" / "hub").absolute())
