"""The records of all machines as the page shows them: found by words, told as stories, and proven here.

What machines have recorded was not written by this program: whatever does not have the shape of an entry is shown as
what it is, and never trusted to have it.
"""

from collections.abc import Sequence

import msgspec

from wicket.fleet.audit_questions_to_hub import AuditQuestion, found_at_hub, machines_of, problems_at_hub
from wicket.fleet.errors import FleetError
from wicket.fleet.person_by_roster_at_hub import PersonAtHub
from wicket.fleet.record_archive import Archived, Found
from wicket.gateway.command_display import free_text
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_hash_chain import GENESIS, Entry, entry_hash
from wicket.gateway.record_search import Case
from wicket.web.record_views import Chapter, Item, chapters, item

__all__ = ["ArchivePage", "Proof", "found_page", "proof", "proof_of", "story"]

PAGE_ITEMS = 50
MOST_CHAPTERS = 50

# A proof reads the entries themselves. The helper, beside the archive, proves all of them.
MOST_PROVEN = 2_000

_NOT_OURS = (LedgerError, KeyError, TypeError, ValueError, AttributeError, IndexError)


class ArchivePage(msgspec.Struct, frozen=True):
    """Some of what was found. `before`: there is more, before this number."""

    items: tuple[Item, ...]
    before: int | None


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a machine's entries follow each other. `proven` of them do, from `first` to `head`.

    `unread`: entries that are too large to be sent, so that only their neighbours' hashes say anything of them.
    """

    group: str
    machine: str
    proven: int
    first: int
    head: str
    unread: int
    problems: tuple[str, ...]


def auditor(me: PersonAtHub) -> PersonAtHub:
    """Return who asks, if they may.

    Raises:
        FleetError: the roster does not let them.
    """
    if "audit" not in me.person.may:
        raise FleetError(f"the roster does not name {me.person.name} as an auditor; the fleet's owner can")
    return me


async def found_page(me: PersonAtHub, asked: AuditQuestion, group: str) -> ArchivePage:
    """Find decisions of a group, or of all groups of this auditor, the last archived first.

    Raises:
        HubAway: the hub or its helper does not answer.
        FleetError: they may not see them.
    """
    groups = (group,) if group else auditor(me).person.groups
    found: list[Archived] = []
    for each in groups:
        found += await found_at_hub(me.link, each, auditor(me).person.name, asked, PAGE_ITEMS)
    found = sorted(found, key=lambda entry: entry.id, reverse=True)[:PAGE_ITEMS]
    return ArchivePage(tuple(map(_item, found)), found[-1].id if len(found) == PAGE_ITEMS else None)


def _item(found: Archived) -> Item:
    where = free_text(f"{found.group}/{found.machine}")
    name = f"{found.group}.{found.machine}.{found.request}"
    try:
        shown = item(Case(_entry(found), None))
        return msgspec.convert(
            msgspec.to_builtins(
                msgspec.structs.replace(shown, seq=found.id, request=name, how=f"{where} · {shown.how}")
            ),
            Item,
        )
    except (*_NOT_OURS, msgspec.ValidationError):
        line = "(too large to be sent; the machine has it)" if found.body is None else "(not in the form of a decision)"
        return Item(found.id, name, found.at, line, free_text(found.kind), where, None, False, "")


async def story(me: PersonAtHub, group: str, machine: str, request: str) -> list[Chapter]:
    """All that is archived of one request, the oldest first.

    Raises:
        HubAway: the hub or its helper does not answer.
        FleetError: they may not see it.
    """
    asked = AuditQuestion(machine=machine, request=request)
    found = await found_at_hub(me.link, group, auditor(me).person.name, asked, MOST_CHAPTERS)
    return [_chapter(each) for each in sorted(found, key=lambda each: each.seq)]


def _chapter(found: Archived) -> Chapter:
    place = (
        ("entry", f"{found.seq} of {free_text(f'{found.group}/{found.machine}')}"),
        ("hash", free_text(found.hash)),
    )
    try:
        [shown] = chapters([_entry(found)])
        whole = msgspec.structs.replace(shown, facts=(*shown.facts, *place))
        return msgspec.convert(msgspec.to_builtins(whole), Chapter)
    except (*_NOT_OURS, msgspec.ValidationError):
        return Chapter(found.at, free_text(found.kind.capitalize()), facts=place)


async def proof(me: PersonAtHub, group: str, machine: str) -> Proof:
    """Compute the hashes of a machine's newest entries again, and compare their end with what the machine says.

    Raises:
        HubAway: the hub or its helper does not answer.
        FleetError: they may not see them.
    """
    name = auditor(me).person.name
    known = [each for each in await problems_at_hub(me.link, group, name) if each.machine == machine]
    heads = [each.head for each in await machines_of(me.link, group) if each.machine == machine and each.is_there]
    found = await found_at_hub(me.link, group, name, AuditQuestion(machine=machine), MOST_PROVEN)
    return proof_of(group, machine, found, known, heads[0] if heads else "")


def proof_of(group: str, machine: str, found: Sequence[Archived], known: Sequence[Found], said: str) -> Proof:
    """Prove these entries. `known` is what the helper has found, `said` where the machine says that its record ends."""
    entries = sorted(found, key=lambda each: (each.seq, each.id))
    problems = [free_text(f"{each.what}: {each.says}") for each in known]
    unread = sum(each.body is None for each in entries)
    proven = 0
    for place, each in enumerate(entries):
        wrong = _objection(entries[place - 1] if place else None, each)
        if wrong:
            problems.append(wrong)
        elif each.body is not None and (place or each.seq == 1):
            proven += 1
    by_seq = {f"{each.seq}:{each.hash}" for each in entries}
    number = said.partition(":")[0]
    if number.isdecimal() and entries and entries[0].seq <= int(number) <= entries[-1].seq and said not in by_seq:
        problems.append(free_text(f"the machine says that its entry {number} is another one than was archived"))
    last = entries[-1] if entries else None
    return Proof(
        group=group,
        machine=machine,
        proven=proven,
        first=entries[0].seq if entries else 0,
        head="" if last is None else free_text(f"{last.seq}:{last.hash}"),
        unread=unread,
        problems=tuple(dict.fromkeys(problems)),
    )


def _objection(before: Archived | None, each: Archived) -> str:
    """Say what is wrong between two entries; empty: nothing that can be seen here."""
    if before is not None and each.seq == before.seq:
        return f"there are two entries {each.seq}"
    if before is not None and each.seq != before.seq + 1:
        return f"entries {before.seq + 1} to {each.seq - 1} are missing"
    if each.body is None or (before is None and each.seq != 1):
        return ""
    after = GENESIS if before is None else before.hash
    at_us = round(each.at * 1_000_000)
    fits = entry_hash(after, each.seq, at_us, each.kind, each.request, each.body) == each.hash
    return "" if fits else f"entry {each.seq} does not fit its hash"


def _entry(found: Archived) -> Entry:
    if found.body is None:
        raise LedgerError("the machine has it")
    return Entry(found.seq, round(found.at * 1_000_000), found.kind, found.request, found.body, found.hash)
