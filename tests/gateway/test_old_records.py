"""A record that an older wicket began is read, proved and written on; what it holds stays as it is."""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved
from wicket.gateway.record_judged_again import recheck
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Search, cases
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.resume_after_restart import resume
from wicket.web.record_views import chapters

# As it was made before texts were cleaned as a whole: a plain digest, and evidence with all that the reader saw.
SCHEMA = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL, body TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX entries_request ON entries (request, kind);
CREATE INDEX entries_at ON entries (at_us);
CREATE TABLE base (seq INTEGER NOT NULL, hash TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (text);
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE (ABORT, 'entries stay'); END;
"""
REQUEST = {
    "id": "7",
    "pipeline": [["bash", "-c", "curl -u me:hunter2 https://example.org"]],
    "act_sha256": "0" * 64,
    "programs": ["/usr/bin/bash"],
    "env": {"LC_TOKEN": "hunter2"},
    "cwd": "/srv",
    "privileged": False,
    "forward_agent": False,
    "claimed": {"reason": "to see", "session": "agent", "host": ""},
    "requester": {
        "uid": 1,
        "pid": 2,
        "executable": "/usr/bin/agent",
        "command_line": ["agent"],
        "cwd": "/",
        "parents": [],
    },
    "judged": "ask",
    "judged_because": "no rule",
    "evidence": {"commands": [{"command": "curl -u me:hunter2 https://example.org", "decision": "ask"}]},
}
OLD: list[tuple[str, str, dict[str, Any]]] = [
    ("asked", "r1", REQUEST | {"ticket": "1a2b"}),
    (
        "decision",
        "r1",
        REQUEST | {"decision": "approved", "by": "me", "door": "x", "comment": "", "waited_s": 1.0, "runs": True},
    ),
    (
        "result",
        "r1",
        {"exit_codes": [0], "failure": "", "duration_s": 1.0, "stdout_bytes": 3, "stdout_sha256": "1" * 64},
    ),
    ("asked", "r2", REQUEST | {"ticket": "3c4d", "id": "8"}),
]


def old_record(path: Path) -> Ledger:
    made = sqlite3.connect(path)
    made.executescript(SCHEMA)
    previous = "0" * 64
    for seq, (kind, request, fields) in enumerate(OLD, start=1):
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        row = [previous, seq, seq * 1_000_000, kind, request, body]
        previous = hashlib.sha256(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
        made.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (*row[1:], previous))
        made.execute("INSERT INTO words (rowid, text) VALUES (?, 'curl agent')", (seq,))
    made.commit()
    made.close()
    path.chmod(0o600)
    return Ledger(path)


def test_it_is_proved_read_and_shown(tmp_path: Path) -> None:
    ledger = old_record(tmp_path / "ledger.sqlite")
    found = ledger.verify()
    assert (found.entries, found.broken) == (4, "")
    [case] = cases(ledger, Search(text="curl"))
    assert (case.exit_code, case.cleaned) == (0, False)
    asked, decision, result = chapters(ledger.entries(request="r1"))
    assert (asked.title, dict(decision.facts)["digest"], dict(result.facts)["digest"]) == (
        "A person was asked",
        "0" * 64,
        "1" * 64,
    )
    assert len(list(ledger.export())) == 4
    ledger.close()


async def test_it_is_written_on_and_what_is_new_is_clean(tmp_path: Path) -> None:
    ledger = old_record(tmp_path / "ledger.sqlite")
    head = ledger.head()
    recorder = Recorder(ledger)
    assert resume(ledger, recorder, 5.0) == [("7", 1.0), ("8", 4.0), ("7", 2.0)]
    await recorder.close()
    closed = list(ledger.entries(after=4))
    assert [(entry.kind, entry.request) for entry in closed] == [("decision", "r2")]
    assert "hunter2" not in closed[0].body
    append(ledger, [record_entries.decided("r3", admitted("ls"), Approved("me", "x"), Judgement("ask"), 1.0, 6.0)])
    found = ledger.verify(head)
    assert (found.entries, found.broken) == (6, "")
    ledger.close()


async def test_it_is_judged_anew(tmp_path: Path) -> None:
    async def judge(admitted: AdmittedRequest) -> Judgement:
        return Judgement("deny", admitted.pipeline[0][2])

    ledger = old_record(tmp_path / "ledger.sqlite")
    found = await recheck(cases(ledger, Search()), judge)
    ledger.close()
    assert (found.judged, found.cleaned, [change.exact for change in found.changes]) == (1, 0, [True])
