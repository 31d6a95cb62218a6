"""What the approver's verbs share: finding the gateway, connecting, finding a request by its id."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from wicket.approver_client import Approver
from wicket.cli.option_types import PathName
from wicket.cli.signal_cleanup import orderly
from wicket.errors import WicketError
from wicket.gateway_address import find_approver_socket
from wicket.wire.approver_views import RequestView

__all__ = ["NothingWaits", "find_request", "talk", "with_gateway"]

Answer = TypeVar("Answer")
Verb = TypeVar("Verb", bound=Callable[..., Any])


class NothingWaits(WicketError):
    """No request is called so."""


def with_gateway(verb: Verb) -> Verb:
    """Give a verb the option that names the gateway's approver socket."""
    option = click.option(
        "--socket",
        type=PathName(),
        envvar="WICKET_APPROVER_SOCKET",
        help="The gateway's approver socket, if not the usual one.",
    )
    return option(verb)


def talk(socket: Path | None, token: str, what: Callable[[Approver], Awaitable[Answer]]) -> Answer:
    """Do something with a gateway.

    Raises:
        ApproverRefused: it does not let us.
    """

    async def connected() -> Answer:
        async with Approver.connect(socket or find_approver_socket(os.environ), token) as approver:
            return await what(approver)

    with orderly():
        return asyncio.run(connected())


def find_request(requests: Sequence[RequestView], id: str | None) -> RequestView:
    """Find a request by its id, or by the beginning of it, if that is one request's alone; without one, the only one.

    Raises:
        NothingWaits: there is none, or there are several.
    """
    if id is None:
        if len(requests) == 1:
            return requests[0]
        raise NothingWaits(
            f"{len(requests)} requests wait; name one of them, see `wicket pending`"
            if requests
            else "nothing waits for an answer"
        )
    found = [view for view in requests if view.id == id] or [view for view in requests if id and view.id.startswith(id)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NothingWaits(f"{len(found)} requests begin with {id}; write more of the id, see `wicket pending`")
    raise NothingWaits(f"nothing called {id} waits for an answer; see `wicket pending`")
