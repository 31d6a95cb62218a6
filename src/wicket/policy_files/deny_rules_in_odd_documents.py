"""Finds deny rules in a document that is YAML but no policy: in other forms, places and spellings.

They only ever forbid, so no reading of them allows anything. What is no rule (a comment, an example under `tests`, the
text of a `message`) does not become one.
"""

import re
from functools import lru_cache

from wicket.displayed_text import excerpt
from wicket.policy.config.document_nodes_and_checked_values import Entries, Entry, Items, Node, Scalar, meant
from wicket.policy.config.keys_of_policy_file import KEYS
from wicket.policy.config.rule_definition_and_validator_entries import ACTIONS, RULE_KEYS

__all__ = ["IN", "MAX_DENIES", "TOP", "Denied", "as_document", "is_taken", "of_document", "within"]

# So many are read of one file. A file with more was not written by a person.
MAX_DENIES = 5_000

# What is longer is no pattern.
MAX_PATTERN = 4_000

# Where something stands: at the top, among rules, in another section, or in what is never a rule.
TOP, IN, OUT, NEVER = "top", "in", "out", "never"

_NEVER = frozenset({*RULE_KEYS, "test", "cases", "example", "examples"} - {*ACTIONS})
_SECTIONS = frozenset(KEYS) - {"rules", "tests"}
_TEXTS = ("when", "message", "fix_suggestion")
_UNSPACED = re.compile(r"deny[ \t]*:(?=\S)(.*)", re.IGNORECASE | re.DOTALL)


class Denied:
    """One rule: the patterns that it denies, each with its line, and what else is known of it."""

    __slots__ = ("conditional", "patterns", "texts")

    def __init__(self) -> None:
        self.patterns: list[tuple[int, str]] = []
        self.texts: dict[str, str] = {}
        self.conditional = False  # it has a `when`, whether that can be read or not

    def deny(self, line: int, text: str) -> bool:
        """Take a pattern; say whether it is the first of this rule."""
        if not text.strip() or len(text) > MAX_PATTERN:
            return False
        self.patterns.append((line, text))
        return len(self.patterns) == 1

    def tell(self, key: str, text: str) -> None:
        """Take what a key of the rule says."""
        if key in _TEXTS and text.strip() and len(text) <= MAX_PATTERN:
            self.texts.setdefault(key, text if key == "when" else excerpt(text))


def within(state: str, key: str) -> str:
    """Say where something stands that is the value of a key, in lower case, which stands in `state`."""
    if state == NEVER or key in _NEVER:
        return NEVER
    if key == "rules":
        return IN
    if key in ACTIONS:
        return state  # a slip: what is below it stands beside it
    if key in _SECTIONS:
        return OUT
    if state == IN:
        return IN  # a mapping of rules with names
    return IN if state == TOP and _means_rules(key) else OUT


def is_taken(state: str) -> bool:
    """Say whether a `deny` that stands there is a rule."""
    return state in (TOP, IN)


@lru_cache(maxsize=256)
def _means_rules(key: str) -> bool:
    return "`rules`" in meant(key, KEYS)


def of_document(document: Node) -> list[Denied]:
    """Find the deny rules of a document that is no policy: in other forms, in other places, with other actions."""
    found: list[Denied] = []
    _walk(document, TOP, found)
    return found


def _walk(node: Node, state: str, found: list[Denied]) -> None:
    match node:
        case Items():
            for item in node.items:
                _walk(item, state, found)
        case Entries():
            rule = Denied()
            for name, (line, value) in node.entries.items():
                key = name.strip().lower()
                if isinstance(value, Scalar) and is_taken(state):
                    rule.tell(key, value.text)
                if key == "deny" and is_taken(state):
                    _take(rule, value, line)
                _walk(value, within(state, key), found)
            if rule.patterns:
                found.append(rule)
        case Scalar() if is_taken(state) and (unspaced := _UNSPACED.fullmatch(node.text)):
            rule = Denied()
            if rule.deny(node.line, unspaced[1].strip("\"' \t")):
                found.append(rule)
        case Scalar():
            pass


def _take(rule: Denied, value: Node, line: int) -> None:
    """Take the pattern of a `deny`, or each of a list."""
    match value:
        case Scalar() if value.kind == "str":
            rule.deny(line, value.text)
        case Items():
            for item in value.items:
                _take(rule, item, item.line)
        case Scalar() | Entries():
            pass


def as_document(found: list[Denied]) -> Node:
    """Write rules as a document of a policy, within bounds."""
    items: list[Node] = []
    for rule in found:
        if rule.conditional and "when" not in rule.texts:
            continue  # it forbids something, and nobody can tell when
        for line, pattern in rule.patterns:
            if len(items) >= MAX_DENIES:
                break
            entries = {"deny": Entry(line, Scalar("str", pattern, line))}
            entries |= {key: Entry(line, Scalar("str", text, line)) for key, text in rule.texts.items()}
            items.append(Entries(entries, line))
    return Entries({"rules": Entry(1, Items(items, 1))}, 1)
