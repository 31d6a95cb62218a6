"""What the verbs of approvers share: the key, the connection under one's own name, and the roster in force."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.passphrases import passphrase
from wicket.cli.key_press_and_password_questions import Asker
from wicket.cli.raw_terminal import RawTerminal
from wicket.fleet.key_files import open_key
from wicket.fleet.person_by_roster_at_hub import PersonAtHub, at_hub
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.signing_keys import KeyPair

__all__ = ["as_person", "opened_key"]


@asynccontextmanager
async def as_person() -> AsyncIterator[tuple[PersonAtHub, Asker]]:
    """Ask for the passphrase on the terminal, and come in.

    Raises:
        NoTerminal: there is nobody to ask.
        FleetError: they are in no fleet, the passphrase is wrong, or the hub does not let them in.
    """
    files = PersonFiles(wicket_home())
    files.membership()
    with RawTerminal() as keypad:
        asker = Asker(keypad)
        key = await _key(files, asker)
        async with at_hub(files, key, time.time) as me:
            yield me, asker


async def opened_key(files: PersonFiles) -> KeyPair:
    """Ask for the passphrase on the terminal, and let go of the terminal.

    Raises:
        NoTerminal: there is nobody to ask.
        FleetError: they are in no fleet, or the passphrase is wrong.
    """
    files.membership()
    with RawTerminal() as keypad:
        return await _key(files, Asker(keypad))


async def _key(files: PersonFiles, asker: Asker) -> KeyPair:
    typed = await passphrase(asker, f"passphrase of {files.membership().name}'s key: ")
    return await asyncio.to_thread(open_key, files.key, typed)
