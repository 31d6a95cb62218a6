"""Puts a rule into the text of a policy file: one more line, and everything else stays as it was written.

The place is found by how lines begin, and what comes of it is read again: if the file does not say just what it said
before, and the new rules besides, nothing is inserted.
"""

import re
from collections.abc import Sequence

from wicket.displayed_text import one_line
from wicket.policy.config.document_nodes import Entries, Items, Node, Scalar
from wicket.policy_files import strict_yaml
from wicket.policy_files.document_limits_and_mistakes import Unreadable

__all__ = ["NoRoom", "insert_rules", "rule_lines"]

_RULES = re.compile(r"rules:[ \t]*(\[[ \t]*\])?[ \t]*(#.*)?")
_ITEM = re.compile(r"( *)- ")

# A comment on a rule is a sentence.
MAX_NOTE_CHARS = 300


class NoRoom(ValueError):
    """A text has no place where a line could be put without changing its shape."""


def rule_lines(patterns: Sequence[str], note: str) -> list[str]:
    """Write rules that allow these patterns, under a comment that says when and why."""
    said = one_line(note, MAX_NOTE_CHARS).strip()
    return [f"# {said}", *(f"- allow: {_quoted(pattern)}" for pattern in patterns)]


def insert_rules(text: str, patterns: Sequence[str], note: str) -> str:
    """Give the text with rules that allow these patterns, behind the rules that it has.

    Raises:
        NoRoom: its rules are written in a form that a line cannot be added to, or it is no policy at all.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(newline)
    made = newline.join(_inserted(lines, rule_lines(patterns, note)))
    try:
        before, after = strict_yaml.read(text), strict_yaml.read(made)
    except Unreadable as error:
        raise NoRoom(f"line {error.line}: {error.message}") from None
    if _with_rules(_plain(before), patterns) != _plain(after):
        raise NoRoom("its rules are not written as a list with a line for each")
    return made


def _inserted(lines: list[str], new: list[str]) -> list[str]:
    at = next((number for number, line in enumerate(lines) if _RULES.fullmatch(line)), None)
    if at is None:
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        return [*lines, *([""] if lines else []), "rules:", *(f"  {line}" for line in new), ""]
    indent = "  "
    end = at + 1  # behind the last line of the last rule
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if not line.strip():
            continue
        item = _ITEM.match(line)
        if end == at + 1 and item is not None:
            indent = item[1]
        deeper = line.startswith(f"{indent} ")
        if (item is not None and item[1] == indent) or (deeper and end > at + 1):
            end = number + 1
        elif not line.lstrip().startswith("#"):
            break
    head = re.sub(r"\[[ \t]*\][ \t]*", "", lines[at]).rstrip()
    return [*lines[:at], head, *lines[at + 1 : end], *(f"{indent}{line}" for line in new), *lines[end:]]


def _quoted(pattern: str) -> str:
    """Write a text as YAML's single quotes have it; what these cannot hold, as double quotes do."""
    if pattern.isprintable():
        return "'" + pattern.replace("'", "''") + "'"
    escaped = "".join(c if c.isprintable() and c not in '"\\' else _escape(c) for c in pattern)
    return f'"{escaped}"'


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\{character}" if character in '"\\' else f"\\x{number:02x}" if number < 256 else f"\\U{number:08x}"


def _plain(node: Node) -> object:
    """Make a value of a node that can be compared, wherever it stands."""
    match node:
        case Scalar():
            return node.kind, node.text
        case Items():
            return [_plain(item) for item in node.items]
        case Entries():
            return {key: _plain(entry.value) for key, entry in node.entries.items()}


def _with_rules(document: object, patterns: Sequence[str]) -> object:
    """Add rules to what a document says; None: it has no place for them."""
    if document == ("null", ""):
        document = {}
    if not isinstance(document, dict):
        return None
    rules = document.get("rules", [])
    if not isinstance(rules, list):
        rules = [] if isinstance(rules, tuple) and rules[0] == "null" else None
    if rules is None:
        return None
    return {**document, "rules": [*rules, *({"allow": ("str", pattern)} for pattern in patterns)]}
