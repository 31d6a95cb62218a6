"""`wicket ext dev`: run an extension while it is written, and start it anew at every save."""

import shlex
import sys
import threading
from pathlib import Path

import click

from wicket.cli.ext.author_options import with_no_guards, with_start_timeout
from wicket.cli.ext.direct_call import call_one, validate_one
from wicket.cli.option_types import PathName
from wicket.cli.output import say
from wicket.kit.extension_calls import Caller
from wicket.kit.file_watch import saves
from wicket.kit.hot_reload import Dev

__all__ = ["dev"]

# What a person is told at the start.
TYPE = "type NAME key=value, /COMMAND or ? LINE FOR ITS VALIDATORS to call it; Ctrl-C ends"


@click.command()
@click.argument("path", type=PathName(), default=".")
@with_no_guards
@with_start_timeout
def dev(path: Path, no_guards: bool, start_s: float) -> None:
    """Run an extension, show its wire, and start it anew at every save.

    PATH is its file, or the folder of its manifest. Type what you want to have called: `weather city=Berlin`,
    `/hello there`, or `? git push --force` for its validators. Its guards are asked first. What it prints, and
    tracebacks, are shown as `stderr`. Ctrl-D or Ctrl-C ends.

    \b
    Examples:
      wicket ext dev
      wicket ext dev weather.py
      wicket ext dev --start-timeout 60 ./in-go
    """
    watched = path if path.is_dir() else path.parent
    running = Dev(path, say, _call, guards=not no_guards, start_s=start_s)
    ended = threading.Event()

    def watch() -> None:
        for files in saves(watched, ended, ready=lambda: say(f"watching {watched}; {TYPE}")):
            running.saved(files)

    def read() -> None:
        for line in sys.stdin:
            running.typed(line)
        running.stop()

    threading.Thread(target=watch, daemon=True).start()
    threading.Thread(target=read, daemon=True).start()
    try:
        running.run()
    finally:
        ended.set()


def _call(caller: Caller, line: str) -> None:
    if line.startswith("?"):
        validate_one(caller, line[1:].strip(), {}, as_json=False)
        return
    try:
        name, *words = shlex.split(line)
    except ValueError as error:
        say(f"{error}; correct the quotes")
        return
    call_one(caller, name, words, {}, as_json=False, workdir=".", phase="setup", env={})
