"""Asks for the passphrase of a key, on the terminal and nowhere else: what an agent could set would be the agent's."""

from wicket.cli.key_press_and_password_questions import Asker
from wicket.cli.raw_terminal import RawTerminal
from wicket.errors import WicketError

__all__ = ["NoPassphrase", "new_passphrase", "passphrase"]


class NoPassphrase(WicketError):
    """Nobody gave one."""


async def passphrase(asker: Asker, question: str) -> str:
    """Ask for the passphrase of a key.

    Raises:
        NoPassphrase: nobody gave one.
    """
    typed = await asker.line(question, secret=True)
    if not typed:
        raise NoPassphrase("nothing was done, as there was no passphrase")
    return typed.decode(errors="replace")


async def new_passphrase(what: str) -> str:
    """Have a new passphrase typed twice.

    Raises:
        NoTerminal: there is nobody to ask.
        NoPassphrase: nobody gave one, or two different ones.
    """
    with RawTerminal() as keypad:
        asker = Asker(keypad)
        first = await passphrase(asker, f"new passphrase for {what}, 12 characters at least: ")
        again = await passphrase(asker, "the same again: ")
    if first != again:
        raise NoPassphrase("these were two different ones; nothing was done")
    return first
