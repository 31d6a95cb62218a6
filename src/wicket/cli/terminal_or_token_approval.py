"""Makes sure that a person stands behind a decision: asks at the terminal, or takes the approver's token.

The token is a file that only its owner can read, `approver.token` under wicket's home. It is made when it is
first needed; whoever may approve without a terminal is given its content as `WICKET_APPROVER_TOKEN`.

The approver's verbs ask by one key, and their question ends by itself when there is nothing left to decide. The token
that they are given is compared by the gateway.
"""

import hmac
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say
from wicket.cli.yes_and_number_questions import NoTerminal, ask, require_terminal
from wicket.errors import WicketError
from wicket.state_files import HomeError, make_private, secret_text

if TYPE_CHECKING:
    import asyncio

    from wicket.cli.raw_terminal import RawTerminal

__all__ = [
    "VARIABLE",
    "NotApproved",
    "approved",
    "at_terminal",
    "attended",
    "confirmed",
    "given_token",
    "token",
    "with_yes",
]

VARIABLE = "WICKET_APPROVER_TOKEN"
TOKEN_BYTES = 32

# A shorter one was not made here, and can be guessed.
MIN_TOKEN_LENGTH = 32
MAX_TOKEN_LENGTH = 4096


# Agents are kept from these verbs by a rule that no policy can take away.
with_yes = click.option(
    "--yes", "-y", is_flag=True, help="Do not ask; a terminal or the approver's token is needed all the same."
)


class NotApproved(WicketError):
    """Nobody could be asked, and the token does not stand in."""


def approved(
    lines: Sequence[str],
    question: str,
    home: Path,
    environ: Mapping[str, str],
    *,
    yes: bool = False,
    usual: bool = False,
    details: Sequence[str] = (),
) -> bool:
    """Show `lines` and ask `question` at the terminal; without one, the right token in `environ` means yes.

    With `yes`, nobody is asked, and it is enough that somebody could be. `usual` is what Enter means. `details` are
    shown where they fit, to whoever asks for them, and with `yes`.

    Raises:
        NotApproved: there is neither a terminal nor the right token.
    """
    if yes:
        attended(home, environ)
        for line in (*lines, *details):
            say(line)
        return True
    try:
        return ask(lines, question, usual=usual, details=details)
    except NoTerminal as error:
        _require_token(error, home, environ)
        return True


def attended(home: Path, environ: Mapping[str, str]) -> None:
    """Make sure that somebody could have been asked: there is a terminal, or the right token in `environ`.

    Raises:
        NotApproved: there is neither.
    """
    try:
        require_terminal()
    except NoTerminal as error:
        _require_token(error, home, environ)


def _require_token(error: NoTerminal, home: Path, environ: Mapping[str, str]) -> None:
    expected = token(home)
    given = environ.get(VARIABLE, "").strip()
    path = home / "approver.token"
    if not given:
        raise NotApproved(f"{error}; run this in a terminal, or set {VARIABLE} to the content of {path}") from None
    if not hmac.compare_digest(given.encode(errors="surrogateescape"), expected.encode()):
        raise NotApproved(f"{VARIABLE} is not the content of {path}; set it to that") from None


def token(home: Path) -> str:
    """Read the approver's token, made now if there is none.

    Raises:
        NotApproved: it cannot be read, or others can read it.
    """
    path = make_private(home) / "approver.token"
    try:
        text = secret_text(path, TOKEN_BYTES, MAX_TOKEN_LENGTH)
    except HomeError as error:
        raise NotApproved(str(error)) from error
    if len(text) < MIN_TOKEN_LENGTH:
        raise NotApproved(f"{path} is too short for a token; remove it, and a new one is made")
    return text


def given_token(environ: Mapping[str, str]) -> str:
    """The token: from the environment, else from wicket's home. Empty: there is none, which some gateways accept."""
    home = wicket_home()
    if given := environ.get(VARIABLE, "").strip():
        return given
    return token(home) if os.path.exists(home / "approver.token") else ""


def at_terminal(environ: Mapping[str, str]) -> "RawTerminal | None":
    """Open the terminal to ask on; None: there is none, but a token in the environment says that somebody means it.

    A terminal that is lost later on is no such case: somebody was asked, and has not answered.

    Raises:
        NotApproved: there is neither.
    """
    from wicket.cli.raw_terminal import RawTerminal

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
    *,
    yes: bool = False,
) -> bool | None:
    """Show lines made for a width, and ask by one key; without a terminal, the token in the environment is a yes.

    With `yes`, nobody is asked, and it is enough that somebody could be.

    None: the question has ended by itself, as all that `over` waits for has happened.

    Raises:
        NotApproved: there is neither a terminal nor a token.
    """
    if (keypad := at_terminal(environ)) is None:
        return True
    from wicket.cli.key_press_and_password_questions import CONFIRM, Asker

    def is_over() -> bool:
        return bool(over) and all(each.done() for each in over)

    with keypad:
        if yes:
            return True
        asker = Asker(keypad)
        for each in over:
            each.add_done_callback(lambda _: asker.news())
        answer = await asker.choose(lines, question, is_over, answers=CONFIRM)
    return None if is_over() else answer == "yes"
