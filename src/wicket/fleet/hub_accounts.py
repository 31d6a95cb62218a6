"""The accounts of a hub: one has the streams, machines, approvers and newcomers have one each and no stream. Pure.

What crosses from one account to another is a single service or a single stream of messages. A stream's messages are
published again under another name after they were stored (`w.ask` as `w.asked`), so that what a stream refuses reaches
nobody.
"""

from dataclasses import dataclass
from typing import Final

from wicket.fleet.claims import Account, Crossing, Role, account_claim, operator_claim
from wicket.fleet.nats_subjects_and_rights import APPROVER, MACHINE, NEWCOMER, SHARDS
from wicket.fleet.signing_keys import KeyPair

__all__ = ["NOBODY", "HubKeys", "Revoked", "accounts", "operator", "signed_accounts"]

_GET: Final = "$JS.API.DIRECT.GET"


@dataclass(frozen=True, slots=True)
class HubKeys:
    """The keys that stay at the hub. None of them is in a roster. The last three can each make one kind of member."""

    operator: KeyPair
    system: KeyPair
    fleet: KeyPair
    machines: KeyPair
    approvers: KeyPair
    newcomers: KeyPair
    machine_signer: KeyPair
    approver_signer: KeyPair
    newcomer_signer: KeyPair


@dataclass(frozen=True, slots=True)
class Revoked:
    """Members that are cut off: by public key, those whose claims were made up to this second."""

    machines: dict[str, int]
    approvers: dict[str, int]


NOBODY: Final = Revoked({}, {})


def _service(name: str, theirs: str, ours: str, *, many_answers: bool = False) -> Crossing:
    return Crossing(name, theirs, ours, service=True, many_answers=many_answers)


def _messages(name: str, theirs: str, ours: str) -> Crossing:
    return Crossing(name, theirs, ours, service=False)


_FOR_MACHINES: Final = (
    _service("ask", "w.ask.*.*.*", "m.ask.*.*.*"),
    _service("settled", "w.settled.*.*.*", "m.settled.*.*.*"),
    _service("record", "w.rec.*.*.*", "m.rec.*.*.*"),
    _service("alive", "w.alive.*.*", "m.alive.*.*"),
    _service("renew", "w.renew.*.*", "m.renew.*.*"),
    _service("get-vote", f"{_GET}.VOTES.w.vote.*.*.*.*", "m.get.vote.*.*.*.*"),
    _service("get-policy", f"{_GET}.POLICY.w.policy.*", "m.get.policy.*"),
    _service("get-roster", f"{_GET}.ROSTER.w.roster", "m.get.roster"),
    _service("get-hub", "w.hub", "m.get.hub"),
    # Only the helper of a region has the right to ask it.
    _service("region", "w.region.*", "m.region.*"),
    *(
        _service(f"get-record-{shard}", f"{_GET}.RECORD_{shard}.w.rec.{shard}.*.*", f"m.get.rec.{shard}.*.*")
        for shard in SHARDS
    ),
    _messages("voted", "w.voted.*.*.*.*", "m.voted.*.*.*.*"),
    _messages("news", "w.news.*", "m.news.*"),
    _messages("rostered", "w.rostered", "m.rostered"),
)

_FOR_NEWCOMERS: Final = (_service("enroll", "w.enroll.*.*.*", "n.enroll.*.*.*"),)


def _for_approvers(groups: tuple[str, ...]) -> tuple[Crossing, ...]:
    return (
        _service("vote", "w.vote.*.*.*.*", "a.vote.*.*.*.*"),
        _service("look", "w.look.*.*.*.*", "a.look.*.*.*.*"),
        _service("get-look", f"{_GET}.LOOKS.w.look.*.*.*.*", "a.get.look.*.*.*.*"),
        _service("get-vote", f"{_GET}.VOTES.w.vote.*.*.*.*", "a.get.vote.*.*.*.*"),
        _service("get-settled", f"{_GET}.SETTLED.w.settled.*.*.*", "a.get.settled.*.*.*"),
        _service("get-roster", f"{_GET}.ROSTER.w.roster", "a.get.roster"),
        _service("get-hub", "w.hub", "a.get.hub"),
        _service("renew", "w.person.*", "a.renew.*"),
        _service("get-policy", f"{_GET}.POLICY.w.policy.*", "a.get.policy.*"),
        _service("policy", "w.policy.*", "a.policy.*"),
        _service("policies", "w.policies.*", "a.policies.*"),
        _service("machines", "w.machines.*", "a.machines.*"),
        _service("audit", "w.audit.*.*", "a.audit.*.*"),
        *(
            _service(f"get-asks-{group}", f"{_GET}.ASKS_{group}", f"a.get.asks.{group}", many_answers=True)
            for group in groups
        ),
        _messages("asked", "w.asked.*.*.*", "a.asked.*.*.*"),
        _messages("voted", "w.voted.*.*.*.*", "a.voted.*.*.*.*"),
        _messages("done", "w.done.*.*.*", "a.done.*.*.*"),
        _messages("here", "w.here.*.*", "a.here.*.*"),
        _messages("rostered", "w.rostered", "a.rostered"),
    )


def accounts(
    keys: HubKeys, groups: tuple[str, ...], disk: int, memory: int, revoked: Revoked = NOBODY
) -> tuple[Account, ...]:
    """Say what each account has, and what it takes from the one with the streams."""
    approvers = _for_approvers(groups)
    offers = {crossing.theirs: crossing for crossing in (*_FOR_MACHINES, *approvers, *_FOR_NEWCOMERS)}
    fleet = keys.fleet.public
    machine = Role("machine", keys.machine_signer.public, MACHINE)
    approver = Role("approver", keys.approver_signer.public, APPROVER)
    newcomer = Role("newcomer", keys.newcomer_signer.public, NEWCOMER)
    return (
        Account("SYSTEM", keys.system.public),
        Account("FLEET", fleet, offers=tuple(offers.values()), disk=disk, memory=memory),
        Account(
            "MACHINES",
            keys.machines.public,
            (machine,),
            takes=_FOR_MACHINES,
            takes_from=fleet,
            revoked=revoked.machines,
        ),
        Account(
            "APPROVERS",
            keys.approvers.public,
            (approver,),
            takes=approvers,
            takes_from=fleet,
            revoked=revoked.approvers,
        ),
        Account("NEWCOMERS", keys.newcomers.public, (newcomer,), takes=_FOR_NEWCOMERS, takes_from=fleet),
    )


def signed_accounts(keys: HubKeys, made: tuple[Account, ...], now: int) -> dict[str, str]:
    """The claims of all accounts, by public key."""
    return {account.key: account_claim(keys.operator, account, now) for account in made}


def operator(keys: HubKeys, now: int, system: str = "") -> str:
    """The operator's claim, with the account that the server itself speaks in: the hub's own unless `system` is one."""
    return operator_claim(keys.operator, system or keys.system.public, now)
