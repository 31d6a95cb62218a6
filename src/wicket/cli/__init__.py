"""The command line: `wicket VERB`. One file per verb, loaded when that verb is asked for.

What a program may read goes to standard output, everything said to a person goes to standard error. An error
that wicket raises on purpose becomes one line, `wicket: …`, and its own exit code, here and nowhere else. So does an
output that cannot be written; Ctrl-C ends with 130, and quietly.
"""

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click

from wicket import __version__
from wicket.cli.lazy_verbs import INTERRUPTED, Verbs
from wicket.cli.output import CannotWrite, complain
from wicket.errors import WicketError
from wicket.policy.errors import PolicyError

__all__ = ["main"]

# What can be wrong with a stream that is written to; other errors are not about the output.
_UNWRITABLE = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})


class Nowhere(WicketError):
    """The folder that we are in is gone."""

    exit_code = 2


@click.group(
    cls=Verbs,
    verbs={
        "init": "wicket.cli.init:init",
        "verify": "wicket.cli.verify:verify",
        "pause": "wicket.cli.pause:pause",
        "uninstall": "wicket.cli.uninstall:uninstall",
        "doctor": "wicket.cli.doctor:doctor",
        "check": "wicket.cli.check:check",
        "exec": "wicket.cli.exec:exec_",
        "test": "wicket.cli.test:test",
        "hook": "wicket.cli.hook:hook",
        "zot": "wicket.cli.zot:zot",
        "validate": "wicket.cli.validate:validate",
        "mcp": "wicket.cli.mcp:mcp",
        "policy": "wicket.cli.policy:policy",
        "serve": "wicket.cli.serve:serve",
        "run": "wicket.cli.run:run",
        "pending": "wicket.cli.pending:pending",
        "approve": "wicket.cli.approve:approve",
        "deny": "wicket.cli.deny:deny",
        "grants": "wicket.cli.grants:grants",
        "audit": "wicket.cli.audit:audit",
        "replay": "wicket.cli.replay:replay",
        "suggest": "wicket.cli.suggest:suggest",
        "demo": "wicket.cli.demo:demo",
        "ext": "wicket.cli.ext:ext",
        "shell": "wicket.cli.shell:shell",
        "task": "wicket.cli.task:task",
        "programs": "wicket.cli.programs:programs",
        "trust": "wicket.cli.trust:trust",
        "untrust": "wicket.cli.untrust:untrust",
        "completion": "wicket.cli.completion:completion",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="wicket %(version)s")
def wicket() -> None:
    """The gate between AI agents and a machine."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run one verb and exit; `argv` is `sys.argv[1:]` unless given."""
    _hold_streams()
    # A character that the terminal's encoding lacks is shown as an escape, as standard error does.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        wicket.main(args=None if argv is None else list(argv), prog_name="wicket")
    except WicketError as error:
        _end(error)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            _end(Nowhere("the current folder has been deleted; change to another one"))
        if error.errno not in _UNWRITABLE or error.filename is not None:
            raise
        _end(CannotWrite(error))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _hold_streams() -> None:
    """Keep the numbers of streams that were closed, or a file that is opened would get them, and what we print.

    What is said to a closed output is not said, and that is an error; to a closed standard error nobody listens.
    """
    for number, useless in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, useless)  # the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as we run


def _is_nowhere() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _end(error: WicketError) -> NoReturn:
    with suppress(OSError):
        for sentence in error.problems if isinstance(error, PolicyError) else (error,):
            complain(str(sentence))
    if isinstance(error, CannotWrite):
        # What is left in the buffers cannot be written either, and the interpreter would try, and say so.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    raise SystemExit(error.exit_code)
