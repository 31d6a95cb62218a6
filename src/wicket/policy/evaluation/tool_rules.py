"""Judges a tool by its name: the policy's `tools`, of which the strictest that matches counts."""

from wicket.policy.decision import ALLOW, BY_WORD, PASS
from wicket.policy.patterns.globs import matches
from wicket.policy.verdict_and_evidence import Evidence, Verdict
from wicket.shell.read_result import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["judge_tool"]

# The server of a rule that names none: it is about the tools of agents.
_OWN = ("",)


def judge_tool(policy: "dict[str, Any]", tool: str, servers: "Sequence[tuple[str, str]]") -> Verdict:
    """Judge one tool; PASS: no rule is about it.

    `servers` are the ways to split its name into an MCP server's name and the tool's; empty: it is the agent's own.
    What asks or denies counts if it matches one of them, an allow if allows match them all.
    """
    evidence = Evidence(None)
    names = servers or (("", tool),)
    allowed = set()
    for action, server, name, message, fix_suggestion, origin in policy["tools"]:
        if (server == _OWN) is bool(servers):
            continue
        met = {both for both in names if matches(server, both[0]) and matches(name, both[1])}
        said = f"`{action}: {_shown(server, name)} ({origin})` matches"
        if action == "allow":
            allowed |= met
            if allowed >= set(names):
                evidence.add(ALLOW, said)
        elif met:
            evidence.add(BY_WORD[action], said, message, fix_suggestion)
    script = Script(tool, (), None)
    if not evidence.reasons:
        return Verdict(PASS, "no rule of `tools` covers it", "", (), script)
    _, said, message, fix_suggestion = evidence.decisive()
    return Verdict(evidence.decision, message or said, fix_suggestion, (evidence,), script)


def _shown(server: tuple[str, ...], name: tuple[str, ...]) -> str:
    return "*".join(name) if server == _OWN else f"{'*'.join(server)}/{'*'.join(name)}"
