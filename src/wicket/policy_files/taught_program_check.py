"""Checks `programs` of a policy file by itself: what is wrong, with line and column, and whether its examples hold."""

import re
from collections.abc import Iterator

from wicket.policy.config.document_nodes_and_checked_values import Entries, Form
from wicket.policy.config.sandbox_and_program_entries import program_entries
from wicket.policy_files import strict_yaml
from wicket.policy_files.catalogue_compiler import Problem
from wicket.policy_files.catalogue_examples import found_in, said
from wicket.policy_files.document_limits_and_mistakes import Unreadable
from wicket.shell.programs.taught_programs import taught_programs

__all__ = ["check_policy"]


def check_policy(text: str, file: str) -> list[Problem]:
    """Say what is wrong with `programs` of a policy, and what may be; the rest of the policy is not looked at."""
    try:
        document = strict_yaml.read(text)
    except Unreadable as error:
        return [Problem(file, error.line, 1, f"{error.message}; {error.hint}" if error.hint else error.message)]
    entries = document.entries if isinstance(document, Entries) else {}
    if "programs" not in entries:
        return [Problem(file, 1, 1, "it teaches nothing, as it has no `programs`")]
    line, node = entries["programs"]
    form = Form(file)
    taught = program_entries(form, node, line, own=True)
    lines = text.split("\n")
    wrong = [
        Problem(
            file, *_place(lines, one.origin.line, one.about), f"{one.message}; {one.hint}" if one.hint else one.message
        )
        for one in (*form.problems, *form.warnings)
    ]
    if form.problems:
        return wrong
    programs = taught_programs({name: (entry,) for name, entry in taught.programs.items()})
    for example in taught.examples:
        found = found_in(example.command, programs)
        if found != said(example.said):
            at = example.origin.line
            wrong.append(Problem(file, at, _column(lines, at), f"`{example.command}` is read as: {', '.join(found)}"))
    return wrong


def _place(lines: list[str], line: int, word: str) -> tuple[int, int]:
    """Find a word in a line, or in those below it, as a text may go on there."""
    whole = re.compile(rf"(?<![^\s'\"{{,:]){re.escape(word)}(?![^\s'\"}},])")
    for number, text in _from(lines, line) if word else ():
        if (found := whole.search(text)) is not None:
            return number, found.start() + 1
    return line, _column(lines, line)


def _from(lines: list[str], line: int) -> Iterator[tuple[int, str]]:
    return enumerate(lines[max(line, 1) - 1 :], max(line, 1))


def _column(lines: list[str], line: int) -> int:
    """Give where the text of a line begins."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return len(text) - len(text.lstrip()) + 1
