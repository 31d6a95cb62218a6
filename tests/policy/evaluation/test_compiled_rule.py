"""Rules as they are stored, and by the names of their places."""

from policy.judging import compiled
from wicket.policy.evaluation.compiled_rule import CompiledRule, StoredRules

TEXT = """
rules:
  - {deny: 'rm *', when: 'true', message: no, fix_suggestion: trash x}
  - {allow: 'cat ~/x', sandbox: s}
definitions: {sandbox: {s: {}}}
"""


def test_what_is_stored_has_names() -> None:
    deny, allow = map(CompiledRule, compiled(TEXT)["rules"][-2:])
    assert (deny.action, deny.pattern, deny.when, deny.message, deny.fix_suggestion) == (
        "deny",
        "rm *",
        "true",
        "no",
        "trash x",
    )
    assert (deny.strict, deny.names_paths, deny.sandbox, deny.scope) == (True, False, "", 0)
    assert (allow.strict, allow.names_paths, allow.sandbox) == (False, True, "s")
    assert (deny.line, allow.line, deny.validators) == (3, 4, ())


def test_it_is_stored_as_it_was() -> None:
    for stored in compiled(TEXT)["rules"]:
        assert CompiledRule(stored).stored == stored


def test_a_rule_is_made_once() -> None:
    rules = StoredRules(compiled(TEXT)["rules"])
    last = len(rules) - 1
    assert rules[last] is rules[last]
    assert [rule.action for rule in rules][-2:] == ["deny", "allow"]
