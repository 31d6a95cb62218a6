"""`wicket ext manifest`: what an operations extension says of itself."""

import click

from wicket.cli.ext.extension_by_path_or_name import pointed_at
from wicket.cli.output import emit_json
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import NoSuchOffer

__all__ = ["manifest"]


@click.command()
@click.argument("extension")
def manifest(extension: str) -> None:
    """Print what an operations extension says of itself, as JSON.

    EXTENSION is a file, a folder with a manifest, or the name of an installed extension.

    \b
    Examples:
      wicket ext manifest ./cluster.py
    """
    with Caller(pointed_at(extension)) as caller:
        caller.operations()
        if not caller.manifest:
            raise NoSuchOffer(f"{extension} answers no `initialize`; `wicket ext doctor` says more")
        emit_json(caller.manifest)
