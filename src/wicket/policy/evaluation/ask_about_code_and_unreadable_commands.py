"""Asks about code in other languages, texts for other shells, and commands that nobody can read here."""

from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden_in_code
from wicket.shell.programs.powershell_and_cmd import (
    has_signs,
    lost_backslashes,
    meant_for,
    refused_text_meant_for,
)
from wicket.shell.unwrapping.written_files import EDITED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.evaluation.program_names_in_texts import Remembered
    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command, Script
    from wicket.shell.refusal_and_work_limit import Fuel
    from wicket.shell.words import Word

__all__ = [
    "ask_about_code",
    "ask_about_unreadable",
    "ask_if_meant_for_another",
    "has_signs",
    "names_code",
    "said_of_refused",
]


# ── what is plainly meant for PowerShell or cmd is asked about, and said to be that: wicket reads bash, sh and zsh ──

_FIX = "write it for bash, or have a person run it"


def ask_if_meant_for_another(command: "Command", script: "Script", evidence: "Evidence", unsure: "Decision") -> None:
    """Add to what was found about a command that another shell is meant, or that bash drops its backslashes.

    That `may_be_meant`, the caller has asked.
    """
    said, fix = _looks_like(meant_for(command, script)), _FIX
    if not said and (path := lost_backslashes(command, script)):
        said, fix = f"bash drops the backslashes of `{path}`", f"write `{path.replace(chr(92), '/')}`"
    if said:
        evidence.add(unsure, said, said, fix, code="other-shell")


def said_of_refused(script: "Script") -> tuple[str, str]:
    """Say of a text that is not understood that another shell is meant, and what to do; empty: that is not plain."""
    said = _looks_like(refused_text_meant_for(script))
    return said, _FIX if said else ""


def _looks_like(shell: str) -> str:
    return f"this looks like {shell}, which wicket does not read" if shell else ""


# ── asks about code in other languages, and about what a command runs and nobody can read ──

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
        evidence.add(unsure, f"it {reason}" if reason.startswith("runs ") else reason, "", fix, code=code)


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
        if account.talks:
            from wicket.policy.evaluation.web_requests_in_code import rule_about_requests  # little code does that

            if about := rule_about_requests(command, account, policy, rules, world):
                evidence.add(unsure, f"its code talks to other machines, and {about}", code="code")
        inside = hidden_in_code(command, account, policy, rules, world, remembered)
        if inside:
            evidence.add(unsure, f"its code may run {inside}", code="hidden-command")
