"""How a machine joins: an invitation, which is used once, becomes a claim with the machine's name and an end.

An invitation is a login of its own, which can say one thing: a name and a public key. The machine makes its key itself,
and the private one stays there. That an invitation is used once is held by a stream that keeps the first message of a
subject and refuses the next, also of many at once.
"""

import base64
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final

import msgspec

from wicket.fleet.claims import member_claim
from wicket.fleet.errors import BadMessage, FleetError, HubAway, HubRefused
from wicket.fleet.hub_accounts import NOBODY, HubKeys, Revoked
from wicket.fleet.hub_connection import Link, Login, connected
from wicket.fleet.messages import SMALL_BYTES, Message, decode, encode
from wicket.fleet.nats_subjects_and_rights import PEOPLE, checked_name, inbox_prefix, shard_of
from wicket.fleet.signing_keys import KeyPair, Kind, public_key

__all__ = [
    "INVITED_S",
    "STAYS_S",
    "Answer",
    "Enrolled",
    "Enrolment",
    "Invitation",
    "Membership",
    "claim_in",
    "enroll",
    "invitation",
    "nobody_revoked",
    "read_invitation",
    "refusal",
    "renew",
    "said_to_newcomer",
    "used_once",
]

# How long an invitation is good for.
INVITED_S: Final = 15 * 60

# How long a machine's claim lasts: of one that stays, and of those that come by the dozen. Renewed at half.
STAYS_S: Final = 24 * 3600
PASSES_S: Final = 3600

MOST_USES: Final = 1000

_PREFIX: Final = "wicket-invitation-1."


class Invitation(Message, frozen=True, kw_only=True):
    """What an invitation says. `uses` is for how many machines it is, or which person it is for."""

    hub: str
    root: str
    group: str
    uses: int | str
    id: str
    claim: str
    secret: str


class _Request(Message, frozen=True, kw_only=True):
    name: str
    key: str


class Answer(Message, frozen=True, kw_only=True):
    """What the hub says to who wants to be let in: a claim, or why there is none."""

    claim: str = ""
    because: str = ""


class Enrolled(Message, frozen=True, kw_only=True):
    """A machine that was let in: its key, and how long its claims last."""

    key: str
    seconds: int


class Membership(Message, frozen=True, kw_only=True):
    """What a machine keeps of its fleet, beside its key. `ca`: a file with the certificates to trust."""

    hub: str
    root: str
    group: str
    machine: str
    claim: str
    ca: str = ""

    def login(self, key: KeyPair) -> Login:
        """How it logs in."""
        return Login(self.hub, self.claim, key, inbox_prefix("m", self.group, self.machine), self.ca)


def invitation(
    keys: HubKeys, hub: str, root: str, group: str, *, id: str, key: KeyPair, now: int, uses: int | str = 1
) -> str:
    """Make an invitation to a group, or to the group `PEOPLE` for the person `uses`.

    `id` and `key` are random, and used for nothing else.

    Raises:
        FleetError: there is no such group, or there are no invitations for so many.
    """
    if isinstance(uses, str):
        group = PEOPLE
        checked_name(uses, "name of a person")
    else:
        checked_name(group, "name of a group")
    if isinstance(uses, int) and not 1 <= uses <= MOST_USES:
        raise FleetError(f"an invitation is for 1 to {MOST_USES} machines, not for {uses}")
    tags = {"group": (group,), "uses": (str(uses),)}
    claim = member_claim(
        keys.newcomer_signer, keys.newcomers.public, checked_name(id), key.public, tags, now, INVITED_S
    )
    made = Invitation(
        hub=hub,
        root=public_key(root, Kind.PERSON),
        group=group,
        uses=uses,
        id=id,
        claim=claim,
        secret=key.secret_text,
    )
    return _PREFIX + base64.urlsafe_b64encode(encode(made, SMALL_BYTES)).decode()


async def enroll(token: str, name: str, key: KeyPair, ca: str = "") -> Membership:
    """Join with an invitation. `key` is the machine's own, and only its public half is sent. `ca` is as in `Login`.

    Raises:
        FleetError: it is no invitation, it was used, or the name is taken.
        HubAway: the hub does not answer, or the invitation is over.
    """
    invited = read_invitation(token)
    if invited.group == PEOPLE:
        raise BadMessage(f"the invitation is for the person {invited.uses}, and not for a machine")
    request = encode(_Request(name=checked_name(name, "name of a machine"), key=key.public), SMALL_BYTES)
    claim = await said_to_newcomer(invited, request, ca)
    return Membership(hub=invited.hub, root=invited.root, group=invited.group, machine=name, claim=claim, ca=ca)


async def said_to_newcomer(invited: Invitation, request: bytes, ca: str) -> str:
    """Ask to be let in, and give the claim.

    Raises:
        FleetError: it is refused.
        HubAway: the hub does not answer, or the invitation is over.
    """
    newcomer = KeyPair.from_secret_text(invited.secret)
    login = Login(invited.hub, invited.claim, newcomer, inbox_prefix("n", "", invited.id), ca)
    async with connected(login) as link:
        return claim_in(await link.ask(f"n.enroll.{invited.group}.{invited.uses}.{invited.id}", request))


