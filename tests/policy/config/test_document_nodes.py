"""A document keeps its values with their lines."""

from wicket.policy.config.document_nodes import Entries, Entry, Items, Scalar


def test_every_value_knows_its_line() -> None:
    leaf = Scalar("str", "git status", 3)
    document = Entries({"rules": Entry(1, Items([Entries({"allow": Entry(3, leaf)}, 2)], 2))}, 1)
    line, rules = document.entries["rules"]
    assert isinstance(rules, Items)
    (rule,) = rules.items
    assert isinstance(rule, Entries)
    assert (line, rules.line, rule.line, rule.entries["allow"]) == (1, 2, 2, (3, leaf))
    assert (leaf.kind, leaf.text, leaf.line) == ("str", "git status", 3)
