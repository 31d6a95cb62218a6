"""The options that the verbs for authors share: asking the guards or not, and how long a start may take."""

import click

from wicket.kit.extension_calls import GREETING_S

__all__ = ["with_no_guards", "with_start_timeout"]

with_no_guards = click.option(
    "--no-guards", "--no-intercept", "no_guards", is_flag=True, help="Do not ask the guards first."
)

with_start_timeout = click.option(
    "--start-timeout",
    "start_s",
    type=click.FloatRange(min=0, min_open=True, max=3600),
    default=GREETING_S,
    metavar="SECONDS",
    show_default=True,
    help="How long it may take to start; `go run .` compiles first.",
)
