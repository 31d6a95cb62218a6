"""Asks about code in other languages, requests that it makes, and commands that nobody can read here."""

from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden_in_code
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import WORK_OF_COMMAND
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.localhost_requests import goes_to
from wicket.policy.patterns.globs_and_home_folder import NO
from wicket.shell.programs.powershell_and_cmd import (
    has_signs,
    lost_backslashes,
    meant_for,
    refused_text_meant_for,
)
from wicket.shell.read_result import Command
from wicket.shell.unwrapping.written_files import EDITED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.evaluation.program_names_in_texts import Remembered
    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.code_effects import Account, Request
    from wicket.shell.read_result import Script
    from wicket.shell.refusal_and_work_limit import Fuel
    from wicket.shell.unknown_values import Shape

__all__ = [
    "as_commands",
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
        evidence.add(unsure, said, said, fix, "other-shell")


def said_of_refused(script: "Script") -> tuple[str, str]:
    """Say of a text that is not understood that another shell is meant, and what to do; empty: that is not plain."""
    said = _looks_like(refused_text_meant_for(script))
    return said, _FIX if said else ""


def _looks_like(shell: str) -> str:
    return f"this looks like {shell}, which wicket does not read" if shell else ""


# ── requests that code makes, as the commands of curl and wget that do the same: rules about these are about them ──

_ANYWHERE: "Shape" = ("http", None)

# Who asks about these asks about code that does the same.
_TALKING = frozenset(["curl", "wget", "nc"])


def as_commands(account: "Account", command: Command) -> list[Command] | None:
    """Give the commands that code on a command's line amounts to, where it talks to other machines.

    None: that is not told apart, or it may send there what it has found on this one.
    """
    if account.requests is None:
        if account.only_fetches:
            return [_command([name], _ANYWHERE, command) for name in ("curl", "wget")]
        return None
    made: list[Command] = []
    for request in account.requests:
        by_curl, by_wget = (_command(words, request.address, command) for words in _options(request))
        if request.sends and goes_to("elsewhere", by_curl) != NO:
            return None
        made += [by_curl, by_wget]
    return made


def _options(request: "Request") -> tuple[list[str], list[str]]:
    """Give what stands before the address, for curl and for wget."""
    by_curl, by_wget = ["curl"], ["wget"]
    if request.method != "GET":
        by_curl += ["-X", request.method]
        by_wget += [f"--method={request.method}"]
    if request.has_body:
        by_curl += ["-d", "x"]
        by_wget += ["--body-data=x"]
    if request.with_credentials:
        by_curl += ["-H", "Authorization: x"]
        by_wget += ["--header=Authorization: x"]
    return by_curl, by_wget


def _command(words: list[str], address: "Shape", command: Command) -> Command:
    start, end = command.span
    shape = address if address[0] is not None else _ANYWHERE
    last = Word(shape[0], start, end) if len(shape) == 1 else UnknownWord(shape, "an address", False, start, end)
    return Command((*[Word(word, start, end) for word in words], last), (), (), start, end, command.place)


def rule_about_requests(
    command: Command, account: "Account", policy: "dict[str, Any]", rules: "ConditionalRules", world: "World"
) -> str:
    """Say which rule is about what code does on other machines.

    Code that only fetches does what a plain request of curl or wget does, and so do requests that can be told one
    by one. What else code may do there is not told apart: any rule about a program that talks may be about it.
    """
    requests = as_commands(account, command)
    if requests is None:
        about = _TALKING & policy["strict"]
        return f"a rule is about {min(about)}" if about else ""
    for request in requests:
        context = Context(request, world)
        world.fuel.take(WORK_OF_COMMAND)
        for rule in rules.about(request):
            level = rules.level_of_stranger if rule.scope else rules.level
            if rule.strict and ((said := level(rule, request, context, runs=False)) is None or said[0] != NO):
                return f"a rule is about {request.name}"
    return ""


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
