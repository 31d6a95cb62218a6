"""`wicket ext trace`: stand between a host and an extension, and write down what they say."""

import os
import sys
from pathlib import Path

import click

from wicket.cli.option_types import PathName
from wicket.cli.output import say
from wicket.errors import WicketError
from wicket.kit.wire_trace import Recorder
from wicket.kit.wire_trace import trace as run

__all__ = ["trace"]


class CannotRecord(WicketError):
    """The transcript cannot be written."""


@click.command(context_settings={"allow_interspersed_args": False})
@click.option("--output", "-o", type=PathName(), metavar="FILE", help="Write the transcript to this file.")
@click.option("--quiet", "-q", is_flag=True, help="Show nothing on standard error.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def trace(output: Path | None, quiet: bool, command: tuple[str, ...]) -> None:
    """Stand between a host and an extension, and write down their talk.

    The host starts `wicket ext trace -o talk.txt -- COMMAND` in the place of COMMAND. Everything passes through
    unchanged: bytes, the end of input, signals, the exit code. The transcript is what `wicket.sdk.testing.replay`
    takes; a readable view goes to standard error, which hosts keep in the extension's log. Every start writes FILE
    anew; {pid} in its name becomes the number of the process, so that each talk is kept.

    \b
    Examples:
      wicket ext trace -o talk.txt -- python3 weather.py
      wicket ext trace -o 'talk-{pid}.txt' -- python3 weather.py
    """
    if output is not None:
        output = Path(str(output).replace("{pid}", str(os.getpid())))
    try:
        file = None if output is None else output.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise CannotRecord(f"{output} cannot be written: {error.strerror}; name another file") from error
    if file is not None:
        file.write(f"# {' '.join(command)}\n")
    code = run(command, Recorder(file, None if quiet else say))
    if file is not None:
        file.close()
    # A host that still holds our input open keeps a thread of ours waiting: end without it.
    sys.stderr.flush()
    os._exit(code)
