"""Tests of `ask_about_code_and_unreadable_commands`."""

import pytest

from policy.judging import decide, policy
from wicket.loaded_policy import Policy

# ── what is meant for PowerShell or cmd is asked about, with a reason that says so ──

ALLOWING = Policy.loads("{defaults: {action: allow}, rules: [{deny: 'rm *'}]}")
PASSING = Policy.loads("{defaults: {action: pass}, rules: [{allow: 'Get-ChildItem|python *'}]}")
DENYING = Policy.loads("{defaults: {action: deny}}")
POWERSHELL = "this looks like PowerShell, which wicket does not read"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Get-ChildItem | Where-Object { $_.Length -gt 5 }", POWERSHELL),
        ("if (Test-Path x) { Remove-Item x }", POWERSHELL),
        ("Remove-Item -Recurse x; ls", POWERSHELL),
        ("bash -c 'Get-ChildItem x'", POWERSHELL),
        ("dir /s", "this looks like cmd.exe, which wicket does not read"),
        ("if exist x del x", "this looks like cmd.exe, which wicket does not read"),
        (r"tools\run.exe x.py", r"bash drops the backslashes of `tools\run.exe`"),
    ],
)
@pytest.mark.parametrize(("policy", "decision"), [(ALLOWING, "ask"), (PASSING, "ask"), (DENYING, "deny")])
def test_another_shell_is_named(text: str, reason: str, policy: Policy, decision: str) -> None:
    verdict = policy.check(text, "/nowhere", {})
    assert (str(verdict.decision), verdict.reason) == (decision, reason)


def test_what_to_do_is_said() -> None:
    assert ALLOWING.check(r"bin\x a", "/nowhere", {}).fix_suggestion == "write `bin/x`"
    assert ALLOWING.check("dir /s", "/nowhere", {}).fix_suggestion == "write it for bash, or have a person run it"
    assert ALLOWING.check("if exist x y", "/nowhere", {}).fix_suggestion == "write it for bash, or have a person run it"


def test_the_evidence_has_a_code() -> None:
    [evidence] = ALLOWING.check("Get-ChildItem", "/nowhere", {}).evidence
    assert "other-shell" in evidence.codes


def test_what_is_denied_stays_so() -> None:
    assert "rm" in ALLOWING.check(r"r\m x", "/nowhere", {}).reason
    assert str(ALLOWING.check("dir /s; rm x", "/nowhere", {}).decision) == "deny"


@pytest.mark.parametrize("text", ["cat > x.ps1 <<'E'\nGet-ChildItem\nE", "git commit -m Get-Item", "\\ls", "dir x"])
def test_bash_is_left_alone(text: str) -> None:
    assert str(ALLOWING.check(text, "/nowhere", {}).decision) == "allow"


# ── code, and what cannot be read, is asked about ─────────────────────────────


def test_code_is_asked_about_only_where_something_could_be_hidden_in_it() -> None:
    code = "python -c 'import pickle; pickle.load(x)'"
    assert decide(policy(defaults={"action": "allow"}), code) == "allow"
    assert decide(policy("deny: rm *", defaults={"action": "allow"}), code) == "ask"
    assert decide(policy(defaults={"action": "allow"}, files={"deny_read": ["/x"]}), code) == "ask"
