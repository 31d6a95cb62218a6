"""What a machine keeps of its fleet, in a folder for its owner alone.

    machine.key      the machine's own key, which has never left it
    membership.json  the hub, the root that was pinned, the group, the name and the claim
    roster.json      the newest roster that was seen, and the root that is pinned since

A machine's key lies there bare: nobody is there to type a passphrase when the machine starts. It can ask, and no roster
names it, so that it can approve nothing.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wicket.fleet.enrolment import Membership
from wicket.fleet.errors import FleetError
from wicket.fleet.kept_roster import RosterFile, open_roster
from wicket.fleet.key_files import new_key
from wicket.fleet.messages import SMALL_BYTES, decode, encode
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.signing_keys import KeyPair, Kind
from wicket.state_files import own_folder

__all__ = ["MachineFiles", "NoMember"]

_KEY_BYTES: Final = 256


class NoMember(FleetError):
    """There is no fleet that this machine has joined."""


@dataclass(frozen=True, slots=True)
class MachineFiles:
    """The files of one machine; `home` is wicket's."""

    home: Path

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.home / "fleet" / "machine"

    def key(self) -> KeyPair:
        """The machine's key, made now if there is none. It stays the same when a machine joins anew.

        Raises:
            BadKey: it cannot be read or written, or others can read it.
        """
        path = self.folder / "machine.key"
        if not os.path.lexists(path):
            own_folder(self.home, "fleet", "machine")
            write_private(path, new_key(Kind.USER).secret_text.encode() + b"\n")
        return KeyPair.from_secret_text(read_private(path, _KEY_BYTES).decode(errors="replace").strip())

    def membership(self) -> Membership:
        """What the machine is in its fleet.

        Raises:
            NoMember: it has joined none.
            FleetError: it cannot be read.
        """
        path = self.folder / "membership.json"
        if not os.path.lexists(path):
            raise NoMember("this machine is in no fleet yet; get an invitation and run `wicket fleet enroll TOKEN`")
        return decode(Membership, read_private(path, SMALL_BYTES), SMALL_BYTES)

    def keep(self, membership: Membership) -> None:
        """Keep what it is from now on. Another root than before begins with no roster.

        Raises:
            FleetError: it cannot be written.
        """
        own_folder(self.home, "fleet", "machine")
        roster = self.folder / "roster.json"
        try:
            other = self.membership().root != membership.root
        except FleetError:
            other = True
        if other:
            roster.unlink(missing_ok=True)
        write_private(self.folder / "membership.json", msgspec.json.format(encode(membership, SMALL_BYTES)) + b"\n")

    def roster(self, membership: Membership) -> RosterFile:
        """The newest roster that the machine has seen.

        Raises:
            FleetError: it cannot be read.
        """
        return open_roster(self.folder / "roster.json", membership.root)
