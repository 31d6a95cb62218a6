"""Judges agents' tools that are no shells: by the tool's name (`tools`), and by the file that it reads or writes."""

from wicket.policy.decision import ALLOW, BY_WORD, PASS
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.file_rules.file_effect import Effect
from wicket.policy.file_rules.judge_files import judge_files
from wicket.policy.patterns.globs_of_words_and_home_folder import matches
from wicket.policy.verdict_and_evidence import Evidence, Verdict, of_the_whole
from wicket.shell.read_result import Command, Place, Script
from wicket.shell.refusal_and_work_limit import TOO_MUCH, Spent
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wicket.policy.machine_view import World

__all__ = ["KINDS", "examine_access", "judge_tool", "uncovered"]


# ── judges what a tool that is no shell does to a file: an agent's Read, Write and Grep ──

# What each does, and how deep it goes: a search reads what is seen to lie in a folder.
KINDS = {
    "read": ("read", ""),
    "write": ("write", ""),
    "delete": ("delete", ""),
    "list": ("list", ""),
    "search": ("read", "project"),
}


def examine_access(policy: "dict[str, Any]", kind: str, path: str, world: "World") -> "tuple[Script, list[Evidence]]":
    """Judge one path by the file rules, as if a command did this to it, in the sandbox of commands without one."""
    does, deep = KINDS[kind]
    word = Word(path, 0, len(path))
    command = Command((), (), (), 0, len(path), Place())
    script = Script(path, (command,), None)
    world.script = script
    evidence = Evidence(command)
    named = with_names(policy)
    if name := named["default_sandbox"]:
        from wicket.policy.file_rules.files_of_sandbox import with_sandbox

        named = {**named, "files": with_sandbox(named["files"], name, named["sandboxes"][name], world)}
    try:
        judge_files(named, [Effect(does, word, "operand", False, deep)], command, world, evidence, set())
    except Spent:
        from wicket.policy.decision import unsure

        evidence.add(unsure(policy["default"]), f"the path is {TOO_MUCH}", code="too-much")
    return script, [evidence]


# ── judges a tool by its name: the policy's `tools`, of which the strictest that matches counts ──

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
                evidence.add(ALLOW, said, code="rule")
        elif met:
            evidence.add(BY_WORD[action], said, message, fix_suggestion, code="rule")
    script = Script(tool, (), None)
    if not evidence.reasons:
        return uncovered(script)
    _, said, message, fix_suggestion = evidence.decisive()
    return Verdict(evidence.decision, message or said, fix_suggestion, (evidence,), script)


def uncovered(script: Script) -> Verdict:
    """Judge a tool that no rule is about."""
    said = "no rule of `tools` covers it"
    return Verdict(PASS, said, "", (of_the_whole(PASS, said, code="no-rule"),), script)


def _shown(server: tuple[str, ...], name: tuple[str, ...]) -> str:
    return "*".join(name) if server == _OWN else f"{'*'.join(server)}/{'*'.join(name)}"
