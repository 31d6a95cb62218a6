"""What a fleet's owner keeps, in `fleet/root` of wicket's home: the root key, encrypted, and the roster to be signed.

The folder belongs on a machine that is no hub, and may be on one that is offline.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wicket.fleet.errors import BadMessage, FleetError
from wicket.fleet.key_files import open_key, save_key
from wicket.fleet.messages import ROSTER_BYTES, Signed
from wicket.fleet.nats_subjects_and_rights import checked_name
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.roster import WEEK_S, Need, Person, Roster, sign_new_root, sign_roster
from wicket.fleet.signing_keys import COST, Cost, KeyPair, Kind, public_key
from wicket.state_files import own_folder

__all__ = ["Draft", "NoRoot", "RootFiles", "with_need", "with_person", "without_person"]

_MOST_BYTES: Final = 2 * ROSTER_BYTES


class NoRoot(FleetError):
    """There is no root key here."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The roster as it will be signed next. `number` is that of the one that was signed last; 0: none was."""

    root: str
    number: int = 0
    people: tuple[Person, ...] = ()
    needs: tuple[Need, ...] = ()
    roots: tuple[Signed, ...] = ()


@dataclass(frozen=True, slots=True)
class RootFiles:
    """The files of a fleet's owner; `home` is wicket's."""

    home: Path

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.home / "fleet" / "root"

    @property
    def signed(self) -> Path:
        """The roster that was signed last, to be carried to the hub."""
        return self.folder / "roster.signed"

    def make(self, key: KeyPair, passphrase: str, cost: Cost = COST) -> None:
        """Keep a new root key, and begin with an empty roster.

        Raises:
            FleetError: there is one already, or the passphrase is too short.
        """
        own_folder(self.home, "fleet", "root")
        save_key(self.folder / "root.key", key, passphrase, cost)
        self.keep(Draft(root=key.public))

    def draft(self) -> Draft:
        """The roster to be signed.

        Raises:
            NoRoot: there is no root here.
            FleetError: it cannot be read.
        """
        path = self.folder / "roster.json"
        if not os.path.lexists(path):
            raise NoRoot(
                f"there is no roster in {self.folder}; run this where `wicket fleet init` has made the root key"
            )
        try:
            return msgspec.json.decode(read_private(path, _MOST_BYTES), type=Draft)
        except ValueError as error:
            raise BadMessage(f"{path} is no roster: {error}") from error

    def keep(self, draft: Draft) -> None:
        """Keep the roster to be signed.

        Raises:
            FleetError: it cannot be written.
        """
        write_private(self.folder / "roster.json", msgspec.json.format(msgspec.json.encode(draft)) + b"\n")

    def open(self, passphrase: str) -> KeyPair:
        """The root key.

        Raises:
            BadKey: the passphrase is wrong.
        """
        return open_key(self.folder / "root.key", passphrase)

    def sign(self, root: KeyPair, seconds: float = WEEK_S) -> tuple[Roster, bytes]:
        """Sign the roster as the next one, and keep it for the hub.

        Raises:
            FleetError: it contradicts itself, or cannot be kept.
        """
        draft, now = self.draft(), time.time()
        number = draft.number + 1
        roster = Roster(number=number, issued=now, expires=now + seconds, people=draft.people, needs=draft.needs)
        data = sign_roster(root, roster, draft.roots)
        self.keep(msgspec.structs.replace(draft, number=number))
        write_private(self.signed, data)
        return roster, data

    def rotate(self, old: KeyPair, new: KeyPair, passphrase: str, cost: Cost = COST) -> None:
        """Let a new key be the root. The old one signs that, and is kept beside it as `root-NUMBER.key`.

        Raises:
            FleetError: the new key cannot be kept.
        """
        draft = self.draft()
        change = sign_new_root(old, new.public)
        save_key(self.folder / "root.key.new", new, passphrase, cost)
        (self.folder / "root.key").rename(self.folder / f"root-{len(draft.roots)}.key")
        (self.folder / "root.key.new").rename(self.folder / "root.key")
        self.keep(msgspec.structs.replace(draft, root=new.public, roots=(*draft.roots, change)))


def with_person(draft: Draft, person: Person) -> Draft:
    """The roster with a person; one of the same name is replaced.

    Raises:
        FleetError: a name or the key is none.
    """
    checked_name(person.name, "name of a person")
    public_key(person.key, Kind.PERSON)
    for group in person.groups:
        checked_name(group, "name of a group")
    others = [each for each in draft.people if each.name != person.name]
    if taken := next((each.name for each in others if each.key == person.key), None):
        raise FleetError(f"{taken} has that key already; everybody has one of their own")
    return msgspec.structs.replace(draft, people=(*others, person))


def without_person(draft: Draft, name: str) -> Draft:
    """The roster without a person.

    Raises:
        FleetError: they are not in it.
    """
    left = tuple(each for each in draft.people if each.name != name)
    if len(left) == len(draft.people):
        names = ", ".join(each.name for each in draft.people) or "nobody"
        raise FleetError(f"{name} is not in the roster; in it: {names}")
    return msgspec.structs.replace(draft, people=left)


def with_need(draft: Draft, need: Need) -> Draft:
    """The roster with what the requests of a group need; what was said of the same before is replaced."""
    checked_name(need.group, "name of a group")
    others: Sequence[Need] = [each for each in draft.needs if (each.group, each.kind) != (need.group, need.kind)]
    return msgspec.structs.replace(draft, needs=(*others, need))
