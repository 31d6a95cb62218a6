"""Of the rules about a tool the strictest counts, and an allow only where it is certain which server is meant."""

from pathlib import Path

from wicket.judge import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

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
    assert any("what `tools` allows" in str(warning) for warning in policy.warnings)
