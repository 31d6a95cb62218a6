"""Commands among the words of an unknown program: it may run them.

`deploy-tool rm -rf x`, `deploy-tool --hook='rm -rf x'` and `deploy-tool '{"run": ["rm", "-rf", "x"]}'` may do what a
rule forbids. What is known of a program says better what it runs, so this is for the others alone. There, a command
may begin

- where the name of a program that a deny or ask rule is about stands as a name of its own, in whatever text the program
  is given: behind `=`, `:`, `,`, a quote, a bracket, a one-letter option; not within another name (`rm.py`, `--rm`);
- in any text that a shell would read as such a command, however it is quoted;
- in what a word in base64 or hexadecimal stands for, if that is plain text;
- at a word that is a program of which we know that it runs something which cannot be read (`python3 -c …`), or that
  it deletes or changes what a file rule is about (`rm -r ~`), and at what looks like code for the program itself
  (`-e 'delete("x")'`).
"""

import sys

from wicket.policy.evaluation.default_action import is_taught_all
from wicket.policy.evaluation.program_names_in_texts import (
    Remembered,
    shortened,
)
from wicket.policy.evaluation.search_for_hidden_commands import Search, SearchInUnreadCode
from wicket.shell.catalogue.dangerous_variables import influences
from wicket.shell.characters import listed
from wicket.shell.programs.command_synonyms_and_python_modules import is_of_python, runs_at_last
from wicket.shell.programs.subcommands import understands, usage_of
from wicket.shell.programs.words_that_may_be_options_or_missing import may_be_option
from wicket.shell.read_result import Command
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.evaluation.rule_match import Rules
    from wicket.policy.machine_view import World
    from wicket.shell.code_effects import Account

__all__ = [
    "hidden",
    "hidden_in_code",
    "hidden_in_texts",
    "hidden_in_unread_code",
    "hidden_in_variables",
    "hidden_inside",
]

# Variables that name places.
_PLACES = listed("PATH HOME CDPATH TMPDIR IFS PYTHONPATH")


def hidden_inside(
    command: Command,
    policy: "dict[str, Any]",
    rules: "ConditionalRules",
    world: "World",
    memory: "Callable[[], Remembered]",
    *,
    runs: bool,
) -> str:
    """Say what a command may run of its variables, or of what it is given if it is unknown what it does with that.

    `runs`: the commands that it runs are known, and judged for themselves.
    """
    inside = hidden_in_texts(command, policy, rules, world, memory()) if command.texts else ""
    if not inside and (command.assignments or command.changed):
        inside = hidden_in_variables(command, policy, rules, world, memory())
    if not inside and (not runs if not command.taught else not is_taught_all(command)):
        # What `python -m` runs may be a stranger, even if python is none.
        looked = (
            command
            if not understands(command) or (command.vague is not False and may_be_option(command))
            else runs_at_last(command)
        )
        if looked is not None and (looked is command or not (understands(looked) or is_of_python(looked))):
            handed = command.handed
            inside = hidden(looked, policy, rules, world, memory(), handed)
            if inside and (spelled := [*rules.spelled_by_allow_rules(command), *_subcommand(command)]):
                inside = hidden(looked, policy, rules, world, memory(), handed, spelled)
    return inside


def _subcommand(command: Command) -> list[Word]:
    """Give the word behind a program that is known, if it is a subcommand, which is no program: `x mv`."""
    taken = usage_of(command) if understands(command) else None
    return [] if taken is None or taken.line.sub is not command.words[1] else [taken.line.sub]


def hidden(
    command: Command,
    policy: "dict[str, Any]",
    rules: "Rules",
    world: "World",
    remembered: "Remembered",
    handed: "tuple[Word, ...]" = (),
    spelled: "list[Word] | None" = None,
) -> str:
    """Say what a program may run of what it is given, if a deny or ask rule may be about that.

    `remembered` has the text in which the command stands, `handed` is what others have opened for it: see
    `Command.handed`. An allow rule spells the words `spelled` itself: whoever wrote it means them.
    """
    if not (policy["strict"] or policy["strict_globs"] or any(policy["files"])):
        return ""
    return Search(command, policy, rules, world, remembered).found(handed, spelled or [])


def hidden_in_variables(
    command: Command, policy: "dict[str, Any]", rules: "Rules", world: "World", remembered: Remembered
) -> str:
    """Say what any program may run of variables that change what it does: GOFLAGS, CARGO_… and their like."""
    plain_ones = remembered.plain
    search = Search(command, policy, rules, world, remembered)
    for assignments in (command.changed, command.assignments):
        if id(assignments) in plain_ones:
            continue
        all_plain = True
        for assignment in assignments:
            if id(assignment) in plain_ones or not influences(assignment.name) or assignment.name in _PLACES:
                continue
            places = search.places
            said = search.looked_at(assignment.value, len(command.words))
            if said:
                return said
            if search.places == places:
                plain_ones.add(id(assignment))  # no name in it, whatever the command
            else:
                all_plain = False
        if all_plain:
            plain_ones.add(id(assignments))
    return ""


def hidden_in_texts(
    command: Command, policy: "dict[str, Any]", rules: "Rules", world: "World", remembered: Remembered
) -> str:
    """Say what a program may run of texts that are seldom meant so: `make UV='rm -rf x'`."""
    if not (policy["strict"] or policy["strict_globs"] or any(policy["files"])):
        return ""
    search = Search(command, policy, rules, world, remembered)
    for given in command.texts:
        words = str(given).split(" ")
        text = " ".join([world.home + word[1:] if word == "~" or word[:2] == "~/" else word for word in words])
        if search.shell_finds(text, len(command.words)):
            return f"`{shortened(str(given))}`, which may be what a rule is about"
    return ""


def hidden_in_code(
    command: Command,
    account: "Account",
    policy: "dict[str, Any]",
    rules: "Rules",
    world: "World",
    remembered: Remembered,
) -> str:
    """Say what modules from elsewhere may run of the names and texts that code hands to them."""
    if not account.given or not (policy["strict"] or policy["strict_globs"]):
        return ""
    search = Search(command, policy, rules, world, remembered)
    for given in account.given:
        said = search.looked_at(Word(given, *command.span), len(command.words))
        if said:
            return said
    return ""


def hidden_in_unread_code(
    command: Command,
    policy: "dict[str, Any]",
    rules: "Rules",
    world: "World",
    remembered: Remembered,
    *,
    is_of_text: bool,
) -> str:
    """Say what code that could not be read names of what a deny or ask rule is about, in all that it is given.

    `is_of_text`: the text may have written or made what is run, so that it stands somewhere in the text.
    """
    search = SearchInUnreadCode(command, policy, rules, world, remembered)
    found = search.found(command.handed, [])
    if found or not is_of_text:
        return found
    start, end = command.span
    return search.named_in(f"{remembered.part((0, start))} {remembered.part((end, sys.maxsize))}", 0)
