"""`wicket exec`, for the command line as a whole: its options and its help. `exec_start` starts it in less time."""

from collections.abc import Sequence

import click

from wicket.cli.exec_judge_and_run import judge_and_run
from wicket.cli.policy_options import with_config, with_verbose

__all__ = ["exec_"]


# What stands behind the command's first word is the command's, whatever it looks like.
@click.command("exec", context_settings={"allow_interspersed_args": False})
@click.argument("words", nargs=-1, required=True, metavar="[--] COMMAND...")
@with_config
@click.option("--sandbox", metavar="NAME", help="Run it in this sandbox of the policy, beside those that rules name.")
@click.option("--ticket", metavar="TICKET", help="An agreement to this very command, for once: nobody is asked again.")
@with_verbose
def exec_(words: Sequence[str], config: str | None, sandbox: str | None, ticket: str | None, verbose: bool) -> None:
    """Judge COMMAND, ask at the terminal if the policy says so, and run it.

    One COMMAND is a text for bash, which starts without any of its files; several are a program and its arguments, and
    no shell is started. Where rules name sandboxes, it runs under the strictest of them, or not at all. Exits with the
    command's own code, 128 and the number of the signal that ended it, or 3 if it was refused. Where nobody can be
    asked, an ask is a refusal.

    \b
    Examples:
      wicket exec 'git fetch && git status'
      wicket exec -- git commit -m 'two words'
      wicket exec --sandbox offline -- make test
    """
    raise SystemExit(judge_and_run(words, config, sandbox, ticket, verbose))
