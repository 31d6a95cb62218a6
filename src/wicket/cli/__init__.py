"""The command line: `wicket VERB`. One file per verb, loaded when that verb is asked for.

What a program may read goes to standard output, everything said to a person goes to standard error. An error
that wicket raises on purpose becomes one line, `wicket: …`, and its own exit code, here and nowhere else.
"""

import io
import sys
from collections.abc import Sequence

import click

from wicket import __version__
from wicket.cli.output import complain
from wicket.cli.verbs import Verbs
from wicket.errors import WicketError

__all__ = ["main"]


@click.group(
    cls=Verbs,
    verbs={
        "ext": "wicket.cli.ext:ext",
        "shell": "wicket.cli.shell:shell",
        "trust": "wicket.cli.trust:trust",
        "untrust": "wicket.cli.untrust:untrust",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="wicket %(version)s")
def wicket() -> None:
    """The gate between AI agents and a machine."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run one verb and exit; `argv` is `sys.argv[1:]` unless given."""
    # A character that the terminal's encoding lacks is shown as an escape, as standard error does.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        wicket.main(args=None if argv is None else list(argv), prog_name="wicket")
    except WicketError as error:
        complain(str(error))
        raise SystemExit(error.exit_code) from None
