"""The rules about tools are read, and what is wrong with them is said."""

import pytest

from wicket.judge import Policy
from wicket.policy.errors import PolicyError


def decision(policy: str, tool: str, *servers: tuple[str, str]) -> str:
    return str(Policy.loads(policy).check_tool(tool, servers).decision)


def test_rules_about_tools_are_read() -> None:
    policy = "tools: [{allow: [docs/*, notes/*]}, {deny: 'docs/delete_*', message: 'no'}, {ask: WebFetch}]\n"
    assert decision(policy, "x", ("docs", "search")) == "allow"
    assert decision(policy, "x", ("docs", "delete_all")) == "deny"
    assert decision(policy, "x", ("notes", "list")) == "allow"
    assert decision(policy, "WebFetch") == "ask"
    assert decision(policy, "WebFetch", ("web", "WebFetch")) == "pass"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tools: 7", "`tools` must be a list"),
        ("tools: [{allow: a/b, deny: a/b}]", "must have exactly one of allow, ask and deny"),
        ("tools: [{message: x}]", "must have exactly one of allow, ask and deny"),
        ("tools: [{allow: a/b, when: x}]", "a rule of `tools` has no key `when`"),
        ("tools: [{allow: 7}]", "the pattern of `allow` must be a text"),
        ("tools: [{allow: 'a b'}]", "names no tool"),
        ("tools: [{deny: '/x'}]", "names no tool"),
        ("tools: [{deny: 'x/'}]", "names no tool"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(PolicyError) as error:
        Policy.loads(text)
    assert said in str(error.value)
