"""A group of verbs whose files are imported when they are asked for, so that no verb pays for another."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from wicket.cli.verb_start_and_exit import INTERRUPTED

__all__ = ["Verbs"]


class Verbs(click.Group):
    """Knows where each verb is, as `module:name`; `aliases` are other names, not shown in the help.

    `overview` is shown as the group's help where a list of all its verbs would not fit a screen.
    """

    def __init__(
        self,
        *args: Any,
        verbs: Mapping[str, str],
        aliases: Mapping[str, str] | None = None,
        overview: str = "",
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.verbs = verbs
        self.verb_aliases = aliases or {}
        self.overview = overview

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.verbs)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not self.overview:
            super().format_help(ctx, formatter)
            return
        self.format_usage(ctx, formatter)
        formatter.write(f"{self.help}\n\n{self.overview}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Give what each is for in full; click would cut it at the end of the line."""
        rows = [
            (name, command.get_short_help_str(limit=1_000))
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) is not None and not command.hidden
        ]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        target = self.verbs.get(self.verb_aliases.get(cmd_name, cmd_name))
        if target is None:
            return None
        module, _, name = target.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        # While a shell completes a line, a word that is no verb yet is no mistake.
        if not ctx.resilient_parsing and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise self.unknown(ctx, args[0])
        return super().resolve_command(ctx, args)

    def unknown(self, ctx: click.Context, verb: str) -> Exception:
        """Give what to raise for a word that is no verb."""
        return click.UsageError(f"there is no verb {verb!r}{self.meant(verb)}", ctx)

    def meant(self, verb: str) -> str:
        """Say which verb somebody may have meant; empty: none is near."""
        near = get_close_matches(verb[:60], [*self.verbs, *self.verb_aliases], n=1)
        return f"; did you mean `{near[0]}`?" if near else ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Nothing was asked for: not an answer, so not for standard output, and no mistake either.
        if self.wants_help(args) and not ctx.resilient_parsing:
            click.echo(self.get_help(ctx), err=True)
            ctx.exit()
        if args in (["help", "--all"], ["--help", "--all"]) and not ctx.resilient_parsing:
            click.echo(whole_help(self, ctx))
            ctx.exit()
        # `wicket help ext list` is `wicket ext list --help`.
        if args[:1] == ["help"] and "help" not in self.verbs:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None  # quietly; click would say that it was aborted

    def wants_help(self, args: Sequence[str]) -> bool:
        return not args or list(args) == ["help"]


def whole_help(command: click.Command, ctx: click.Context) -> str:
    """Give the help of a verb and of every verb below it."""
    parts = [command.get_help(ctx)]
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            verb = command.get_command(ctx, name)
            if verb is not None and not verb.hidden:
                inner = click.Context(verb, parent=ctx, info_name=name, **verb.context_settings)
                parts.append(whole_help(verb, inner))
    return "\n\n\n".join(parts)
