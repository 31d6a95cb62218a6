"""Judges what a tool that is no shell does to a file: an agent's Read, Write and Grep."""

from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.file_rules.file_effect import Effect
from wicket.policy.file_rules.files_of_sandbox import with_sandbox
from wicket.policy.file_rules.judge_files import judge_files
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.read_result import Command, Place, Script
from wicket.shell.words import Word
from wicket.shell.work_limit import TOO_MUCH, Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World

__all__ = ["KINDS", "examine_access"]

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
        named = {**named, "files": with_sandbox(named["files"], name, named["sandboxes"][name], world)}
    try:
        judge_files(named, [Effect(does, word, "operand", False, deep)], command, world, evidence, set())
    except Spent:
        from wicket.policy.decision import unsure

        evidence.add(unsure(policy["default"]), f"the path is {TOO_MUCH}")
    return script, [evidence]
