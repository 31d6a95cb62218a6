"""What the record says of each thing that can happen."""

from dataclasses import replace

import pytest

from gateway.admitted_requests import admitted
from gateway.records import REDACTION
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Withdrawn
from wicket.gateway.grants import exact, similar
from wicket.gateway.pipeline_execution import EndedStage, Outcome, Refused
from wicket.gateway.record_redaction import REDACTED
from wicket.gateway.request_types import Judgement

ASKED = admitted("cat /srv/a/b --token abc", "wc", reason="why", session="agent")
JUDGED = Judgement("ask", "no rule", {"rule": 1})


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (
            Approved("me", "terminal", "fine"),
            {"decision": "approved", "door": "terminal", "comment": "fine", "runs": True},
        ),
        (Denied("me", "web", "no"), {"decision": "denied", "door": "web", "because": "no", "runs": False}),
        (Expired(600.0), {"decision": "expired", "after_s": 600.0, "runs": False}),
        (Withdrawn(), {"decision": "withdrawn", "runs": False}),
        (Closed(), {"decision": "closed", "runs": False}),
        ("no such program", {"decision": "refused", "because": "no such program", "runs": False}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_decision_is_recorded_with_its_evidence(decision: Decision | str, said: dict[str, object]) -> None:
    note = REDACTION.clean(record_entries.decided("key", ASKED, decision, JUDGED, 1.23456, 7.0))
    assert said.items() <= note.body.items()
    assert (note.kind, note.request, note.at) == ("decision", "key", 7.0)
    assert note.body["pipeline"] == [["cat", "/srv/a/b", "--token", "[redacted]"], ["wc"]]
    assert (note.body["judged"], note.body["evidence"], note.body["waited_s"]) == ("ask", {"rule": 1}, 1.235)
    assert note.body["requester"]["executable"] == "/usr/bin/agent"
    assert note.text == "cat /srv/a/b --token '[redacted]' | wc agent why /"


def test_a_result_has_sizes_and_digests_and_no_output() -> None:
    outcome = Outcome((EndedStage(1, 0, b"err", False),), b"secret output", True, 1.5, "digest", "timed out", (42,))
    note = REDACTION.clean(record_entries.resulted("key", ASKED, JUDGED, outcome, 7.0))
    assert note.body == {
        "exit_codes": [1],
        "signals": [0],
        "stderr_bytes": [3],
        "stdout_bytes": 13,
        "stdout_digest": REDACTION.digest(b"digest"),
        "truncated": True,
        "duration_s": 1.5,
        "failure": "timed out",
        "left": [42],
    }


def test_a_result_says_what_a_sandbox_refused() -> None:
    refused = (Refused("work", "no write to ~/x", "fs.write.allow", "~/x"),)
    outcome = Outcome((EndedStage(1, 0, b"", False),), b"", False, 1.5, "digest", refused=refused)
    note = REDACTION.clean(record_entries.resulted("key", ASKED, JUDGED, outcome, 7.0))
    told = {"sandbox": "work", "line": "no write to ~/x", "key": "fs.write.allow", "value": "~/x"}
    assert note.body["refused"] == [told]


def test_what_did_not_run_has_a_result_too() -> None:
    assert record_entries.not_run("key", ASKED, JUDGED, "changed", 1.0).body == {"failure": "changed", "exit_codes": []}
    assert record_entries.interrupted("key", 1.0).body["failure"].startswith("interrupted")


def test_gates_and_controls_are_recorded_briefly() -> None:
    assert record_entries.rejected("key", "i" * 1000, "x" * 1000, 7, 1.0).body == {
        "reason": "x" * 500,
        "request_id": "i" * 200,
        "uid": 7,
    }
    assert record_entries.control("key", "1", "ping", 7, 1.0).body == {"id": "1", "action": "ping", "uid": 7}
    assert record_entries.asked("key", ASKED, "t", JUDGED, 1.0).body["ticket"] == "t"


def test_grants_are_recorded_with_their_holes() -> None:
    agreed = similar(exact("g", admitted("cat /srv/a/b"), by="me", times=3, seconds=60, now=0))
    note = record_entries.granted(agreed, 60, 1.0)
    assert note.body["pattern"] == [["cat", "</srv/a/path>"]]
    assert record_entries.revoked("g", "me", 1.0).body == {"grant": "g", "by": "me"}


def test_a_grant_is_recorded_without_what_looks_like_a_secret() -> None:
    agreed = exact("g", admitted("curl --token abc https://me:pw@example.com/"), by="me", times=3, seconds=60, now=0)
    note = REDACTION.clean(record_entries.granted(agreed, 60, 1.0))
    assert note.body["pattern"] == [["curl", "--token", REDACTED, f"https://me:{REDACTED}@example.com/"]]
    assert note.body["pattern_digest"] == REDACTION.digest(repr(agreed.pattern).encode())


def test_what_happens_at_the_approvers_socket_is_recorded_with_the_process() -> None:
    who = replace(ASKED.requester, command_line=("wicket", "approve", "--token", "abc"))
    known = {
        "uid": who.uid,
        "pid": who.pid,
        "executable": who.executable,
        "command_line": ["wicket", "approve", "--token", REDACTED],
        "cwd": who.cwd,
        "session_leader": who.session_leader,
        "parents": [[parent.pid, parent.executable] for parent in who.parents],
    }
    approved = REDACTION.clean(record_entries.approver(who, "approve", "t", 1.0))
    assert (approved.kind, approved.request) == ("approver", "t")
    assert approved.body == {"act": "approve", "subject": "t", "approver": known, "cleaned": True}
    turned_away = REDACTION.clean(record_entries.turned_away(who, "no", 1.0))
    assert (turned_away.kind, turned_away.text) == ("turned_away", "no")
    assert turned_away.body == {"because": "no", "approver": known, "cleaned": True}


def test_a_rule_that_was_written_is_recorded() -> None:
    note = record_entries.ruled("t", ("npm test",), "/w.yml", "me", "console", 1.0)
    assert (note.kind, note.request) == ("rule", "t")
    assert note.body == {"rules": ["npm test"], "file": "/w.yml", "by": "me", "door": "console"}
