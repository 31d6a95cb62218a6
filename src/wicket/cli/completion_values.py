"""What a shell offers in the place of an argument: names and ids that there are right now.

A completion is a convenience: whatever goes wrong on the way to it means that there is nothing to offer, and none of it
makes, changes or decides anything.
"""

import asyncio
import os
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

__all__ = ["extension_names", "grant_ids", "pending_ids"]

# Whoever presses TAB does not wait longer.
PATIENCE_S = 1.0

Offered = Iterable[tuple[str, str]]


def _offering(look: Callable[[], Offered]) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Turn a way to find values, each with a word about it, into what click wants."""

    def offer(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            return [CompletionItem(name, help=about) for name, about in look() if name.startswith(incomplete)]
        except Exception:  # noqa: BLE001 - nothing to offer, for whatever reason
            return []

    return offer


def _extensions() -> Offered:
    from wicket.cli.extension_folders import look_around

    return [(each.name, each.state.value) for each in look_around(zot=False).extensions]


def _pending() -> Offered:
    return [(view.id, " | ".join(view.stages)[:60]) for view in _asked(lambda approver: approver.pending())]


def _grants() -> Offered:
    return [(view.id, " | ".join(view.stages)[:60]) for view in _asked(lambda approver: approver.grants())]


def _asked(what: Callable[[Any], Any]) -> Any:
    from wicket.cli.approver_connection import talk
    from wicket.cli.terminal_or_token_approval import given_token

    async def briefly(approver: Any) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            return await what(approver)

    return talk(None, given_token(os.environ), briefly)


extension_names = _offering(_extensions)
pending_ids = _offering(_pending)
grant_ids = _offering(_grants)
