"""Rules are found by their program, and by a word that has to be there."""

from typing import Any

import pytest

from policy.judging import compiled
from wicket import Policy


def test_rules_are_indexed_by_program_and_first_word() -> None:
    data = compiled(
        "rules: [{allow: 'git log|show *'}, {deny: 'git *'}, {ask: '/bin/rm x'}, {allow: '* -v'}, {deny: 'a* x'}]"
    )
    index = numbered(data, "index", 5)
    assert {name: index[name] for name in ("git", "rm", "")} == {
        "git": ([1], {"log": [0], "show": [0]}, []),
        "rm": ([], {"x": [2]}, [2]),
        "": ([3], {}, []),
    }  # fmt: skip
    assert numbered(data, "globs", 5) == {"a": ([], {"x": [4]}, [4])}


def test_rules_about_names_with_a_star_are_found_by_how_the_names_begin() -> None:
    data = compiled("rules: [{allow: './bin/*|x/*|py* *'}, {deny: '*ctl *'}, {deny: 'mk*|*fs *'}, {ask: '*/a *'}]")
    assert numbered(data, "globs", 4) == {"/": ([0, 3], {}, []), "p": ([0], {}, [])}
    assert numbered(data, "index", 4)[""] == ([1, 2], {}, [])


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
    assert numbered(data, "index", 4)[""] == ([1, 2, 3], {"--version": [0]}, [])


def numbered(data: dict[str, Any], index: str, rules: int) -> dict[str, Any]:
    """Give an index with the numbers that the last so many rules have among themselves."""
    first = len(data["rules"]) - rules
    return {
        name: (
            [n - first for n in general if n >= first],
            {word: [n - first for n in numbers] for word, numbers in special.items() if min(numbers) >= first},
            [n - first for n in strict if n >= first],
        )
        for name, (general, special, strict) in data[index].items()
    }
