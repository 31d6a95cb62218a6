"""A ticket says that a command line has been judged and agreed to, so that `wicket exec` need not ask again.

It is for one text, in one folder and one environment, for a short time, and counts once. Whoever could write it could
say yes, so it lies in wicket's home, which agents cannot write. It names the sandboxes that were agreed to; it takes
none away, and nothing that is denied by then runs with it.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from wicket.errors import WicketError
from wicket.state_files import own_folder, replace_file

__all__ = ["LASTS_S", "TicketRefused", "issue_ticket", "redeem_ticket"]

# From the verdict to the start of the command, with a dialog of the agent's between.
LASTS_S = 600.0

# What a shell changes for each command that it runs, and Python sets for itself where there is no locale.
_CHANGING = ("_", "SHLVL", "OLDPWD", "PWD", "LC_CTYPE")


class TicketRefused(WicketError):
    """A ticket does not count. Nothing is run for it."""


def issue_ticket(
    home: Path, text: str, cwd: str, environ: Mapping[str, str], sandboxes: Sequence[str], now: float
) -> str:
    """Make a ticket and give its name. `home` is wicket's, `cwd` the folder's own name, `now` in seconds since 1970."""
    name = secrets.token_hex(16)
    said = {"digest": _digest(text, cwd, environ), "expires": now + LASTS_S, "sandboxes": list(sandboxes)}
    replace_file(own_folder(home, "tickets") / name, json.dumps(said).encode(), 0o600)
    return name


def redeem_ticket(
    home: Path, name: str, text: str, cwd: str, environ: Mapping[str, str], now: float
) -> tuple[str, ...]:
    """Use a ticket up, and give the sandboxes that it names.

    Raises:
        TicketRefused: it is none, was used, is too old, or is for something else.
    """
    if len(name) != 32 or not set(name) <= set("0123456789abcdef"):
        raise TicketRefused("that is no ticket; run it without one")
    path = own_folder(home, "tickets") / name
    try:
        said = json.loads(path.read_bytes())
        path.unlink()  # of two that come at once, one finds it gone
    except FileNotFoundError:
        raise TicketRefused("there is no such ticket, or it was used; have the command judged again") from None
    if not said["expires"] - LASTS_S <= now <= said["expires"]:
        raise TicketRefused(f"the ticket is older than {LASTS_S:g} s; have the command judged again")
    if said["digest"] != _digest(text, cwd, environ):
        raise TicketRefused("the ticket is for another text, folder or environment; have this command judged")
    return tuple(said["sandboxes"])


def _digest(text: str, cwd: str, environ: Mapping[str, str]) -> str:
    kept = sorted((name, value) for name, value in environ.items() if name not in _CHANGING)
    return hashlib.sha256(json.dumps([text, cwd, kept]).encode()).hexdigest()