async def renew(link: Link, membership: Membership) -> Membership:
    """Get a new claim in the place of one that ends.

    Raises:
        HubAway: the hub does not answer.
        FleetError: it gives none.
    """
    answer = await link.ask(f"m.renew.{membership.group}.{membership.machine}", b"")
    return msgspec.structs.replace(membership, claim=claim_in(answer))


def read_invitation(token: str) -> Invitation:
    """Read an invitation.

    Raises:
        BadMessage: it is none.
    """
    try:
        if not token.startswith(_PREFIX):
            raise BadMessage("this is no invitation to a fleet")
        data = base64.urlsafe_b64decode(token.removeprefix(_PREFIX))
    except ValueError as error:
        raise BadMessage("the invitation is damaged; copy all of it") from error
    return decode(Invitation, data, SMALL_BYTES)


def claim_in(data: bytes) -> str:
    """The claim that the hub has given.

    Raises:
        FleetError: it has given none.
    """
    answer = decode(Answer, data, SMALL_BYTES)
    if not answer.claim:
        raise FleetError(answer.because or "the hub gave no claim, and does not say why")
    return answer.claim


async def nobody_revoked() -> Revoked:
    """Say that nobody is cut off."""
    return NOBODY


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The hub's side. It has the key that makes machines, and can make nothing else.

    `revoked`: who is cut off. Nobody who is cut off gets a claim: in a region whose helper is down it would be good.
    """

    link: Link
    keys: HubKeys
    now: Callable[[], float]
    revoked: Callable[[], Awaitable[Revoked]] = nobody_revoked

    async def serve(self, groups: Iterable[str] = ("*",)) -> None:
        """Answer newcomers, and machines whose claim is to be renewed, as long as the connection lasts.

        Raises:
            HubAway: the hub is not there.
        """
        for group in groups:
            await self.link.serve(f"w.enroll.{group}.*.*", self._enroll)
        await self.link.serve("w.renew.*.*", self._renew)

    async def _enroll(self, subject: str, data: bytes) -> bytes:
        _, _, group, uses, id = subject.split(".")
        try:
            request = decode(_Request, data, SMALL_BYTES)
            name = checked_name(request.name, "name of a machine")
            key = public_key(request.key, Kind.USER)
            claim = await self._admit(group, int(uses), id, name, key)
        except HubAway:
            return refusal("the hub cannot keep it now; try again")
        except FleetError as error:
            return refusal(str(error))
        return encode(Answer(claim=claim), SMALL_BYTES)

    async def _admit(self, group: str, uses: int, id: str, name: str, key: str) -> str:
        seconds = STAYS_S if uses == 1 else PASSES_S
        known = await self._enrolled(group, name)
        if known is not None and known.key != key:
            raise FleetError(f"there is a machine called {name} in {group}; choose another name")
        await used_once(self.link, id, uses, encode(_Request(name=name, key=key), SMALL_BYTES))
        subject = f"w.enrolled.{group}.{name}"
        entry = encode(Enrolled(key=key, seconds=seconds), SMALL_BYTES)
        if not await _is_first(self.link, subject, entry, f"$JS.API.DIRECT.GET.ENROLLED.{subject}"):
            raise FleetError(f"there is a machine called {name} in {group}; choose another name")
        return await self._claim(group, name, key, seconds)

    async def _renew(self, subject: str, _data: bytes) -> bytes:
        _, _, group, name = subject.split(".")
        try:
            known = await self._enrolled(group, name)
            if known is None:
                return refusal(f"there is no machine called {name} in {group}; enrol it")
            claim = await self._claim(group, name, known.key, known.seconds)
        except HubAway:
            return refusal("the hub cannot look it up now; try again")
        except FleetError as error:
            return refusal(str(error))
        return encode(Answer(claim=claim), SMALL_BYTES)

    async def _enrolled(self, group: str, name: str) -> Enrolled | None:
        stored = await self.link.fetch(f"$JS.API.DIRECT.GET.ENROLLED.w.enrolled.{group}.{name}")
        return None if stored is None else decode(Enrolled, stored.data, SMALL_BYTES)

    async def _claim(self, group: str, name: str, key: str, seconds: int) -> str:
        if key in (await self.revoked()).machines:
            raise FleetError(f"the machine {name} of {group} was cut off; enrol it with a new key and another name")
        tags = {"group": (group,), "shard": (shard_of(group, name),)}
        return member_claim(
            self.keys.machine_signer, self.keys.machines.public, name, key, tags, int(self.now()), seconds
        )


async def used_once(link: Link, id: str, uses: int, use: bytes) -> None:
    """Keep that an invitation was used, for as many uses as it has. The same use again is none.

    Raises:
        FleetError: it was used so often already.
    """
    for number in range(uses):
        subject = f"w.invited.{id}.{number}"
        if await _is_first(link, subject, use, f"$JS.API.DIRECT.GET.INVITED.{subject}"):
            return
    raise FleetError("the invitation was used already; ask for another one")


async def _is_first(link: Link, subject: str, data: bytes, get: str) -> bool:
    """Keep this as the first message of a subject. It is also the first if it was kept before, word for word."""
    try:
        await link.store(subject, data)
    except HubRefused as error:
        if "per subject" not in str(error):
            raise
        stored = await link.fetch(get)
        return stored is not None and stored.data == data
    return True


def refusal(because: str) -> bytes:
    """Say why there is no claim."""
    return encode(Answer(because=because[:1000]), SMALL_BYTES)
