"""What is asked of the hub's helper: entries of the fleet's records, what is wrong with them, and its machines."""

import msgspec

from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link
from wicket.fleet.messages import SMALL_BYTES, Message, encode
from wicket.fleet.record_archive import Archived, Found
from wicket.fleet.record_arrival_watch import Presence

__all__ = ["AuditAnswer", "AuditQuestion", "MachinesAnswer", "found_at_hub", "machines_of", "problems_at_hub"]


class AuditQuestion(Message, frozen=True, kw_only=True):
    """What an auditor asks about one group; the group stands in the subject. `problems`: what is wrong, instead."""

    machine: str | None = None
    kind: str | None = None
    request: str | None = None
    since: float | None = None
    until: float | None = None
    text: str | None = None
    before: int | None = None
    problems: bool = False


class AuditAnswer(Message, frozen=True, kw_only=True):
    """Entries, the last archived first. `before`: there may be more before this one. `because`: why there is none."""

    entries: tuple[Archived, ...] = ()
    problems: tuple[Found, ...] = ()
    before: int | None = None
    because: str = ""


class MachinesAnswer(Message, frozen=True, kw_only=True):
    """The machines of a group, as the helper has heard of them."""

    machines: tuple[Presence, ...] = ()


async def machines_of(link: Link, group: str) -> tuple[Presence, ...]:
    """Ask the helper for the machines of a group.

    Raises:
        HubAway: it does not answer.
    """
    try:
        return msgspec.json.decode(await link.ask(f"a.machines.{group}", b""), type=MachinesAnswer).machines
    except ValueError as error:
        raise HubAway("the hub's helper answered with nonsense") from error


async def found_at_hub(link: Link, group: str, name: str, asked: AuditQuestion, most: int) -> list[Archived]:
    """Ask the helper for entries of a group, as the auditor of this name.

    Raises:
        HubAway: it does not answer.
        FleetError: it cannot read its archive.
    """
    found: list[Archived] = []
    while len(found) < most:
        answer = _audit_answer(await link.ask(f"a.audit.{group}.{name}", encode(asked, SMALL_BYTES)))
        found += answer.entries
        if answer.before is None or not answer.entries:
            break
        asked = msgspec.structs.replace(asked, before=answer.before)
    return found[:most]


async def problems_at_hub(link: Link, group: str, name: str) -> tuple[Found, ...]:
    """Ask the helper what is wrong with the records of a group, as the auditor of this name.

    Raises:
        HubAway: it does not answer.
        FleetError: it cannot read its archive.
    """
    data = await link.ask(f"a.audit.{group}.{name}", encode(AuditQuestion(problems=True), SMALL_BYTES))
    return _audit_answer(data).problems


def _audit_answer(data: bytes) -> AuditAnswer:
    try:
        answer = msgspec.json.decode(data, type=AuditAnswer)
    except ValueError as error:
        raise HubAway("the hub's helper answered with nonsense") from error
    if answer.because:
        raise FleetError(f"the hub's helper says: {answer.because}")
    return answer
