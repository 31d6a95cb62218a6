"""The deny rules of policies that do not load, for whatever reason, still hold."""

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.config.document_nodes_and_checked_values import Entries, Items
from wicket.policy.errors import PolicyError
from wicket.policy_files import strict_yaml
from wicket.policy_files.deny_rules_in_odd_documents import MAX_DENIES, as_document, of_document


def decided(text: str, *commands: str) -> list[str]:
    with pytest.raises(PolicyError) as raised:
        Policy.loads(text)
    policy = Policy.remaining(raised.value)
    return [str(policy.check(command, "/", {"HOME": "/home/ada"}).decision) for command in commands]


FORMS = {
    "two actions": "rules: [{deny: 'rm -rf *', allow: 'ls *'}]\n",
    "three actions": "rules:\n  - allow: 'ls *'\n    ask: 'cat *'\n    deny: 'rm -rf *'\n",
    "a mapping of one rule": "rules: {deny: 'rm -rf *'}\n",
    "a mapping of names": "rules:\n  first: {allow: 'ls *'}\n  second: {deny: 'rm -rf *'}\n",
    "a list at the top": "- allow: 'ls *'\n- deny: 'rm -rf *'\n",
    "a list of patterns": "rules: [{deny: ['dd *', 'rm -rf *']}]\n",
    "a list of lists": "rules: [[{deny: 'rm -rf *'}]]\n",
    "another case": "rules: [{Deny: 'rm -rf *'}]\n",
    "another case above": "Rules: [{DENY: 'rm -rf *'}]\n",
    "a misspelt key": "rulse: [{deny: 'rm -rf *'}]\n",
    "a key above": "policy: {rules: [{deny: 'rm -rf *'}]}\n",
    "no key above": "deny: 'rm -rf *'\n",
    "no space": "rules:\n  - deny:rm -rf *\n",
    "a key twice": "rules:\n  - deny: 'dd *'\n    deny: 'rm -rf *'\n",
    "a mapping twice": "rules: {deny: 'dd *'}\nrules: {deny: 'rm -rf *'}\n",
    "JSON": '{"rules": [{"deny": ["rm -rf *"], "allow": "ls"}]}',
}


@pytest.mark.parametrize("name", FORMS)
def test_a_deny_holds_in_whatever_form_it_can_be_read(name: str) -> None:
    assert decided(FORMS[name], "rm -rf x", "ls x") == ["deny", "ask"]


@pytest.mark.parametrize(
    "text",
    [
        "rules: [{allow: ls, tests: [{deny: 'rm -rf x'}], wat: 1}]\n",
        "rules: [{allow: ls, message: {deny: 'rm -rf *'}}]\n",
        "rules: [{allow: ls, message: \"deny: 'rm -rf *'\", wat: 1}]\n",
        "rules: [{allow: ls, test: [{deny: 'rm -rf *'}]}]\n",
        "tests: {cases: [{deny: 'rm -rf *'}]}\nwat: 1\n",
        "tests: [{deny: 'rm -rf *'}]\n",
        "definitions: {sandbox: {x: {fs: {deny: ['rm -rf *'], read: {deny: ['rm -rf *']}}}}}\nwat: 1\n",
        "somewhere: [{deny: 'rm -rf *'}]\n",
        "rules: [{deny: null, allow: x}]\n",
        "rules: [{deny: {'rm -rf *': 1}}]\n",
    ],
)
def test_what_is_no_rule_does_not_become_one(text: str) -> None:
    assert decided(text, "rm -rf x", "rm -rf *", "ls") == ["ask"] * 3


def test_a_condition_is_kept() -> None:
    text = "rules: [{deny: 'rm *', allow: 'ls *', when: \"env.CI == '1'\"}]\n"
    with pytest.raises(PolicyError) as raised:
        Policy.loads(text)
    policy = Policy.remaining(raised.value)
    assert str(policy.check("rm x", "/", {"CI": "1"}).decision) == "deny"
    assert str(policy.check("rm x", "/", {"CI": "0"}).decision) == "ask"


def test_what_it_says_is_kept() -> None:
    with pytest.raises(PolicyError) as raised:
        Policy.loads("rules: [{deny: 'rm *', allow: 'ls *', message: no, fix_suggestion: trash x}]\n")
    verdict = Policy.remaining(raised.value).check("rm x", "/", {})
    assert (verdict.reason, verdict.fix_suggestion) == ("no", "trash x")


def test_they_are_bounded() -> None:
    found = of_document(strict_yaml.read("rules: [{deny: [" + "x," * (MAX_DENIES + 10) + "y], allow: z}]"))
    document = as_document(found)
    assert isinstance(document, Entries)
    rules = document.entries["rules"][1]
    assert isinstance(rules, Items)
    assert len(rules.items) == MAX_DENIES
    assert of_document(strict_yaml.read(f"deny: '{'x' * 10_000}'")) == []
