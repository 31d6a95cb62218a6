"""Two policies: a deny of either holds, an allow of either suffices, and files of the agent's folder are its own."""

from pathlib import Path

import pytest

from wicket.doors.tool_call import ToolCall
from wicket.loaded_policy import Policy
from wicket.tasks.call_record import CallRecord
from wicket.tasks.task_gate import TaskGate

PERSON = '{"rules": [{"deny": "git push *"}, {"allow": "ls *"}]}'
TASK = {"rules": [{"allow": "git *"}, {"deny": "ls -R *"}]}


@pytest.mark.parametrize(
    ("text", "decision"),
    [("ls x", "allow"), ("git status", "allow"), ("git push x", "deny"), ("ls -R x", "deny"), ("make", "ask")],
)
def test_commands(tmp_path: Path, text: str, decision: str) -> None:
    record = CallRecord()
    gate = TaskGate(Policy.loads(PERSON), TASK, tmp_path, record)
    assert bool(gate.may_run(text, str(tmp_path))) is (decision != "allow")
    assert [call.decision for call in record.gate] == [decision]


ALLOWED = ["every command in it is allowed", "a policy allows it"]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("git status", ALLOWED),
        ("ls x", ALLOWED),
        ("git push x", ["`deny: git push * (policy:1)` matches"] * 2),
        ("ls -R x", ["`deny: ls -R * (policy:1)` matches"] * 2),
        ("make", ["no rule covers `make`"] * 2),
    ],
)
def test_the_reason_is_of_the_policy_that_has_decided(tmp_path: Path, text: str, reasons: list[str]) -> None:
    gate = TaskGate(Policy.loads(PERSON), TASK, tmp_path, record := CallRecord())
    gate.may_run(text, str(tmp_path))
    call = ToolCall(tool="Bash", commands=(text,), cwd=str(tmp_path))
    gate.judge(call, {})
    assert [one.reason for one in record.gate] == reasons


def test_files(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "out").symlink_to("/etc")
    gate = TaskGate(Policy.loads("{}"), None, tmp_path / "work", CallRecord())
    assert gate.may_access("write", "a.txt") == ""
    for path in ("../b.txt", "/etc/hosts", "out/hosts"):
        assert gate.may_access("write", path).startswith("denied, for nobody can be asked")


def test_tools(tmp_path: Path) -> None:
    record = CallRecord()
    gate = TaskGate(Policy.loads("{}"), None, tmp_path, record, approve_asks=True)
    assert (gate.may_use("mcp__s__t", known=True), gate.may_use("WebFetch", known=False)) == ("", "")
    assert [(call.decision, call.ran) for call in record.gate] == [("allow", True), ("ask", True)]
