"""How a person comes in: a login key that their own key vouches for, and rights as the roster says.

The hub lets them in; whether their votes count is not its affair. A person who is in no roster yet may log in and see
nothing. When the roster changes, the next login has the rights of the new one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from wicket.fleet.claims import member_claim
from wicket.fleet.enrolment import (
    Answer,
    Invitation,
    claim_in,
    nobody_revoked,
    read_invitation,
    refusal,
    said_to_newcomer,
    used_once,
)
from wicket.fleet.errors import BadMessage, FleetError, HubAway
from wicket.fleet.hub_accounts import HubKeys, Revoked
from wicket.fleet.hub_connection import Link, Login
from wicket.fleet.messages import SMALL_BYTES, Message, Signed, decode, encode, sign, signed_body
from wicket.fleet.nats_subjects_and_rights import PEOPLE, inbox_prefix
from wicket.fleet.roster import Known, Roster, read_roster
from wicket.fleet.signing_keys import KeyPair, Kind, public_key

__all__ = ["PeopleEnrolment", "PersonMembership", "enroll_person", "invited_person", "person_keys", "renew_person"]

# A person is not there every day.
LASTS_S: Final = 30 * 24 * 3600

_PURPOSE: Final = "wicket-login-key-1"


class _LoginKey(Message, frozen=True, kw_only=True):
    """A person says which key logs in for them."""

    name: str
    login: str


class _EnrolledPerson(Message, frozen=True, kw_only=True):
    name: str
    key: str
    person: str


class PersonMembership(Message, frozen=True, kw_only=True):
    """What a person keeps of their fleet, beside their key. `ca`: a file with the certificates to trust."""

    hub: str
    root: str
    name: str
    claim: str
    ca: str = ""

    def login(self, key: KeyPair) -> Login:
        """How they log in; `key` is their own."""
        return Login(self.hub, self.claim, key.login(), inbox_prefix("a", "", self.name), self.ca)


def invited_person(token: str) -> Invitation | None:
    """Read an invitation of a person. None: it is for a machine.

    Raises:
        BadMessage: it is no invitation.
    """
    invited = read_invitation(token)
    return invited if invited.group == PEOPLE else None


async def enroll_person(invited: Invitation, key: KeyPair, ca: str = "") -> PersonMembership:
    """Come in with an invitation.

    Raises:
        FleetError: it was used.
        HubAway: the hub does not answer, or the invitation is over.
    """
    name = str(invited.uses)
    claim = await said_to_newcomer(invited, _statement(name, key), ca)
    return PersonMembership(hub=invited.hub, root=invited.root, name=name, claim=claim, ca=ca)


async def renew_person(link: Link, member: PersonMembership, key: KeyPair) -> PersonMembership:
    """Get a claim with the rights of the roster in force.

    Raises:
        HubAway: the hub does not answer.
        FleetError: it gives none.
    """
    answer = await link.ask(f"a.renew.{member.name}", _statement(member.name, key))
    return msgspec.structs.replace(member, claim=claim_in(answer))


def _statement(name: str, key: KeyPair) -> bytes:
    return sign(key, _PURPOSE, _LoginKey(name=name, login=key.login().public), SMALL_BYTES)


async def person_keys(link: Link, name: str) -> list[str]:
    """The keys by which a person of that name has ever come in.

    Raises:
        HubAway: the hub does not answer.
    """
    found = [each async for each in link.fetch_all("$JS.API.DIRECT.GET.ENROLLED", f"w.enrolled.{PEOPLE}.*")]
    read = [decode(_EnrolledPerson, each.data, SMALL_BYTES) for each in found]
    return [each.key for each in read if each.name == name]


@dataclass(frozen=True, slots=True)
class PeopleEnrolment:
    """The hub's side. `root` is the fleet's, as it was when the hub was made. `revoked` is as in `Enrolment`."""

    link: Link
    keys: HubKeys
    root: str
    now: Callable[[], float]
    revoked: Callable[[], Awaitable[Revoked]] = nobody_revoked

    async def serve(self) -> None:
        """Answer people, as long as the connection lasts.

        Raises:
            HubAway: the hub is not there.
        """
        await self.link.serve(f"w.enroll.{PEOPLE}.*.*", self._enroll)
        await self.link.serve("w.person.*", self._renew)

    async def _enroll(self, subject: str, data: bytes) -> bytes:
        *_, name, id = subject.split(".")
        return await self._answered(name, data, id)

    async def _renew(self, subject: str, data: bytes) -> bytes:
        return await self._answered(subject.split(".")[2], data)

    async def _answered(self, name: str, data: bytes, id: str = "") -> bytes:
        try:
            claim = await self._claim(name, data, id)
        except HubAway:
            return refusal("the hub cannot look it up now; try again")
        except FleetError as error:
            return refusal(str(error))
        return encode(Answer(claim=claim), SMALL_BYTES)

    async def _claim(self, name: str, data: bytes, id: str) -> str:
        signed = decode(Signed, data, SMALL_BYTES)
        body = signed_body(signed, _PURPOSE, frozenset({signed.key}))
        if body is None:
            raise BadMessage("it is not signed by the key that it names")
        said = decode(_LoginKey, body, SMALL_BYTES)
        if said.name != name:
            raise BadMessage(f"{said.name} says it, and came as {name}")
        login = public_key(said.login, Kind.USER)
        if login in (await self.revoked()).approvers:
            raise FleetError(f"{name} was cut off")
        if id:
            await used_once(self.link, id, 1, data)
            kept = encode(_EnrolledPerson(name=name, key=login, person=signed.key), SMALL_BYTES)
            await self._keep(f"w.enrolled.{PEOPLE}.{login}", kept)
        roster = await self._roster()
        person = None if roster is None else roster.person(signed.key)
        tags = person.tags if person is not None and person.name == name else {}
        signer, account = self.keys.approver_signer, self.keys.approvers.public
        return member_claim(signer, account, name, login, tags, int(self.now()), LASTS_S)

    async def _keep(self, subject: str, data: bytes) -> None:
        if await self.link.fetch(f"$JS.API.DIRECT.GET.ENROLLED.{subject}") is None:
            await self.link.store(subject, data)

    async def _roster(self) -> Roster | None:
        stored = await self.link.fetch("$JS.API.DIRECT.GET.ROSTER.w.roster")
        return None if stored is None else read_roster(stored.data, Known(self.root))[0]
