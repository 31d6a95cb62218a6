"""What a person keeps of their fleet, in `fleet/person` of wicket's home: their key, encrypted, and who they are.

person.key       the key that signs votes, encrypted with a passphrase
membership.json  the hub, the root that was pinned, the name and the claim
roster.json      the newest roster that was seen, and the root that is pinned since
"""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from wicket.fleet.errors import FleetError
from wicket.fleet.kept_roster import RosterFile, open_roster
from wicket.fleet.membership_files import NoMember
from wicket.fleet.messages import SMALL_BYTES, decode, encode
from wicket.fleet.people_enrolment import PersonMembership
from wicket.fleet.private_files import read_private, write_private
from wicket.state_files import own_folder

__all__ = ["PersonFiles"]


@dataclass(frozen=True, slots=True)
class PersonFiles:
    """The files of one person; `home` is wicket's."""

    home: Path

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.home / "fleet" / "person"

    @property
    def key(self) -> Path:
        """The file of the key: see `key_files`."""
        return self.folder / "person.key"

    def make_folder(self) -> None:
        """Make the folder.

        Raises:
            HomeError: it cannot be made.
        """
        own_folder(self.home, "fleet", "person")

    def is_member(self) -> bool:
        """Whether they are in a fleet."""
        return os.path.lexists(self.folder / "membership.json")

    def membership(self) -> PersonMembership:
        """Who they are.

        Raises:
            NoMember: they are in no fleet.
            FleetError: it cannot be read.
        """
        if not self.is_member():
            raise NoMember(
                "you are in no fleet yet; have somebody at the hub run `wicket fleet invite --person YOU`, "
                "and run `wicket fleet enroll TOKEN`"
            )
        return decode(PersonMembership, read_private(self.folder / "membership.json", SMALL_BYTES), SMALL_BYTES)

    def keep(self, member: PersonMembership) -> None:
        """Keep who they are from now on. Another root than before begins with no roster.

        Raises:
            FleetError: it cannot be written.
        """
        self.make_folder()
        try:
            other = self.membership().root != member.root
        except FleetError:
            other = True
        if other:
            (self.folder / "roster.json").unlink(missing_ok=True)
        write_private(self.folder / "membership.json", msgspec.json.format(encode(member, SMALL_BYTES)) + b"\n")

    def roster(self, member: PersonMembership) -> RosterFile:
        """The newest roster that they have seen.

        Raises:
            FleetError: it cannot be read.
        """
        return open_roster(self.folder / "roster.json", member.root)
