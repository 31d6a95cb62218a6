"""Codex's door: allow is silence, ask is a denial, and what cannot be judged later is asked about now."""

from pathlib import Path
from typing import Any

import pytest

from wicket.doors.call_judgement import judge
from wicket.doors.codex import read, spell
from wicket.doors.tool_call import Context, Ruling
from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision

TOLD = {
    "cwd": "/",
    "hook_event_name": "PreToolUse",
    "permission_mode": "bypassPermissions",
    "tool_name": "Bash",
    "tool_input": {"command": "git push"},
}


def answered(ruling: Ruling, **told: Any) -> bytes:
    call = read({**TOLD, **told}, Context({}))
    assert call is not None
    return spell(call, ruling.settled(call)).out


@pytest.mark.rule("D-30")
def test_before_a_tool_is_used() -> None:
    assert answered(Ruling(ALLOW)) == b""
    assert answered(Ruling(DENY, "no")) == (
        b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'
    )
    asked = answered(Ruling(ASK, "why"))
    assert b'"permissionDecision":"deny"' in asked
    assert b"a person has to confirm this" in asked


@pytest.mark.rule("D-31")
def test_before_its_dialog() -> None:
    event = {"hook_event_name": "PermissionRequest"}
    shape = b'{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":%s}}}'
    assert answered(Ruling(ALLOW), **event) == shape % b'"allow"'
    assert answered(Ruling(DENY, "no"), **event) == shape % b'"deny","message":"no"'
    assert answered(Ruling(ASK, "why"), **event) == b""


@pytest.mark.rule("D-32", "D-35")
def test_the_model_may_type_on_and_choose_the_shell() -> None:
    call = read(dict(TOLD), Context({}))
    assert call is not None
    assert (call.typed, call.any_shell) == (True, True)


@pytest.mark.rule("D-7")
def test_a_command_is_judged_where_it_will_run(tmp_path: Path) -> None:
    call = read({**TOLD, "cwd": str(tmp_path)}, Context({}, "/"))
    assert call is not None
    assert call.cwd == str(tmp_path)


def test_other_events_are_none_of_ours() -> None:
    assert read({**TOLD, "hook_event_name": "PostToolUse"}, Context({})) is None


@pytest.mark.rule("D-8")
@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("apply_patch <<'E'\n{}\nE", DENY),
        ("cd x && applypatch <<'E'\n{}\nE", DENY),
        ("apply_patch '{}'", DENY),
        ("apply_patch <<'E'\n*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\nE", PASS),
        ("apply_patch < x", ASK),
        ('apply_patch "$(cat x)" # {}', ASK),
        ("apply_patch <<E\n$(cat x)\nE", ASK),
    ],
)
def test_a_patch_that_a_shell_is_given_is_judged_by_the_files_that_it_names(text: str, decision: Decision) -> None:
    policy = Policy.loads("defaults: {action: pass}\nfiles: {deny_write: ['/me/.codex']}\n")
    patch = "*** Begin Patch\n*** Add File: /me/.codex/config.toml\n+x\n*** End Patch"
    call = read({**TOLD, "tool_input": {"command": text.replace("{}", patch)}}, Context({}))
    assert call is not None
    assert judge(call, policy).decision is decision
