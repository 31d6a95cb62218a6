"""`wicket completion`: the script that makes a shell complete `wicket`'s verbs, options and ids."""

import click
from click.shell_completion import get_completion_class

from wicket.errors import WicketError

__all__ = ["completion"]

SHELLS = ("bash", "zsh", "fish")


class UnknownShell(WicketError):
    """click has no completion for it."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what makes SHELL complete wicket's verbs, options, ids and names.

    \b
    bash, in ~/.bashrc:                      eval "$(wicket completion bash)"
    zsh, in ~/.zshrc, after compinit:        eval "$(wicket completion zsh)"
    fish:  wicket completion fish > ~/.config/fish/completions/wicket.fish

    \b
    Examples:
      wicket completion bash
      wicket completion fish
    """
    script = get_completion_class(shell)
    if script is None:
        raise UnknownShell(f"there is no completion for {shell}")
    click.echo(script(context.find_root().command, {}, "wicket", "_WICKET_COMPLETE").source())
