"""A rule is put into a text, and nothing else of it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.loaded_policy import Policy
from wicket.policy_files.rule_insertion_text import NoRoom, insert_rules


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", "rules:\n  # why\n  - allow: 'npm test'\n", id="nothing"),
        pytest.param("# mine\n", "# mine\n\nrules:\n  # why\n  - allow: 'npm test'\n", id="comment-alone"),
        pytest.param(
            "rules:\n  - allow: 'ls'  # look\n\n# end\ndefaults:\n  action: ask\n",
            "rules:\n  - allow: 'ls'  # look\n  # why\n  - allow: 'npm test'\n\n# end\ndefaults:\n  action: ask\n",
            id="between",
        ),
        pytest.param(
            "rules:\n- allow: ls\n- deny: rm\n  message: no\n",
            "rules:\n- allow: ls\n- deny: rm\n  message: no\n# why\n- allow: 'npm test'\n",
            id="no-indent",
        ),
        pytest.param(
            "rules:\n    - deny: rm\n      message: |\n        never\n        # not a comment\n    # trailing\n",
            "rules:\n    - deny: rm\n      message: |\n        never\n        # not a comment\n"
            "    # why\n    - allow: 'npm test'\n    # trailing\n",
            id="block-scalar",
        ),
        pytest.param("rules: []\n", "rules:\n  # why\n  - allow: 'npm test'\n", id="empty-list"),
        pytest.param("rules: # none yet\n", "rules: # none yet\n  # why\n  - allow: 'npm test'\n", id="null"),
        pytest.param(
            "rules:\r\n  - allow: ls\r\n", "rules:\r\n  - allow: ls\r\n  # why\r\n  - allow: 'npm test'\r\n", id="crlf"
        ),
        pytest.param(
            "extends:\n  - 'wicket:read-only'\n# rules:\n#   - allow: x\n",
            "extends:\n  - 'wicket:read-only'\n# rules:\n#   - allow: x\n\nrules:\n  # why\n  - allow: 'npm test'\n",
            id="commented-out",
        ),
        pytest.param("rules:\n  - allow: ls", "rules:\n  - allow: ls\n  # why\n  - allow: 'npm test'", id="no-newline"),
    ],
)
def test_the_rule_stands_behind_the_others(before: str, after: str) -> None:
    assert insert_rules(before, ["npm test"], "why") == after


@pytest.mark.parametrize(
    "text",
    [
        "rules: [{allow: ls}]\n",
        '{"rules": [{"allow": "ls"}]}\n',
        '"rules":\n  - allow: ls\n',
        "rules:\n  allow: ls\n",
        "[]\n",
        "rules: [\n",
        "a: 1\n---\nb: 2\n",
        "x: |\n  rules:\nrules: {}\n",
    ],
)
def test_a_text_without_a_place_for_it_is_left_alone(text: str) -> None:
    with pytest.raises(NoRoom):
        insert_rules(text, ["npm test"], "why")


def test_a_line_within_a_text_is_no_place() -> None:
    text = 'x: "\nrules:\n  - b\n"\n'
    with pytest.raises(NoRoom, match="a line for each"):
        insert_rules(text, ["npm test"], "why")


def test_what_looks_like_the_place_is_not_taken_for_it() -> None:
    made = insert_rules("x: |\n rules:\n", ["npm test"], "why")
    assert made == "x: |\n rules:\n\nrules:\n  # why\n  - allow: 'npm test'\n"


def test_a_note_is_one_line_and_cannot_be_more() -> None:
    made = insert_rules("", ["ls"], "because\n- allow: '*'\r\x85\u2028x " + "y" * 500)
    policy = Policy.loads(made)
    assert [rule.pattern for rule in policy.rules if rule.action == "allow"] == ["ls"]
    assert max(map(len, made.splitlines())) < 320


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30), min_size=1, max_size=3))
def test_whatever_a_pattern_holds_the_file_says_just_that(patterns: list[str]) -> None:
    try:
        made = insert_rules("defaults: {action: deny}\nrules:\n  - allow: ls\n", patterns, "why")
    except NoRoom:
        return  # what YAML has no way to say
    from wicket.policy.config.document_nodes import Entries, Items, Scalar
    from wicket.policy_files import strict_yaml

    document = strict_yaml.read(made)
    assert isinstance(document, Entries)
    rules = document.entries["rules"].value
    assert isinstance(rules, Items)
    said = []
    for rule in rules.items:
        assert isinstance(rule, Entries)
        value = rule.entries["allow"].value
        assert isinstance(value, Scalar)
        said.append(value.text)
    assert said == ["ls", *patterns]
