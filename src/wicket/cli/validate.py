"""`wicket validate`: wicket as a validator of runok, or of whatever else speaks its protocol."""

import click

from wicket import __version__
from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, DENY, PASS
from wicket.policy.evaluation.reason_sentence import sentence
from wicket.sdk import CommandLine, Extension, Judgement, allow, ask, deny

__all__ = ["validate", "validator"]


@click.command()
def validate() -> None:
    """Answer one question of runok on standard input: may this command run, by the policy that holds in its folder?

    What no rule covers is allowed where the policy leaves it to the agent (`pass`). Validators of that policy are not
    asked, or it could ask itself for ever. A policy that does not load asks.

    In runok.yml, `types: {Wicket: {executor: wicket validate}}` names it.

    \b
    Examples:
      wicket validate
    """
    validator().run(wire="runok")


def validator() -> Extension:
    """Make the validator."""
    ext = Extension("wicket", __version__)

    @ext.validator
    def judge(line: CommandLine) -> Judgement:
        cwd = line.cwd or "/"
        verdict = Policy.discover(cwd).check(line.raw_command_line, cwd, line.env, validators=False)
        if verdict.decision in (ALLOW, PASS):
            return allow()
        said = deny if verdict.decision is DENY else ask
        return said(sentence(verdict), fix=verdict.fix_suggestion)

    return ext
