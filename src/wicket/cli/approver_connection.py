"""What the approver's verbs share: finding the gateway, connecting, confirming, finding a request by its id.

At a terminal, the person is asked there, by one key, and the token comes from wicket's home. Without one, the token
must be given in the environment, by somebody who knows it; the gateway compares it. A question ends by itself when
there is nothing left to decide.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from wicket.approver_client import Approver
from wicket.cli.async_terminal_questions import Asker
from wicket.cli.blocking_terminal_questions import NoTerminal
from wicket.cli.extension_folders import PathName, wicket_home
from wicket.cli.paged_question import CONFIRM
from wicket.cli.raw_terminal import RawTerminal
from wicket.cli.signal_cleanup import orderly
from wicket.cli.terminal_or_token_approval import VARIABLE, NotApproved, token
from wicket.errors import WicketError
from wicket.gateway_address import APPROVER_SOCKET, look_up, runtime_folder
from wicket.wire.approver_views import RequestView

__all__ = [
    "NothingWaits",
    "at_terminal",
    "confirmed",
    "find_request",
    "find_socket",
    "given_token",
    "talk",
    "with_gateway",
]

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
        async with Approver.connect(socket or find_socket(os.environ), token) as approver:
            return await what(approver)

    with orderly():
        return asyncio.run(connected())


def given_token(environ: Mapping[str, str]) -> str:
    """The token: from the environment, else from wicket's home. Empty: there is none, which some gateways accept."""
    home = wicket_home()
    if given := environ.get(VARIABLE, "").strip():
        return given
    return token(home) if os.path.exists(home / "approver.token") else ""


def at_terminal(environ: Mapping[str, str]) -> RawTerminal | None:
    """Open the terminal to ask on; None: there is none, but a token in the environment says that somebody means it.

    A terminal that is lost later on is no such case: somebody was asked, and has not answered.

    Raises:
        NotApproved: there is neither.
    """
    try:
        return RawTerminal()
    except NoTerminal as error:
        if environ.get(VARIABLE, "").strip():
            return None
        path = wicket_home() / "approver.token"
        raise NotApproved(f"{error}; run this in a terminal, or set {VARIABLE} to the content of {path}") from None


async def confirmed(
    lines: Callable[[int], Sequence[str]],
    question: str,
    environ: Mapping[str, str],
    over: "Sequence[asyncio.Future[Any]]" = (),
) -> bool | None:
    """Show lines made for a width, and ask by one key; without a terminal, the token in the environment is a yes.

    None: the question has ended by itself, as all that `over` waits for has happened.

    Raises:
        NotApproved: there is neither a terminal nor a token.
    """
    if (keypad := at_terminal(environ)) is None:
        return True

    def is_over() -> bool:
        return bool(over) and all(each.done() for each in over)

    with keypad:
        asker = Asker(keypad)
        for each in over:
            each.add_done_callback(lambda _: asker.news())
        answer = await asker.choose(lines, question, is_over, answers=CONFIRM)
    return None if is_over() else answer == "yes"


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


def find_socket(environ: Mapping[str, str]) -> Path:
    home = wicket_home()
    found = look_up(home)
    if found is not None:
        return Path(found.approver_socket)
    return runtime_folder(environ, os.geteuid(), home) / APPROVER_SOCKET
