"""Asks about code in other languages, and about what a command runs and nobody can read."""

from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden_in_code
from wicket.policy.evaluation.requests_in_code import rule_about_requests
from wicket.shell.unwrapping.written_files import EDITED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.evaluation.program_names_in_texts import Remembered
    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word
    from wicket.shell.work_limit import Fuel

__all__ = ["ask_about_code", "ask_about_unreadable", "names_code"]

# Options that hand over a program in another language; a rule that names one covers it.
_CODE_FLAGS = frozenset(["-c", "-e", "-E", "-p", "-r", "--eval", "--print", "--expression"])

_CODE = "runs code of "


def names_code(named: "list[Word]") -> bool:
    """Tell whether a rule names the option that hands over code, so that it means whatever code there is."""
    return any(word.text in _CODE_FLAGS for word in named)


def _opaque_code(reason: str) -> tuple[str, str]:
    """Give the code of what cannot be read, and what to do instead, if that is known."""
    if reason.startswith(_CODE):
        return "code", ""
    if "this text has written" in reason or reason.endswith(EDITED):
        return "written", "make it two calls: one that writes, and one that runs"
    return "not-read", ""


def ask_about_unreadable(
    command: "Command",
    evidence: "Evidence",
    named: "list[Word]",
    unsure: "Decision",
    fuel: "Fuel",
    *,
    any_code: bool,
    passes: bool,
) -> None:
    """Ask about what a command runs and nobody can read. With `any_code`, not about code that stands in it."""
    fuel.take(20 * len(command.opaque))
    for reason in command.opaque:
        if reason.endswith(EDITED) and (
            passes or any(match.action == "allow" and match.sure for match in evidence.matches)
        ):
            continue  # in two calls, each would be allowed, or left to the agent
        if reason.startswith(_CODE) and (any_code or names_code(named)):
            continue
        code, fix = _opaque_code(reason)
        evidence.add(unsure, f"it {reason}" if reason.startswith("runs ") else reason, "", fix, code)


def ask_about_code(
    command: "Command",
    evidence: "Evidence",
    policy: "dict[str, Any]",
    rules: "ConditionalRules",
    world: "World",
    remembered: "Remembered",
    unsure: "Decision",
) -> None:
    """Ask about what code may do that a rule forbids, where its account leaves that open."""
    for account in command.code:
        if account.unknown_read and policy["files"][0]:
            evidence.add(unsure, "its code reads a file, and which one is not known", code="unknown-file")
        about = rule_about_requests(command, account, policy, rules, world) if account.talks else ""
        if about:
            evidence.add(unsure, f"its code talks to other machines, and {about}", code="code")
        inside = hidden_in_code(command, account, policy, rules, world, remembered)
        if inside:
            evidence.add(unsure, f"its code may run {inside}", code="hidden-command")
