"""Makes sure that a person stands behind a decision: asks at the terminal, or takes the approver's token.

The token is a file that only its owner can read, `approver.token` under wicket's home. It is made when it is
first needed; whoever may approve without a terminal is given its content as `WICKET_APPROVER_TOKEN`.
"""

import hmac
from collections.abc import Mapping, Sequence
from pathlib import Path

from wicket.cli.blocking_terminal_questions import NoTerminal, ask, require_terminal
from wicket.errors import WicketError
from wicket.state_files import HomeError, make_private, secret_text

__all__ = ["VARIABLE", "NotApproved", "approved", "attended", "token"]

VARIABLE = "WICKET_APPROVER_TOKEN"
TOKEN_BYTES = 32

# A shorter one was not made here, and can be guessed.
MIN_TOKEN_LENGTH = 32
MAX_TOKEN_LENGTH = 4096


class NotApproved(WicketError):
    """Nobody could be asked, and the token does not stand in."""


def approved(lines: Sequence[str], question: str, home: Path, environ: Mapping[str, str]) -> bool:
    """Show `lines` and ask `question` at the terminal; without one, the right token in `environ` means yes.

    Raises:
        NotApproved: there is neither a terminal nor the right token.
    """
    try:
        return ask(lines, question)
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
