"""Policies compiled: plain data, indexed, with every problem at once."""

import marshal

import pytest

from policy.judging import compiled, policy
from wicket.policy.compile import compile_policy
from wicket.policy.errors import PolicyError


def test_it_is_plain_data() -> None:
    data = compiled(
        """
        defaults: {action: deny, sandbox: box}
        shell: zsh
        definitions:
          sandbox: {box: {}}
          paths: {p: [/a]}
          vars: {v: {values: [x]}}
          wrappers: ['w <cmd>']
        types: {T: {executor: ./t, commands: ['curl *']}}
        files: {deny_read: [/a], deny_write: [/b], write_only_in: [/c]}
        experimental: {require_command_in_path: {enabled: true, action: ask, ignore: [x]}}
        rules: [{deny: 'rm *', when: 'os == "linux"', message: m, fix_suggestion: f, validate: T}]
        """
    )
    assert marshal.loads(marshal.dumps(data)) == data
    assert {key: data[key] for key in ("default", "default_sandbox", "shell", "strict", "hides", "require")} == {
        "default": "deny",
        "default_sandbox": "box",
        "shell": "zsh",
        "strict": frozenset(["rm", "wicket", *[name for name in data["strict"] if name.startswith("python")]]),
        "hides": True,
        "require": ("ask", ("x",)),
    }
    assert data["files"] == ((("/a", "policy:10"),), (("/b", "policy:10"),), (), (("/c", "policy:10"),), (), (), ())
    assert data["rules"][-1][2:] == (
        'os == "linux"',
        "m",
        "f",
        "",
        ("T",),
        "rm *",
        "policy",
        12,
        0,
        False,
        "",
        "",
        "",
        "",
        (),
    )


def test_every_problem_is_said_at_once() -> None:
    with pytest.raises(PolicyError) as caught:
        policy(
            "allow: 'a",
            {"allow": "b", "when": "1 +"},
            {"allow": "c", "when": "'text'"},
            "allow: e |",
        )
    assert [problem.message.partition(":")[0] for problem in caught.value.problems] == [
        'a quote that is never closed in the pattern "\'a"',
        "`when` is no condition",
        "`when` gives no true or false",
        "an empty alternative in the pattern 'e |'",
    ]


def test_definitions_are_looked_at_whether_or_not_a_rule_uses_them() -> None:
    with pytest.raises(PolicyError) as caught:
        compiled("definitions:\n  aliases: {good: [a, b], bad: ['a', '[b']}\n  flag_groups: {good: '-f *', bad: x}\n")
    assert [str(problem) for problem in caught.value.problems] == [
        "policy:2: a [ that is never closed in an alias; close it with ], or write \\[ for the character",
        "policy:3: the flag group bad is no flag; write -f|--flag, or -f|--flag with its value",
    ]


def test_a_wrapper_that_runs_nothing_is_a_warning() -> None:
    from wicket.policy_files import loads

    _, warnings = compile_policy(loads("definitions: {wrappers: ['w <cmd>', 'v x', 'u [<cmd>]']}").config)
    assert [str(problem) for problem in warnings] == [
        "policy:1: the wrapper 'v x' runs nothing; write <cmd> where the command stands that it runs"
    ]


def test_what_nobody_defines_is_a_warning() -> None:
    from wicket.policy_files import loads

    loaded = loads("rules: [{allow: 'cat <path:x>'}, {allow: 'ls <var:y>'}]")
    _, warnings = compile_policy(loaded.config)
    assert [problem.message for problem in warnings] == [
        "<path:x> is not defined: the pattern 'cat <path:x>' never matches",
        "<var:y> is not defined: the pattern 'ls <var:y>' never matches",
    ]


@pytest.mark.parametrize(
    ("text", "hides"),
    [
        ("rules: [{allow: 'ls *'}]", False),
        ("rules: [{ask: 'ls *'}]", True),
        ("files: {deny_read: [/x]}", True),
        ("files: {write_only_in: [/x]}", True),
        ("{}", False),
    ],
)
def test_code_that_cannot_be_read_may_do_something_against_it(text: str, hides: bool) -> None:
    assert compiled(text)["hides"] is hides
