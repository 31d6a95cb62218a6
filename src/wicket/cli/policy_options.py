"""What the verbs that judge share: which policy, which text, and what is said besides."""

import os.path
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from wicket.cli.output import complain, say
from wicket.gateway.command_display import one_line
from wicket.loaded_policy import Policy
from wicket.policy.verdict import Verdict
from wicket.policy_files.policy_search import is_policy_name

__all__ = ["find_policy", "standard_input", "tell_troubles", "text_of", "with_config", "with_verbose"]

Verb = TypeVar("Verb", bound=Callable[..., Any])


def with_config(verb: Verb) -> Verb:
    """Give a verb the option that names a policy file."""
    return click.option("--config", metavar="FILE", help="Judge by this policy file alone; naming it is trusting it.")(
        verb
    )


def with_verbose(verb: Verb) -> Verb:
    """Give a verb the option that says more."""
    return click.option("--verbose", is_flag=True, help="Say on standard error what goes wrong with validators.")(verb)


def find_policy(config: str | None, cwd: str | None = None, *, quiet: bool = False) -> Policy:
    """Load the policy that holds here, and tell the person what they should know about it.

    `quiet`: that there is none is nothing to be told.

    Raises:
        PolicyError: something is wrong with a file that counts.
    """
    if config == "":
        raise click.BadParameter("an empty word is no path", param_hint="--config")
    policy = Policy.discover(cwd) if config is None else Policy.load(config)
    for warning in policy.warnings:
        complain(str(warning))
    if config is None and not quiet and not any(is_policy_name(os.path.basename(path)) for path, _ in policy.files):
        say("there is no policy here or above, and none of your own; `wicket init` writes one")
    return policy


def text_of(words: Sequence[str]) -> str:
    """Take one word as a text, and several as one command, written so that it is read as just these words."""
    return words[0] if len(words) == 1 else one_line([words])


def standard_input() -> str:
    """Read all of it. Bytes that are no UTF-8 stay what they are; bash does not mind them either."""
    return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def tell_troubles(verdict: Verdict) -> None:
    """Say what went wrong with validators, as verbose mode does."""
    for evidence in verdict.evidence:
        for line in evidence.troubles:
            say(line)
