"""Records of machines as the page shows them: proven entry by entry, and hostile entries shown as what they are."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.fleet.record_archive import Archived, Found
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved
from wicket.gateway.record_hash_chain import GENESIS, entry_hash
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_types import Judgement
from wicket.team_console import archive_views
from wicket.team_console.archive_views import proof_of


def chain(*bodies: Any, begin: int = 1) -> list[Archived]:
    found, after = [], GENESIS
    for seq, body in enumerate(bodies, start=begin):
        text = json.dumps(body)
        after = entry_hash(after, seq, 1_000_000, "decision", f"r{seq}", text)
        found.append(
            Archived(
                id=seq,
                group="ci",
                machine="m1",
                seq=seq,
                at=1.0,
                kind="decision",
                request=f"r{seq}",
                body=text,
                hash=after,
            )
        )
    return found


@pytest.mark.rule("F-35")
def test_a_chain_is_proven_and_what_does_not_fit_is_named() -> None:
    whole = chain(1, 2, 3)
    head = f"3:{whole[2].hash}"
    proof = proof_of("ci", "m1", whole[::-1], (), head)
    assert (proof.proven, proof.first, proof.head, proof.problems) == (3, 1, head, ())
    changed = [whole[0], msgspec.structs.replace(whole[1], body="9"), whole[2]]
    assert proof_of("ci", "m1", changed, (), head).problems == ("entry 2 does not fit its hash",)
    assert proof_of("ci", "m1", [whole[0], whole[2]], (), head).problems == ("entries 2 to 2 are missing",)
    twice = [*whole, msgspec.structs.replace(whole[2], id=9, hash="f" * 64)]
    assert proof_of("ci", "m1", twice, (), head).problems == ("there are two entries 3",)
    said = proof_of("ci", "m1", whole, (), f"3:{'e' * 64}").problems
    assert said == ("the machine says that its entry 3 is another one than was archived",)


def test_what_cannot_be_read_here_is_counted_and_what_the_helper_found_is_told() -> None:
    whole = chain(1, 2, 3)
    large = [whole[0], msgspec.structs.replace(whole[1], body=None), whole[2]]
    known = [Found(group="ci", machine="m1", what="gap", seq=7, says="entries\x1b are missing", found=1.0)]
    proof = proof_of("ci", "m1", large, known, "")
    assert (proof.proven, proof.unread, proof.problems) == (2, 1, ("gap: entries\\u001b are missing",))
    # The first of a part that does not begin with 1 follows what is not here.
    assert proof_of("ci", "m1", whole[1:], (), "").proven == 1
    assert proof_of("ci", "m1", [], (), "3:x").proven == 0


@pytest.mark.parametrize(
    "body", [None, "7", "[]", "{", "{}", '{"decision": []}', '{"decision": "approved", "pipeline": 3}', "[" * 100_000]
)
def test_an_entry_that_is_none_is_shown_as_what_it_is(body: str | None) -> None:
    entry = msgspec.structs.replace(chain(1)[0], body=body, machine="m1", kind="deci\x1bsion")
    item, chapter = archive_views._item(entry), archive_views._chapter(entry)
    assert item.request == "ci.m1.r1"
    assert "\x1b" not in msgspec.json.encode([item, chapter]).decode()
    assert ("entry", "1 of ci/m1") in chapter.facts


def test_a_decision_is_shown_with_its_machine(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    judged = Judgement("ask", "no rule")
    append(ledger, [record_entries.decided("r1", admitted("git push"), Approved("alice", "fleet"), judged, 1.0, 1.0)])
    [found] = ledger.entries()
    ledger.close()
    entry = msgspec.structs.replace(chain(1)[0], body=found.body)
    item, chapter = archive_views._item(entry), archive_views._chapter(entry)
    assert (item.line, item.decision, item.how) == ("git push", "approved", "ci/m1 · approved by alice at the fleet")
    assert (chapter.title, [stage.line for stage in chapter.stages]) == ("Approved", ["git push"])
