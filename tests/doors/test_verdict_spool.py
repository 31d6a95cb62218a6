"""A hook without a gateway leaves one clean line behind, and nothing of that reaches the agent."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from doors.hooks import Installation, call, pre, spooled
from wicket.doors import verdict_spool
from wicket.doors.call_record import failed
from wicket.doors.verdict_spool import MAX_LINE_BYTES, NAME, append, cleaned, is_plain

POLICY = "rules: [{allow: 'git status'}, {allow: 'curl *'}, {deny: 'git push *'}]\n"
SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, POLICY)


def test_every_verdict_leaves_a_line(place: Installation) -> None:
    place.answer(call(tool_use_id="a"))
    place.answer(call("git push x", tool_use_id="b"))
    place.answer(call("make", tool_use_id="c"))
    place.answer(call(hook_event_name="PostToolUse", tool_use_id="a", tool_response={"exitCode": 1}))
    place.run(b"no JSON")
    found = {line["call"] + line["kind"]: line for line in spooled(place.state, 5)}
    assert {name: line.get("decision") for name, line in found.items()} == {
        "adecided": "allow",
        "bdecided": "deny",
        "cdecided": "ask",
        "aended": None,
        "decided": "failed",
    }
    assert stat.S_IMODE((place.state / NAME).stat().st_mode) == 0o600


def test_what_is_none_of_ours_leaves_none(place: Installation) -> None:
    place.answer(call(tool_name="TodoWrite", tool_input={"todos": []}))
    place.answer(call(hook_event_name="SessionStart"))
    place.answer(call())
    assert len(spooled(place.state, 1)) == 1


@pytest.mark.parametrize(
    "command",
    [f"curl -H 'Authorization: Bearer {SECRET}' x", "curl -u ada:hunter2secret x", "git push --token hunter2secret"],
)
def test_no_secret_is_in_a_line(place: Installation, command: str) -> None:
    place.answer(call(command))
    (line,) = spooled(place.state, 1)
    assert SECRET not in json.dumps(line)
    assert "hunter2secret" not in json.dumps(line)
    assert "[redacted]" in line["commands"][0]


def test_a_spool_that_cannot_be_written_does_not_matter_to_the_agent(place: Installation) -> None:
    place.state.mkdir(mode=0o700)
    (place.state / NAME).mkdir()
    assert place.answer(call()) == pre("allow")


def test_a_spool_is_no_link_into_another_file(place: Installation, tmp_path: Path) -> None:
    place.state.mkdir(mode=0o700)
    (tmp_path / "other").touch()
    (place.state / NAME).symlink_to(tmp_path / "other")
    assert place.answer(call()) == pre("allow")
    assert (tmp_path / "other").read_bytes() == b""


def test_a_spool_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_spool, "MAX_BYTES", 600)
    record = failed("x", b"{}", "")
    for _ in range(10):
        append(str(tmp_path), record)
    assert 0 < (tmp_path / NAME).stat().st_size <= 600


def test_a_line_does_not_grow_without_end(tmp_path: Path) -> None:
    record = failed("x", b"{}", "") | {"commands": ["ls"] * MAX_LINE_BYTES}
    append(str(tmp_path), record)
    (line,) = spooled(tmp_path, 1)
    assert (line["commands"], line["because"]) == ([], "too long to keep")


def test_what_is_certain_at_a_glance_is_written_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("nobody else is needed"))
    append(str(tmp_path), failed("x", b"{}", ""))
    assert len(spooled(tmp_path, 1)) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"because": "why"},
        {"cwd": "/work/Ada's token"},
        {"commands": ["curl x"]},
        {"paths": [["read", "/home/ada/.ssh/id_ed25519"]]},
        {"decision": "deny", "evidence": [{"rules": ["deny: x"], "command": "", "decision": "deny", "codes": []}]},
    ],
)
def test_all_else_is_looked_at(more: dict[str, Any]) -> None:
    record = failed("x", b"{}", "")
    assert is_plain(record)
    assert not is_plain(record | more)


def test_a_secret_is_left_out_wherever_it_stands() -> None:
    record = failed("x", b"{}", f"`--token {SECRET}` is not known") | {
        "commands": [f"git push --token {SECRET}"],
        "paths": [["read", f"/x/{SECRET}"]],
        "evidence": [{"command": f"git push {SECRET}", "rules": [], "codes": [], "decision": "ask"}],
    }
    assert SECRET not in repr(cleaned(record))
