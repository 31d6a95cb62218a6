"""`wicket fleet audit`: search the records of all machines, and prove them."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wicket.cli.audit import Searchable
from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.option_types import Moment, PathName
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.errors import WicketError

if TYPE_CHECKING:
    from wicket.fleet.record_archive import Archive, Archived

__all__ = ["ARCHIVE", "RecordsBroken", "audit"]

# Where the hub's helper keeps it, in wicket's home.
ARCHIVE = ("fleet", "hub", "archive.sqlite")

SHOWN = 100


class RecordsBroken(WicketError):
    """The records of the fleet are not what they were."""


@click.group(cls=Searchable, invoke_without_command=True, subcommand_metavar="[WORDS]... | COMMAND [ARGS]...")
@click.option("--archive", type=PathName(), help="The archive, if not the one of the hub in wicket's home.")
@click.option("--group", multiple=True, metavar="NAME", help="Only machines of this group.")
@click.option("--machine", metavar="NAME", help="Only this machine.")
@click.option("--kind", metavar="KIND", help="Entries of this kind; decisions if not said, and `any` for all.")
@click.option("--since", type=Moment(), help="Not before this time (2026-02-13, 2h, 7d).")
@click.option("--until", type=Moment(), help="Before this time.")
@click.option("--most", type=click.IntRange(1, 10_000), default=SHOWN, show_default=True, help="So many at most.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects.")
@click.pass_context
@fleet_verb
def audit(
    context: click.Context,
    archive: Path | None,
    group: tuple[str, ...],
    machine: str | None,
    kind: str | None,
    since: float | None,
    until: float | None,
    most: int,
    as_json: bool,
) -> None:
    """Search the records of all machines, the last archived first.

    Where the hub's helper runs, its archive is read. Elsewhere it is asked, as the auditor whose key is here; then only
    machines of the auditor's groups are searched.

    WORDS are looked for in all that is recorded; all of them must occur, in any order, and a word may be a beginning.

    \b
    Examples:
      wicket fleet audit
      wicket fleet audit terraform --group prod --since 7d
      wicket fleet audit verify
    """
    path = archive or wicket_home().joinpath(*ARCHIVE)
    context.obj = path
    if context.invoked_subcommand is not None:
        return
    wanted = _Asked(
        group,
        machine,
        None if kind == "any" else kind or "decision",
        since,
        until,
        " ".join(_words(context)) or None,
        most,
    )
    here = archive is not None or path.exists() or not (wicket_home() / "fleet" / "person").exists()
    found = _in_archive(path, wanted) if here else in_loop(_at_hub(wanted))
    if as_json:
        emit_json([_plain(each) for each in found])
    elif found:
        emit_table(["time", "machine", "entry", "decision", "by", "what"], [_row(each) for each in found])
    else:
        say("nothing of that kind is archived")


@audit.command()
@click.option("--json", "as_json", is_flag=True, help="As a list of objects, one for each machine.")
@click.pass_obj
@fleet_verb
def verify(path: Path, as_json: bool) -> None:
    """Compute the hashes of all records again, and say what is wrong or was found wrong before. Exits 1 then.

    \b
    Examples:
      wicket fleet audit verify
      wicket fleet audit verify --json
    """
    from wicket.fleet.record_archive import Archive

    opened = Archive(path, begin=False)
    try:
        found = _verified(opened)
    finally:
        opened.close()
    broken = [each for each in found if each["problems"]]
    if as_json:
        emit_json(found)
    else:
        for each in found:
            name = f"{each['group']}/{each['machine']}"
            click.echo(f"{name}: {each['entries']} entries, up to {each['head']}")
            for problem in each["problems"]:
                click.echo(f"{name}: {problem['what']}: {problem['says']}")
        if not found:
            say("there is no record in the archive yet")
    if broken:
        raise RecordsBroken(f"{len(broken)} of {len(found)} records are not whole; see each machine's own record")


@dataclass(frozen=True, slots=True)
class _Asked:
    groups: tuple[str, ...]
    machine: str | None
    kind: str | None
    since: float | None
    until: float | None
    text: str | None
    most: int


def _words(context: click.Context) -> list[str]:
    return list(context.meta.get("words", ()))


def _in_archive(path: Path, asked: _Asked) -> "list[Archived]":
    from wicket.fleet.record_archive import Archive, Wanted

    opened = Archive(path, begin=False)
    try:
        wanted = Wanted(
            groups=asked.groups or None,
            machine=asked.machine,
            kind=asked.kind,
            since=asked.since,
            until=asked.until,
            text=asked.text,
        )
        return opened.search(wanted, asked.most)
    finally:
        opened.close()


async def _at_hub(asked: _Asked) -> "list[Archived]":
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.audit_questions_to_hub import AuditQuestion, found_at_hub
    from wicket.fleet.errors import FleetError

    question = AuditQuestion(
        machine=asked.machine, kind=asked.kind, since=asked.since, until=asked.until, text=asked.text
    )
    found: list[Archived] = []
    async with as_person() as (me, _):
        if "audit" not in me.person.may:
            raise FleetError(f"the roster does not name {me.person.name} as an auditor; the fleet's owner can")
        for group in asked.groups or me.person.groups:
            found += await found_at_hub(me.link, group, me.person.name, question, asked.most)
    return sorted(found, key=lambda each: each.id, reverse=True)[: asked.most]


def _verified(archive: "Archive") -> list[dict[str, Any]]:
    known: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for found in archive.problems():
        if found.what != "withheld":
            said = {"what": found.what, "says": found.says, "found": found.found}
            known.setdefault((found.group, found.machine), []).append(said)
    rows = []
    for machine, place in archive.machines():
        problems = known.pop((machine.group, machine.name), [])
        says = {each["says"] for each in problems}
        now = time.time()
        problems += [
            {"what": each.what, "says": each.says, "found": now}
            for each in archive.verify(machine)
            if each.says not in says
        ]
        head = f"{place.seq}:{place.hash}"
        rows.append(
            {"group": machine.group, "machine": machine.name, "entries": place.seq, "head": head, "problems": problems}
        )
    for (group, name), problems in known.items():  # of whom nothing arrived
        rows.append({"group": group, "machine": name, "entries": 0, "head": "", "problems": problems})
    return rows


def _plain(entry: "Archived") -> dict[str, Any]:
    named = {"id": entry.id, "group": entry.group, "machine": entry.machine, "seq": entry.seq, "at": entry.at}
    return {**named, "kind": entry.kind, "request": entry.request, "hash": entry.hash, "fields": _fields(entry)}


def _fields(entry: "Archived") -> dict[str, Any]:
    try:
        found = json.loads(entry.body or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _row(entry: "Archived") -> list[str]:
    from wicket.gateway.command_display import one_line

    fields = _fields(entry)
    pipeline = fields.get("pipeline")
    if isinstance(pipeline, list) and all(isinstance(stage, list) for stage in pipeline):
        what = one_line(pipeline)
    else:
        what = str(fields.get("because") or "")
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at))
    decision = str(fields.get("decision") or entry.kind)
    return [at, f"{entry.group}/{entry.machine}", str(entry.seq), decision, str(fields.get("by", "")), what]
