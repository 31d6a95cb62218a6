"""Requests that code makes, as the commands of curl and wget that do the same: rules about these are about them."""

from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import WORK_OF_COMMAND
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.localhost_requests import goes_to
from wicket.policy.patterns.globs_of_words_and_home_folder import NO
from wicket.shell.read_result import Command
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.shell.code_effects import Account, Request
    from wicket.shell.unknown_values import Shape

__all__ = ["as_curl_and_wget", "rule_about_requests"]

_ANYWHERE: "Shape" = ("http", None)

# Who asks about these asks about code that does the same.
_TALKING = frozenset(["curl", "wget", "nc"])


def as_curl_and_wget(account: "Account", command: Command) -> list[Command] | None:
    """Give the commands that code on a command's line amounts to, where it talks to other machines.

    None: that is not told apart, or it may send there what it has found on this one.
    """
    if account.requests is None:
        if account.only_fetches:
            return [_command([name], _ANYWHERE, command) for name in ("curl", "wget")]
        return None
    made: list[Command] = []
    for request in account.requests:
        by_curl, by_wget = (_command(words, request.address, command) for words in _options_of_curl_and_wget(request))
        if request.sends and goes_to("elsewhere", by_curl) != NO:
            return None
        made += [by_curl, by_wget]
    return made


def _options_of_curl_and_wget(request: "Request") -> tuple[list[str], list[str]]:
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
    requests = as_curl_and_wget(account, command)
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
