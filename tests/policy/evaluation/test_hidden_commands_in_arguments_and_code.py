"""Commands among what an unknown program is given."""

import pytest

from policy.judging import compiled, decide, policy, world
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.hidden_commands_in_arguments_and_code import hidden
from wicket.policy.evaluation.program_names_in_texts import MAX_PLACES, MAX_READ, Remembered
from wicket.policy.evaluation.rule_match import Rules
from wicket.shell.read import read

DATA = compiled("rules: [{deny: 'rm -rf *'}, {ask: 'sudo *'}, {deny: 'mkfs.* *'}, {allow: 'hx *'}]")
RM = policy("deny: rm *", defaults={"action": "allow"})


def found(text: str) -> str:
    return hidden(read(text).commands[-1], DATA, Rules(with_names(DATA), world()), world(), Remembered(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx rm -rf x", "`rm`, which a rule is about"),
        ("hx rm://-rf -rf x", ""),
        (". /opt/rm -rf x", ""),
        (". rm -rf x", "`rm`, which a rule is about"),
        (". ./a rm -rf x", "`rm`, which a rule is about"),
        ("hx -- /bin/rm -rf x", "`/bin/rm`, which a rule is about"),
        ("hx a b rm -r -f x", "`rm`, which a rule is about"),
        ("hx 'rm -rf x'", "`rm -rf x`, which a rule is about"),
        ("hx --run='rm -rf x'", "`--run=rm -rf x`, which a rule is about"),
        ("hx 'cd /; rm -rf x'", "`cd /; rm -rf x`, which a rule is about"),
        ("hx \"sh -c 'rm -rf x'\"", "`sh -c 'rm -rf x'`, which a rule is about"),
        ("hx 'r\"\"m -rf x'", '`r""m -rf x`, which a rule is about'),
        ("hx 'x=rm; ${x} -rf y'", "`x=rm; ${x} -rf y`, which a rule is about"),
        ("hx 'x=r; ${x}m -rf y'", "`x=r; ${x}m -rf y`, which may be what a rule is about"),
        ("hx '$tool -rf y'", "`$tool -rf y`, which may be what a rule is about"),
        ("hx \"python3 -c 'evil()'\"", "`python3 -c 'evil()'`, which may be what a rule is about"),
        ("hx python3 -c 'evil()'", "`python3`: it is given code"),
        ("fetch x | hx sh", "`sh`: sh runs what it reads: what fetch prints"),
        ("hx sudo ls", "`sudo`, which a rule is about"),
        ("hx mkfs.ext4 /dev/sda", "`mkfs.ext4`, which a rule is about"),
        ("hx env rm -rf x", "`rm`, which a rule is about"),
        ("hx rm x", ""),
        ("hx 'rm x'", ""),
        ("hx $x rm", ""),
        ("hx '$x'", "`$x`, which may be what a rule is about"),
        ("hx '/bin/r? -rf x'", "`/bin/r? -rf x`, which may be what a rule is about"),
        ("hx '.[] | x'", ""),
        ("hx '* one'", ""),
        ("hx x", ""),
        ("hx python3 -c 'print(1)'", ""),
        ("hx bash run.sh", ""),
    ],
)
def test_what_it_may_run(text: str, expected: str) -> None:
    assert found(text) == expected


def test_what_an_allow_spells_is_meant() -> None:
    asked = policy("deny: rm *", "allow: hx rm *", "allow: hx run *")
    texts = ["hx rm x", "hx rm rm", "hx rm --x=rm", "hx run rm"]
    assert [decide(asked, text) for text in texts] == ["allow", "ask", "ask", "ask"]


def test_more_than_is_looked_at_is_asked_about() -> None:
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    assert [decide(asked, "foo" + " --x=rm" * count) for count in (2, MAX_PLACES)] == ["allow", "ask"]
    assert [decide(asked, "foo '" + "x " * count + "$y'") for count in (2, MAX_READ)] == ["allow", "ask"]
    assert [decide(asked, "foo" + " cat x" * count) for count in (2, MAX_PLACES + 1)] == ["allow", "ask"]


def test_where_nothing_is_forbidden_nothing_is_hidden() -> None:
    asked = policy(defaults={"action": "allow"})
    assert [decide(asked, f"foo {text}") for text in ("rm x", "'$x y'", "perl -e 'x()'")] == ["allow"] * 3


def test_what_is_known_of_a_program_says_better_what_it_runs() -> None:
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    assert [decide(asked, f"{name} rm -rf x") for name in ("echo", "git log", "grep", "hx", "env", "sudo")] == [
        "allow",
        "allow",
        "allow",
        "ask",
        "deny",
        "deny",
    ]


def test_variables_are_looked_at_once() -> None:
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    assigned = "; ".join(f"export CARGO_{number}=x" for number in range(150))
    assert decide(asked, assigned + "; cargo build" * 200) == "allow"
    assert decide(asked, "export CARGO_X=rm; cargo build; cargo build -rf") == "ask"
    named = "; ".join(f"export CARGO_{number}=rm" for number in range(150))
    assert decide(asked, named + "; cargo build" * 20) == "ask"


@pytest.mark.parametrize("count", [10, 1_000, MAX_READ])
def test_more_braces_than_are_made_hide_nothing(count: int) -> None:
    assert decide(RM, "foo {" + "rm," * count + "x}") == "ask"
    assert decide(RM, "ls {" + "ls," * count + "x}") == "allow"
