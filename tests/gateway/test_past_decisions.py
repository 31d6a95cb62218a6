"""How often people have approved or denied what is in the record."""

import time
from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Decision, Denied, Expired
from wicket.gateway.past_decisions import read_decisions
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_types import AdmittedRequest, Judgement

YES, NO, AUTO = Approved("me", "terminal"), Denied("me", "terminal", "not now"), Approved("policy", "policy")
ASKED = Judgement("ask", "no rule covers it")


def record(folder: Path, *decided: tuple[str | AdmittedRequest, Decision]) -> Path:
    """Write a record in which these things were decided, one second after the other."""
    path = folder / "ledger.sqlite"
    ledger = Ledger(path)
    begin = time.time() - 1000
    notes = []
    for number, (asked, decision) in enumerate(decided):
        meant = admitted(asked, cwd="/p") if isinstance(asked, str) else asked
        notes.append(record_entries.decided(f"r{number}", meant, decision, ASKED, 1.0, begin + number))
    append(ledger, notes)
    ledger.close()
    return path


async def test_equal_decisions_are_one_and_policies_approve_nothing(tmp_path: Path) -> None:
    path = record(
        tmp_path,
        ("npm test", YES),
        ("npm test", YES),
        ("npm test", Approved("me", "grant 12")),
        ("npm test", AUTO),
        ("npm test", NO),
        ("ls", Expired(5.0)),
        (admitted("npm test", cwd="/q"), YES),
    )
    found = await read_decisions(path)
    assert [(each.command, each.admitted.cwd) for each in found] == [("npm test", "/q"), ("npm test", "/p")]
    assert [(each.approved, each.denied, each.because) for each in found] == [(1, 0, ""), (3, 1, "not now")]
