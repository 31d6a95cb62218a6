"""The past, judged by another policy: what would change, and nothing else."""

from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved
from wicket.gateway.record_judged_again import recheck
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_search import Search, cases
from wicket.gateway.request_types import AdmittedRequest, Judgement


async def test_what_would_change_is_counted_and_named(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    asked: list[tuple[str, ...]] = []

    async def judge(seen: AdmittedRequest) -> Judgement:
        asked.append(seen.pipeline[0])
        assert (seen.cwd, seen.env, seen.privileged) == ("/srv", (("LANG", "C"),), True)
        return Judgement("deny", "no rm") if seen.pipeline[0][0] == "rm" else Judgement("allow")

    def note(command: str, judged: str) -> Note:
        made = admitted(command, cwd="/srv", env=(("LANG", "C"),), privileged=True)
        return record_entries.decided("r", made, Approved("me", "x"), Judgement(judged), 1.0, 1000.0)

    recorded = [("ls", "allow"), ("ls", "ask"), ("rm x", "ask"), ("rm x", "deny"), ("gone", "")]
    append(ledger, [note(*each) for each in [*recorded, ("curl --token hunter2", "ask")]])
    found = await recheck(cases(ledger, Search()), judge)
    ledger.close()
    assert (found.judged, dict(found.ways)) == (5, {("ask", "allow"): 2, ("ask", "deny"): 1})
    assert [change.fields() for change in found.changes] == [
        {
            "seq": 2,
            "at": 1000.0,
            "command": "ls",
            "cwd": "/srv",
            "then": "ask",
            "now": "allow",
            "because": "",
            "exact": True,
        },
        {"seq": 3, "at": 1000.0, "command": "rm x", "cwd": "/srv", "then": "ask", "now": "deny"}
        | {"because": "no rm", "exact": True},
        {"seq": 6, "at": 1000.0, "command": "curl --token '[redacted]'", "cwd": "/srv", "then": "ask", "now": "allow"}
        | {"because": "", "exact": False},
    ]
    assert asked == [("ls",), ("rm", "x"), ("curl", "--token", "[redacted]")]  # what is alike is judged once
