"""Tests of `ask_about_code_and_unreadable_commands`."""

import pytest

import wicket
from policy.judging import decide, policy
from wicket.loaded_policy import Policy
from wicket.policy.evaluation.ask_about_code_and_unreadable_commands import as_commands
from wicket.shell.code_effects import Account, Request
from wicket.shell.read import read

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


# ── requests of code, as commands of curl and wget ────────────────────────────

POLICY = """
defaults: {action: allow}
rules:
  - ask: 'curl -X|--request DELETE *'
    to: elsewhere
  - ask: 'curl -d|--data @* *'
    to: elsewhere
  - ask: 'curl -H|--header *uthorization:* -d|--data *'
    to: elsewhere
  - ask: 'nc *'
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("requests.get('https://a.example')", "allow"),
        ("requests.put('https://a.example/' + x, json={'b': c})", "allow"),
        ("requests.delete('https://a.example/b')", "ask"),
        ("requests.delete('http://localhost:3000/b')", "allow"),
        ("requests.delete(x)", "ask"),
        ("requests.post('https://a.example', json=b, headers={'Authorization': c})", "ask"),
        ("requests.post('http://127.0.0.1:8000', json=b, headers={'Authorization': c})", "allow"),
        ("requests.post('https://a.example', data=open('b').read())", "ask"),
        ("requests.post('http://localhost/b', data=open('b').read())", "allow"),
        ("requests.Session().post('https://a.example', data=b)", "ask"),
    ],
)
def test_a_request_is_judged_as_that_of_curl(code: str, expected: str) -> None:
    verdict = wicket.Policy.loads(POLICY).check(f'python3 -c "import requests; {code}"')
    assert str(verdict.decision) == expected


def test_what_is_not_told_apart_is_no_command() -> None:
    (command,) = read("python3").commands
    account = Account()
    assert as_commands(account, command) is None
    account.requests = [Request("PUT", ("http://a",), True, True, False)]
    curl, wget = as_commands(account, command) or []
    assert [word.text for word in curl.words] == ["curl", "-X", "PUT", "-d", "x", "-H", "Authorization: x", "http://a"]
    assert [word.text for word in wget.words] == [
        "wget",
        "--method=PUT",
        "--body-data=x",
        "--header=Authorization: x",
        "http://a",
    ]


@pytest.mark.parametrize(
    ("rule", "fetching", "sending"),
    [
        ("ask: curl *", "ask", "ask"),
        ("deny: wget *", "ask", "ask"),
        ("deny: curl *example.org*", "ask", "ask"),
        ("deny: curl *example.net*", "allow", "ask"),
        ("ask: curl -T|--upload-file *", "allow", "ask"),
        ("ask: curl -X DELETE *", "allow", "ask"),
        ("ask: wget --post-file *", "allow", "ask"),
        ("ask: nc *", "allow", "ask"),
        ("ask: scp *", "allow", "allow"),
    ],
)
def test_code_that_fetches_is_a_plain_request(rule: str, fetching: str, sending: str) -> None:
    asked = policy(rule, defaults={"action": "allow"})
    assert decide(asked, "python3 -c \"import requests; requests.get('https://example.org')\"") == fetching
    assert (
        decide(asked, "python3 -c \"import requests; requests.post('https://example.org', data=open('x'))\"") == sending
    )
    assert decide(asked, "python3 -c \"import requests; requests.request('POST', 'https://example.org')\"") == sending


# ── code, and what cannot be read, is asked about ─────────────────────────────


def test_code_is_asked_about_only_where_something_could_be_hidden_in_it() -> None:
    code = "python -c 'import pickle; pickle.load(x)'"
    assert decide(policy(defaults={"action": "allow"}), code) == "allow"
    assert decide(policy("deny: rm *", defaults={"action": "allow"}), code) == "ask"
    assert decide(policy(defaults={"action": "allow"}, files={"deny_read": ["/x"]}), code) == "ask"
