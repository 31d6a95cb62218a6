"""Reads `programs` of a policy file: what it teaches of programs that wicket does not know."""

from typing import Any

from wicket.policy.config.checked_values import Form, plain, quoted
from wicket.policy.config.document_nodes import Entries, Node
from wicket.policy.config.refused_program_names import NAME_CHARACTERS, refused_name
from wicket.policy.config_model import ProgramExample
from wicket.shell.catalogue.entry_expansion import MAX_WORDS, made_of, size_of
from wicket.shell.catalogue.entry_validation import doubts_about, wrong_groups, wrong_with

__all__ = ["TaughtEntries", "program_entries"]

_GROUPS = "option_groups"


class TaughtEntries:
    """What a file teaches: entries as they are compiled, by name, and their examples."""

    __slots__ = ("examples", "programs")

    def __init__(self) -> None:
        self.programs: dict[str, dict[str, Any]] = {}
        self.examples: list[ProgramExample] = []


def program_entries(form: Form, node: Node, line: int, *, own: bool) -> TaughtEntries:
    """Read `programs`. `own`: it is the person's own file, which may call an entry complete."""
    taught = TaughtEntries()
    listed = form.mapping(node, line, "`programs`")
    groups: dict[str, Any] = {}
    if _GROUPS in listed:
        at, declared = listed[_GROUPS]
        form.mapping(declared, at, f"`{_GROUPS}`")
        found = plain(declared)
        groups = found if isinstance(found, dict) else {}
        wrong = list(wrong_groups(groups))
        for keys, word, message in wrong:
            form.problem(_line(declared, keys, at), message, about=word)
        if wrong:
            return taught
    words = 0
    for name, (at, declared) in listed.items():
        if name == _GROUPS:
            continue
        before = len(form.problems)
        if said := refused_name(name):
            form.problem(at, said)
            if not NAME_CHARACTERS.issuperset(name):
                continue  # nothing of the entry can be about such a name
        form.mapping(declared, at, f"the program {quoted(name)}")
        entry = plain(declared)
        if not isinstance(entry, dict):
            entry = {}
        words += size_of(entry, groups)
        if words > MAX_WORDS:
            form.problem(at, f"`programs` is more than {MAX_WORDS:,} words, which is too much to read")
            return taught
        for keys, word, message in wrong_with(name, entry, groups, taught=True):
            form.problem(_line(declared, keys, at), message, about=word)
        others = entry.get("aliases")
        for other in others.split() if isinstance(others, str) else ():
            if said := refused_name(other):
                form.problem(_line(declared, ("aliases",), at), said)
        if "complete" in entry and not own:
            said = (
                f"only a person's own file may call an entry complete, and this one about {quoted(name)} is in another"
            )
            form.problem(
                _line(declared, ("complete",), at), said, "remove `complete`: what the entry says counts without it"
            )
        if len(form.problems) == before:
            for keys, word, message in doubts_about(name, entry, groups):
                form.warn(_line(declared, keys, at), message, about=word)
            taught.programs[name] = _stored(name, entry, groups, form.origin(at).file, at)
            for command, told in entry.get("examples", {}).items():
                where = form.origin(_line(declared, ("examples", command), at))
                taught.examples.append(ProgramExample(command, told, where))
    return taught


def _stored(name: str, entry: dict[str, Any], groups: dict[str, str], file: str, line: int) -> dict[str, Any]:
    made = made_of(name, entry, groups)
    made.pop("wrapper", None)  # its usage lines say so
    return made | {"file": file, "line": line} | ({"complete": True} if "complete" in entry else {})


def _line(node: Node, keys: tuple[str, ...], line: int) -> int:
    """Give the line of what these keys lead to; of what is not there, that of what it would stand in."""
    for key in keys:
        if not isinstance(node, Entries) or key not in node.entries:
            break
        line, node = node.entries[key]
    return line
