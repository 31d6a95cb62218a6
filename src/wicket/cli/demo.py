"""`wicket demo`: a gate to try, with a policy and an extension of its own, that leaves nothing behind."""

import os
import shlex
import sys
import tempfile
from pathlib import Path

import click

from wicket.cli.output import say, say_to_copy
from wicket.cli.serve import TO_TRY, serve
from wicket.demo.sample_files import Demo, lay_out, write_launcher

__all__ = ["demo"]


@click.command()
@click.option("--no-prompt", is_flag=True, help="Do not ask on this terminal.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9425, show_default=True, help="The console's port; 0: any."
)
def demo(no_prompt: bool, port: int) -> None:
    """Try the gate: serve with a policy and an extension made for it.

    Everything is in a folder of its own, which is gone when you stop with Ctrl-C.

    \b
    Examples:
      wicket demo
      wicket demo --no-prompt --port 0
    """
    with tempfile.TemporaryDirectory(prefix="wicket-") as made:
        folder = Path(made)
        home = folder / "h"
        # A gateway of yours that runs already is not disturbed.
        os.environ["WICKET_HOME"] = os.environ["XDG_RUNTIME_DIR"] = str(home)
        home.mkdir(mode=0o700)
        laid_out = lay_out(folder, sys.executable)
        # From now on, whatever names a command to copy names this one.
        os.environ["WICKET_PROGRAM"] = str(_propose(laid_out, folder, home))
        arguments = [
            "--config",
            str(laid_out.policy),
            "--no-ext",
            "--ext",
            str(laid_out.extension),
            "--port",
            str(port),
        ]
        serve.main([*arguments, *(["--no-prompt"] if no_prompt else [])], standalone_mode=False, obj=TO_TRY)


def _propose(laid_out: Demo, folder: Path, home: Path) -> Path:
    """Say what to try in another terminal: commands that are short enough for a line each. Gives their program."""
    launcher = write_launcher(folder, home, _program())
    say("A gate to try. In another terminal:")
    say("")
    for words, outcome in (
        (laid_out.allowed, "allowed by the policy"),
        (laid_out.asked, "asked about: decide here, or in the console"),
        (laid_out.denied, "denied, and says why"),
    ):
        say(f"# {outcome}")
        say_to_copy(shlex.join([str(launcher), "run", *words]))
    say("")
    say("To put it between an agent and this machine, see docs/getting-started.md.")
    say("")
    return launcher


def _program() -> list[str]:
    """Name the program that was started, in the words that start it again."""
    started = Path(sys.argv[0])
    return [str(started.absolute())] if started.name == "wicket" else [sys.executable, "-m", "wicket"]
