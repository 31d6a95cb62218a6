"""`wicket hook`: answers an agent that asks before it runs something."""

import click

from wicket.doors.hook import run
from wicket.doors.hook_process import AGENTS

__all__ = ["hook"]


@click.command()
@click.option("--agent", type=click.Choice(AGENTS), required=True, help="Whose hook it is.")
@click.option("--config", metavar="FILE", help="Judge by this policy file alone.")
@click.option("--timeout", type=click.IntRange(min=1, max=999_999), metavar="SECONDS", help="How long the agent waits.")
@click.option("--verbose", is_flag=True, help="Say on standard error what goes wrong with validators.")
@click.option("--gateway", is_flag=True, help="Let nobody but a running gateway answer.")
@click.option("--alone", is_flag=True, help="Ask no gateway.")
def hook(agent: str, config: str | None, timeout: int | None, verbose: bool, gateway: bool, alone: bool) -> None:
    """Judge the call that an agent's hook describes on standard input, and answer as that agent expects.

    A running gateway is asked first, and answers the same, faster.

    Every failure is an answer too: the agent's own spelling of a denial, or of a question where a person is. If not
    even that can be said, it exits 2, which blocks the call in all of them but Cline.

    \b
    For Claude Code, in ~/.claude/settings.json:
      {"disableSkillShellExecution": true, "hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{
        "type": "command", "timeout": 600, "command":
        "wicket hook --agent claude-code || { echo 'wicket: the guard did not start' >&2; exit 2; }"}]}]}}

    `wicket init` writes it, and `wicket verify` proves it. Without `exit 2`, a call would pass where there is no wicket
    to be asked.

    \b
    Examples:
      wicket hook --agent claude-code
      wicket hook --agent codex --timeout 600
      wicket hook --agent claude-code --config strict.yml
    """
    words = ["--agent", agent]
    if config is not None:
        words += ["--config", config]
    if timeout is not None:
        words += ["--timeout", str(timeout)]
    flags = {"--verbose": verbose, "--gateway": gateway, "--alone": alone}
    run([*words, *(flag for flag, is_set in flags.items() if is_set)])
