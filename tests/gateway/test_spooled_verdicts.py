"""What hooks have written down reaches the record once, whatever else stands there and whoever dies meanwhile."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from doors.hooks import call
from machine import Machine
from served_gateway import serving
from wicket.doors.call_record import ended, failed
from wicket.doors.verdict_spool import NAME, append
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.spooled_verdicts import is_waiting, note_of, take_over, take_over_into

assert BOUND_S


def decision(call: str, **more: Any) -> dict[str, Any]:
    told = json.dumps({"session_id": "s", "tool_use_id": call}).encode()
    plain = {"decision": "allow", "answer": "allow", "commands": ["git status"], "cwd": "/"}
    return failed("claude-code", told, "") | plain | more


def entries(record: Path) -> list[Entry]:
    ledger = Ledger(record)
    try:
        return list(ledger.entries())
    finally:
        ledger.close()


def test_each_line_is_recorded_once_and_the_spool_is_emptied(tmp_path: Path) -> None:
    record = tmp_path / "ledger.sqlite"
    end = ended("claude-code", {"hook_event_name": "PostToolUse", "session_id": "s", "tool_use_id": "a"})
    assert end is not None
    for each in (decision("a"), decision("b", decision="ask", answer="deny"), end):
        append(str(tmp_path), each)
    assert is_waiting(tmp_path)
    assert take_over_into(record) == 3
    assert (is_waiting(tmp_path), take_over_into(record)) == (False, 0)
    found = [(entry.kind, entry.request, entry.fields.get("decision")) for entry in entries(record)]
    assert found == [
        ("decision", "hook:claude-code:s:a", "approved"),
        ("decision", "hook:claude-code:s:b", "denied"),
        ("result", "hook:claude-code:s:a", None),
    ]


def test_whoever_dies_before_the_spool_is_emptied_leaves_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "ledger.sqlite"
    append(str(tmp_path), decision("a"))

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "ftruncate", die)
    with pytest.raises(KeyboardInterrupt):
        take_over_into(record)
    monkeypatch.undo()
    append(str(tmp_path), decision("b"))
    assert take_over_into(record) == 1
    assert [entry.request[-1] for entry in entries(record)] == ["a", "b"]


def test_a_record_that_takes_nothing_leaves_the_spool_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append(str(tmp_path), decision("a"))
    ledger = Ledger(tmp_path / "ledger.sqlite")

    def refuse(_: object) -> None:
        raise LedgerError("the disk is full")

    monkeypatch.setattr(ledger, "append", refuse)
    with pytest.raises(LedgerError):
        take_over(tmp_path, ledger)
    ledger.close()
    assert is_waiting(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"{}",
        b"[" * 100_000,
        json.dumps(decision("x") | {"commands": "ls"}).encode(),
        json.dumps(decision("x") | {"paths": [["read"]]}).encode(),
        json.dumps(decision("x") | {"at": "now"}).encode(),
        json.dumps(decision("x") | {"kind": "grant"}).encode(),
        json.dumps(decision("x") | {"session": None}).encode(),
        json.dumps({"kind": "ended", "exit": "x"}).encode(),
        json.dumps(decision("x")).encode()[:-5],
        b"\xff\xfe",
    ],
)
def test_what_is_no_line_of_ours_is_left_out(tmp_path: Path, line: bytes) -> None:
    (tmp_path / NAME).write_bytes(line + b"\n" + json.dumps(decision("a")).encode() + b"\n")
    assert take_over_into(tmp_path / "ledger.sqlite") == 1


def test_a_secret_that_somebody_else_wrote_there_is_cleaned(tmp_path: Path) -> None:
    secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    (tmp_path / NAME).write_text(json.dumps(decision("a", commands=[f"curl -H 'X: {secret}' y"])) + "\n")
    take_over_into(tmp_path / "ledger.sqlite")
    assert secret not in entries(tmp_path / "ledger.sqlite")[0].body


@pytest.mark.parametrize(
    ("decision_", "answer", "recorded"),
    [
        ("allow", "allow", "approved"),
        ("ask", "ask", "asked"),
        ("ask", "deny", "denied"),
        ("deny", "deny", "denied"),
        ("pass", "pass", "passed"),
        ("failed", "", "refused"),
    ],
)
def test_what_was_answered_is_what_is_recorded(decision_: str, answer: str, recorded: str) -> None:
    note = note_of(decision("a", decision=decision_, answer=answer), 0)
    assert note is not None
    assert note.body["decision"] == recorded


def test_a_dialog_of_the_same_call_is_an_entry_of_its_own() -> None:
    notes = [note_of(decision("a", event=event), 0) for event in ("PreToolUse", "PermissionRequest")]
    assert len({note.request for note in notes if note is not None}) == 2


def test_files_are_recorded_and_never_judged_anew() -> None:
    note = note_of(decision("a", commands=[], paths=[["write", "/x"]], tool="Write"), 0)
    assert note is not None
    assert (note.body["pipeline"], note.body["judged"]) == ([["Write", "/x"]], "")


def test_the_next_gateway_and_audit_show_what_hooks_did(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.home.mkdir(mode=0o700)
    append(str(machine.home), decision("a"))
    with serving(machine, "--no-prompt"):
        assert not is_waiting(machine.home)
    append(str(machine.home), decision("b"))
    shown = json.loads(machine.run("audit", "--json").out)
    assert [(case["request"], case["command"], case["door"]) for case in shown] == [
        ("hook:claude-code:s:a", "bash -c 'git status'", "hook of claude-code"),
        ("hook:claude-code:s:b", "bash -c 'git status'", "hook of claude-code"),
    ]
    assert "1 judged anew" not in machine.run("audit", "verify").out
    (machine.project / "new.yml").write_text("rules: [{deny: 'git status'}]\n", encoding="utf-8")
    assert "2 judged anew, 2 otherwise than before" in machine.run("audit", "recheck", "--config", "new.yml").out
    assert call()
