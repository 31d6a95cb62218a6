"""`wicket ext pack`: one executable file out of a Python extension, with the SDK inside."""

from pathlib import Path

import click

from wicket.cli.ext.extension_by_path_or_name import place_of
from wicket.cli.option_types import PathName
from wicket.cli.output import say
from wicket.kit.single_file_packer import pack as make

__all__ = ["pack"]


@click.command()
@click.argument("extension")
@click.option("--output", "-o", type=PathName(), required=True, help="The file to make.")
@click.option("--allow-missing", is_flag=True, help="Pack it although it imports what does not come along.")
def pack(extension: str, output: Path, allow_missing: bool) -> None:
    """Make one executable file of a Python extension.

    EXTENSION is its file, or the folder of its manifest. What is made needs nothing but Python 3.11 or newer.
    mcpchecker takes it as `package: ./FILE`.

    \b
    Examples:
      wicket ext pack weather.py -o weather
    """
    packed = make(place_of(extension), output, allow_missing=allow_missing)
    files = "1 file" if packed.files == 1 else f"{packed.files} files"
    click.echo(f"made {output} of {files} and the SDK")
    if packed.missing:
        say(f"not packed: {', '.join(packed.missing)}; install them where it runs")
