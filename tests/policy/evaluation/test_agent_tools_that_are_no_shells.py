"""Tests of `agent_tools_that_are_no_shells`."""

from pathlib import Path

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS
from wicket.policy.evaluation.agent_tools_that_are_no_shells import KINDS

# ── what a tool that is no shell does to a path is judged by the file rules alone ──

FILES = "files: {deny_read: ['.env'], deny_write: [Makefile], write_only_in: ['.']}\n"


@pytest.mark.parametrize("default", ["allow", "ask", "deny", "pass"])
@pytest.mark.parametrize("kind", KINDS)
def test_where_no_file_rule_is_about_it_nothing_is_said(tmp_path: Path, kind: str, default: str) -> None:
    policy = Policy.loads(f"rules: [{{deny: '*'}}]\ndefaults: {{action: {default}}}\n{FILES}")
    verdict = policy.check_access(kind, "notes.txt", tmp_path)
    assert (str(verdict.decision), verdict.reason) == ("pass", "no file rule covers it")


@pytest.mark.parametrize(
    ("kind", "path", "decision", "reason"),
    [
        ("read", ".env", "deny", "it reads .env; `deny_read: .env (policy:1)`"),
        ("search", ".env", "deny", "it reads .env; `deny_read: .env (policy:1)`"),
        ("write", "Makefile", "deny", "it writes Makefile; `deny_write: Makefile (policy:1)`"),
        ("delete", "Makefile", "deny", "it deletes Makefile; `deny_write: Makefile (policy:1)`"),
        ("write", "/etc/hosts", "deny", "it writes /etc/hosts; `write_only_in: . (policy:1)`"),
        ("list", ".env", "pass", "no file rule covers it"),
        ("read", "Makefile", "pass", "no file rule covers it"),
    ],
)
def test_file_rules_hold(tmp_path: Path, kind: str, path: str, decision: str, reason: str) -> None:
    verdict = Policy.loads(FILES).check_access(kind, path, tmp_path)
    assert (str(verdict.decision), verdict.reason) == (decision, reason)


def test_what_stands_in_a_path_means_nothing_to_a_tool(tmp_path: Path) -> None:
    assert str(Policy.loads(FILES).check_access("read", "$(cat .env) *", tmp_path).decision) == "pass"


def test_a_fault_is_asked_about(tmp_path: Path) -> None:
    verdict = Policy.loads(FILES).check_access("eat", "x", tmp_path)
    assert (str(verdict.decision), verdict.reason) == ("ask", "it could not be judged: KeyError: 'eat'")


BOXED = """
definitions:
  sandbox:
    box: {fs: {write: {allow: [.], deny: [./vendor, '*.lock']}, read: {deny: [~/.ssh, .env]}}}
    nothing: {}
defaults: {action: ask, sandbox: BOX}
"""


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        ("write", "notes.txt", ""),
        ("write", "vendor/a", "it writes vendor/a; `deny_write: {top}/vendor (sandbox box)`"),
        ("delete", "a.lock", "it deletes a.lock; `deny_write: {top}/*.lock (sandbox box)`"),
        ("write", "/etc/hosts", "it writes /etc/hosts; `write_only_in: {top} (sandbox box)`"),
        ("write", "../x", "it writes ../x; `write_only_in: {top} (sandbox box)`"),
        ("write", "/tmp/x/../../etc/y", "it writes /tmp/x/../../etc/y; `write_only_in: {top} (sandbox box)`"),
        ("read", "/etc/hosts", ""),
        ("read", ".env", "it reads .env; `deny_read: {top}/.env (sandbox box)`"),
        ("read", "/home/u/.ssh/key", "it reads /home/u/.ssh/key; `deny_read: ~/.ssh (sandbox box)`"),
    ],
)
def test_what_commands_may_not_write_and_read_is_not_for_tools_either(
    tmp_path: Path, kind: str, path: str, reason: str
) -> None:
    policy = Policy.loads(BOXED.replace("BOX", "box"))
    verdict = policy.check_access(kind, path, tmp_path, {"HOME": "/home/u"})
    assert verdict.reason.replace(str(tmp_path), "{top}") == (reason or "no file rule covers it")
    assert str(verdict.decision) == ("deny" if reason else "pass")


def test_where_a_sandbox_lets_nothing_be_written_no_tool_writes(tmp_path: Path) -> None:
    verdict = Policy.loads(BOXED.replace("BOX", "nothing")).check_access("write", "a", tmp_path, {"HOME": "/home/u"})
    assert (str(verdict.decision), verdict.reason) == ("deny", "it writes a; `deny_write: / (sandbox nothing)`")


def test_commands_are_not_judged_by_it(tmp_path: Path) -> None:
    policy = Policy.loads(BOXED.replace("BOX", "box") + "rules: [{allow: 'cat *'}]")
    assert str(policy.check("cat .env", tmp_path, {"HOME": "/home/u"}, contained=True).decision) == "allow"


# ── of the rules about a tool the strictest counts, and an allow only where it is certain which server is meant ──

POLICY = Policy.loads("""
tools:
  - allow: 'a/*'
  - allow: 'a_b/x'
  - ask: '*/secret*'
  - deny: 'a/rm'
    message: 'not that'
    fix_suggestion: 'ask somebody'
  - deny: '*Shell'
""")


def test_the_strictest_rule_counts() -> None:
    found = [POLICY.check_tool("t", [("a", name)]).decision for name in ("x", "secrets", "rm")]
    assert found == [ALLOW, ASK, DENY]
    denied = POLICY.check_tool("t", [("a", "rm")])
    assert (denied.reason, denied.fix_suggestion) == ("not that", "ask somebody")


def test_without_a_rule_nothing_is_said() -> None:
    assert POLICY.check_tool("t", [("b", "x")]).decision is PASS
    assert Policy.loads("").check_tool("t", [("b", "x")]).decision is PASS


def test_an_agents_own_tools_have_no_server() -> None:
    assert [POLICY.check_tool(tool).decision for tool in ("PowerShell", "a", "secrets")] == [DENY, PASS, PASS]
    assert POLICY.check_tool("t", [("x", "PowerShell")]).decision is PASS


def test_where_a_name_can_be_split_in_several_ways() -> None:
    assert POLICY.check_tool("t", [("a", "b_x"), ("a_b", "x")]).decision is ALLOW
    assert POLICY.check_tool("t", [("a", "c_x"), ("a_c", "x")]).decision is PASS
    assert POLICY.check_tool("t", [("a", "rm"), ("z", "y")]).decision is DENY


def test_of_a_file_that_nobody_trusted_only_what_forbids_counts(tmp_path: Path) -> None:
    (tmp_path / "wicket.yml").write_text("tools: [{allow: 'a/*'}, {deny: 'a/rm'}]\n")
    environ = {"HOME": str(tmp_path / "home"), "WICKET_HOME": str(tmp_path / "state"), "PATH": "/bin"}
    policy = Policy.discover(tmp_path, environ)
    assert [policy.check_tool("t", [("a", name)]).decision for name in ("x", "rm")] == [PASS, DENY]
    assert any("allows under `tools`" in str(warning) for warning in policy.warnings)
