"""What the verbs that judge share: which policy, which text, and what is said besides."""

import os.path
import sys
from collections.abc import Callable, Sequence

from wicket.cli.output import complain, say
from wicket.gateway.command_display import one_line
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy.verdict_and_evidence import Verdict
from wicket.policy_files.policy_search import is_policy_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Verb = TypeVar("Verb", bound=Callable[..., Any])

__all__ = [
    "find_policy",
    "policy_here",
    "policy_or_what_is_left",
    "standard_input",
    "tell_troubles",
    "text_of",
    "with_config",
    "with_verbose",
]


def with_config(verb: "Verb") -> "Verb":
    """Give a verb the option that names a policy file."""
    import click  # not needed where no verb is made

    return click.option("--config", metavar="FILE", help="Judge by this policy file alone; naming it is trusting it.")(
        verb
    )


def with_verbose(verb: "Verb") -> "Verb":
    """Give a verb the option that says more."""
    import click

    return click.option("--verbose", is_flag=True, help="Say on standard error what goes wrong with validators.")(verb)


def policy_here(config: str | None, cwd: str | None = None) -> Policy:
    """Load the policy that holds here, or the file that is named; nothing is said about it.

    Raises:
        PolicyError: something is wrong with a file that counts.
    """
    if config == "":
        import click

        raise click.BadParameter("an empty word is no path", param_hint="--config")
    return Policy.discover(cwd) if config is None else Policy.load(config)


def find_policy(config: str | None, cwd: str | None = None) -> Policy:
    """Load the policy that holds here, and tell the person what they should know about it.

    Raises:
        PolicyError: something is wrong with a file that counts.
    """
    policy = policy_here(config, cwd)
    for warning in policy.warnings:
        complain(str(warning))
    if config is None and not any(is_policy_name(os.path.basename(path)) for path, _ in policy.files):
        say("there is no policy here or above, and none of your own; `wicket init` writes one")
    return policy


def policy_or_what_is_left(config: str | None, cwd: str | None) -> tuple[Policy, bool]:
    """Load the policy, and say whether it loads as a whole. What can be read of a broken file still forbids.

    Raises:
        PolicyError: nothing of it can be read.
    """
    try:
        return find_policy(config, cwd), True
    except PolicyError as error:
        if error.remaining is None or (config is not None and not os.path.isfile(config)):
            raise
        for problem in error.problems:
            complain(str(problem))
        return Policy.remaining(error), False


def text_of(words: Sequence[str]) -> str:
    """Take one word as a text, and several as one command, written so that it is read as just these words."""
    return words[0] if len(words) == 1 else one_line([words])


def standard_input() -> str:
    """Read all of it. Bytes that are no UTF-8 stay what they are; bash does not mind them either."""
    if sys.stdin is not None and sys.stdin.isatty():
        say("reading a command from standard input; Ctrl-D ends it")
    return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def tell_troubles(verdict: Verdict) -> None:
    """Say what went wrong with validators, as verbose mode does."""
    for evidence in verdict.evidence:
        for line in evidence.troubles:
            say(line)
