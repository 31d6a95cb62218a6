"""Explanations as trees."""

import pytest

from wicket.gateway.serialized_verdict import MAX_LINES, told
from wicket.loaded_policy import Policy
from wicket.web.explanation_tree import MAX_CHARS, MAX_DEPTH, Node, beside, explained, of_value

POLICY = """
rules:
  - allow: 'git status'
  - deny: 'rm -rf *'
    message: never that
    fix_suggestion: rm -i
defaults:
  action: ask
"""


def judged(text: str) -> tuple[Node, ...]:
    return explained(*told(Policy.loads(POLICY).check(text, "/", {"PATH": "/usr/bin:/bin"})))


def test_a_verdict_is_explained_each_command_under_what_runs_it() -> None:
    assert judged("git status; sudo rm -rf /x") == (
        Node("git status", "allow", (Node("`allow: git status (policy:3)` matches", "allow"),)),
        Node(
            "sudo rm -rf /x",
            "ask",
            (
                Node("no rule covers `sudo`", "ask"),
                Node(
                    "rm -rf /x   (by sudo)",
                    "deny",
                    (
                        Node("it deletes /x"),
                        Node("`deny: rm -rf * (policy:4)` matches: never that (suggestion: rm -i)", "deny"),
                    ),
                ),
            ),
        ),
    )


def test_a_text_that_is_not_understood_says_so() -> None:
    [*_, last] = judged("git status; if")
    assert (last.tone, last.text.startswith("the rest is not understood: ")) == ("ask", True)


def test_an_explanation_has_an_end() -> None:
    wide = judged("x;" * (MAX_LINES + 10))
    assert wide[-1].text.startswith("… and ")
    deep = judged("nice " * 200 + "x")
    depth, node = 0, deep[0]
    while node.children:
        depth, node = depth + 1, node.children[-1]
    assert depth <= MAX_DEPTH + 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({}, (), id="nothing"),
        pytest.param({"a": True, "b": None, "c": 1.5}, (Node("a: yes"), Node("b: –"), Node("c: 1.5")), id="facts"),
        pytest.param(
            {"guards": [["prod", "passed", ""], ["other", "failed", "late"]]},
            (Node("guards", children=(Node("prod · passed"), Node("other · failed · late"))),),
            id="guards",
        ),
        pytest.param(
            {
                "commands": [
                    {
                        "command": "ls x",
                        "decision": "deny",
                        "rules": ["allow: ls *"],
                        "reasons": ["deny: no", "odd"],
                        "validators": [["guard", "deny", "no"]],
                        "other": 1,
                    }
                ]
            },
            (
                Node(
                    "ls x",
                    "deny",
                    (
                        Node("rule: allow: ls *"),
                        Node("no", "deny"),
                        Node("odd"),
                        Node("validator: guard · deny · no"),
                        Node("other: 1"),
                    ),
                ),
            ),
            id="commands",
        ),
        pytest.param("a\x1b[31m\u202eb", (Node("a\\u001b[31m\\u202eb"),), id="nothing acts"),
        pytest.param("x" * (MAX_CHARS + 5), (Node("x" * MAX_CHARS + " … and 5 characters more"),), id="long"),
    ],
)
def test_evidence_of_any_shape_is_drawn(value: object, expected: tuple[Node, ...]) -> None:
    assert of_value(value) == expected


def test_what_nests_without_end_has_one() -> None:
    value: object = "x"
    for _ in range(5000):
        value = {"a": value}
    depth, node = 0, of_value(value)[0]
    while node.children:
        depth, node = depth + 1, node.children[0]
    assert (depth, node) == (MAX_DEPTH + 1, Node("…"))


def test_what_the_headline_says_is_not_said_again_of_a_single_command() -> None:
    rule, reason = Node("rule: ask: x *"), Node("others see it", "ask")
    single = (Node("x y", "ask", (rule, reason)),)
    assert beside("others see it (suggestion: ask first)", single) == (Node("x y", "ask", (rule,)),)
    assert beside("something else", single) == single
    assert beside("others see it", (*single, Node("z"))) == (*single, Node("z"))
    kept = (Node("x", "ask", (Node("others see it", children=(rule,)),)),)
    assert beside("others see it", kept) == kept


def test_two_rules_with_one_reason_say_it_once() -> None:
    found = {"commands": [{"command": "x", "decision": "deny", "reasons": ["deny: no", "deny: no"]}]}
    assert of_value(found) == (Node("x", "deny", (Node("no", "deny"),)),)
