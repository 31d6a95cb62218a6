"""Reads what can be read of a policy file that is no YAML: its sections and rules, each at its own line.

Such a file does not load. Yet a slip in one rule must not take away what the others forbid.
"""

import re

from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Node
from wicket.policy.config.keys_of_policy_file import Layer, Place
from wicket.policy.config.keys_of_policy_file import read as read_layer
from wicket.policy.config_model import Rule
from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_definitions import Unknown
from wicket.policy.patterns.pattern_parser import patterns
from wicket.policy_files import strict_yaml
from wicket.policy_files.broken_yaml_lines import cleaned
from wicket.policy_files.deny_rules_in_broken_yaml import scanned
from wicket.policy_files.deny_rules_in_odd_documents import as_document, of_document
from wicket.policy_files.document_limits_and_mistakes import Unreadable

__all__ = ["LISTS", "MAX_RULES", "forbidding", "partly", "salvaged"]

# So many rules are tried one by one, those that deny before the others.
MAX_RULES = 1000

# So many sections are tried: a policy has a dozen.
MAX_SECTIONS = 1000

# A section that is longer is not tried as a whole: that takes as long as the whole file did.
MAX_SECTION_CHARS = 100_000

# A second `rules` is a mistake, and what it forbids is forbidden.
LISTS = frozenset(["rules"])

_SECTION = re.compile(r"([A-Za-z_]+)[ \t]*:(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*-[ \t]")


def partly(text: str, place: Place) -> Layer:
    """Read what can be read of a text that is no YAML."""
    text = cleaned(text)
    try:
        layer = read_layer(strict_yaml.read(salvaged(text), noted=[], lists=LISTS), place)
    except Unreadable:
        layer = Layer(place)
    layer.rules += forbidding(None, text, layer)
    return layer


def forbidding(document: Node | None, text: str, layer: Layer) -> list[Rule]:
    """Give the deny rules that a layer lacks: those of the parsed document, or of a text that is no YAML."""
    found = [*(of_document(document) if document else ()), *scanned(cleaned(text))]
    known = {(rule.origin.line, rule.pattern) for rule in layer.rules if rule.action == "deny"}
    fresh = []
    for rule in read_layer(as_document(found), layer.place).rules:
        if (rule.origin.line, rule.pattern) not in known and _is_pattern(rule.pattern, layer):
            known.add((rule.origin.line, rule.pattern))
            fresh.append(rule)
    return fresh


def _is_pattern(text: str, layer: Layer) -> bool:
    """Tell whether a pattern can be read: of one that cannot, enough is said by the problems of the file."""
    try:
        list(patterns(text, layer.definitions, allows=False, literal=False))
    except PatternError:
        return False
    except Unknown:
        return True  # another file may define what it names
    return True


def salvaged(text: str) -> str:
    """Give the text with an empty line in the place of each that belongs to something which is not to be read."""
    lines = text.split("\n")
    kept = [""] * len(lines)
    starts = [number for number, line in enumerate(lines) if _SECTION.match(line)]
    for start, end in list(zip(starts, [*starts[1:], len(lines)], strict=False))[:MAX_SECTIONS]:
        if _reads(lines[start:end]):
            kept[start:end] = lines[start:end]
        elif _name(lines[start]) == "rules":
            _keep_rules(lines, kept, start, end)
    return "\n".join(kept)


def _name(line: str) -> str:
    found = _SECTION.match(line)
    return found[1] if found else ""


def _keep_rules(lines: list[str], kept: list[str], start: int, end: int) -> None:
    first = next((number for number in range(start + 1, end) if _ITEM.match(lines[number])), end)
    if first == end:
        return
    depth = len(lines[first]) - len(lines[first].lstrip())
    items = [n for n in range(first, end) if _ITEM.match(lines[n]) and len(lines[n]) - len(lines[n].lstrip()) == depth]
    found = False
    parts = list(zip(items, [*items[1:], end], strict=True))
    parts.sort(key=lambda part: not any("deny" in line for line in lines[slice(*part)]))
    for at, until in parts[:MAX_RULES]:
        if _reads(["rules:", *lines[at:until]]):
            kept[at:until] = lines[at:until]
            found = True
    if found:
        kept[start] = "rules:"


def _reads(lines: list[str]) -> bool:
    """Tell whether lines are a section of their own; one of rules has to be a list."""
    text = "\n".join(lines)
    if len(text) > MAX_SECTION_CHARS:
        return False
    try:
        document = strict_yaml.read(text)
    except Unreadable:
        return False
    if not isinstance(document, Entries):
        return False
    found = document.entries.get("rules")
    return found is None or isinstance(found.value, Items)
