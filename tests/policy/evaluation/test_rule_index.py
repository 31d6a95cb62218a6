"""Rules are found by their program, and by a word that has to be there."""

from typing import Any

import pytest

from policy.judging import compiled
from wicket import Policy
from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.rule_match import Rules
from wicket.shell.read_result import Command

NAMES, BEGINNINGS = 0, 1


def test_rules_are_indexed_by_program_and_first_word() -> None:
    data = compiled(
        "rules: [{allow: 'git log|show *'}, {deny: 'git *'}, {ask: '/bin/rm x'}, {allow: '* -v'}, {deny: 'a* x'}]"
    )
    index = numbered(data, NAMES, 5)
    assert {name: index[name] for name in ("git", "rm", "")} == {
        "git": ([1], {"log": [0], "show": [0]}, []),
        "rm": ([], {"x": [2]}, [2]),
        "": ([3], {}, []),
    }  # fmt: skip
    assert numbered(data, BEGINNINGS, 5) == {"a": ([], {"x": [4]}, [4])}


def test_rules_about_names_with_a_star_are_found_by_how_the_names_begin() -> None:
    data = compiled("rules: [{allow: './bin/*|x/*|py* *'}, {deny: '*ctl *'}, {deny: 'mk*|*fs *'}, {ask: '*/a *'}]")
    assert numbered(data, BEGINNINGS, 4) == {"./": ([0], {}, []), "/": ([3], {}, []), "p": ([0], {}, [])}
    assert numbered(data, NAMES, 4)[""] == ([1, 2], {}, [])


def test_rules_about_unknown_programs_have_an_index_of_their_own() -> None:
    ask = "{ask: 'frob deploy *', program: unknown}, {ask: '*/up *', program: unknown}"
    data = compiled(f"rules: [{{deny: '* --prod'}}, {ask}]")
    assert numbered(data, NAMES, 3)[""] == ([0], {}, [])
    assert [numbered(data, index, 3, unknown=True) for index in (NAMES, BEGINNINGS)] == [
        {"frob": ([], {"deploy": [1]}, [1])},
        {"/": ([2], {}, [])},
    ]


def test_a_rule_that_allows_paths_is_looked_at_for_paths_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def level(self: Rules, rule: CompiledRule, command: Command, *rest: Any, **more: Any) -> Any:
        asked.append(f"{rule.pattern} of {command.name}")
        return compared(self, rule, command, *rest, **more)

    compared = Rules.matching
    monkeypatch.setattr(Rules, "matching", level)
    policy = Policy.loads(
        "rules: [{allow: './bin/* *'}, {deny: 'sbin/* *'}, {ask: '* deploy *', program: unknown}, {allow: 'ls *'}]"
    )
    policy.check("ls deploy; frob deploy; /sbin/ls", "/", {})
    assert [one for one in asked if one.partition(" of ")[0] in ("./bin/* *", "sbin/* *", "* deploy *", "ls *")] == [
        "sbin/* * of ls",
        "ls * of ls",
        "sbin/* * of frob",
        "* deploy * of frob",
        "./bin/* * of /sbin/ls",
        "sbin/* * of /sbin/ls",
        "ls * of /sbin/ls",
    ]


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("bin/a", "deny"),
        ("/opt/bin/a", "deny"),
        ("python3.11 x", "deny"),
        ("/usr/bin/python3.11 x", "deny"),
        ("mkfs.ext4 x", "deny"),
        ("/sbin/mkfs.ext4 x", "deny"),
        ("kubectl", "ask"),
        ("/x/kubectl", "ask"),
        ("$x y", "ask"),
        ("bina", "allow"),
        ("cat x", "allow"),
    ],
)
def test_a_name_with_a_star_is_found_under_any_path(command: str, decision: str) -> None:
    rules = "{deny: 'bin/* *'}, {deny: '*/bin/a *'}, {deny: 'python3.* *'}, {deny: 'mkfs.* *'}, {ask: '*ctl *'}"
    made = Policy.loads(f"defaults: {{action: allow}}\nrules: [{rules}]")
    assert str(made.check(command, "/", {}).decision) == decision


def test_an_allow_rule_that_wants_a_long_option_is_found_by_it() -> None:
    data = compiled("rules: [{allow: '* --version'}, {allow: '* -h|--help'}, {deny: '* --prod'}, {allow: '* [--x]'}]")
    assert numbered(data, NAMES, 4)[""] == ([1, 2, 3], {"--version": [0]}, [])


def numbered(data: dict[str, Any], index: int, rules: int, *, unknown: bool = False) -> dict[str, Any]:
    """Give an index with the numbers that the last so many rules have; `unknown`: of those about unknown programs."""
    first = len(data["rules"]) - rules
    return {
        name: (
            [n - first for n in general if n >= first],
            {word: [n - first for n in numbers] for word, numbers in special.items() if min(numbers) >= first},
            [n - first for n in strict if n >= first],
        )
        for name, (general, special, strict) in data["indexes"][unknown][index].items()
        if not unknown or max((*general, *strict)) >= first
    }
