"""A rule that forbids a script means it, whatever runs it."""

import pytest

from policy.judging import command, decide, policy
from wicket.policy.matching.scripts_as_programs import script_as_program


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bash tools/a.sh x", ["tools/a.sh", "x"]),
        ("bash a.sh -c x", ["./a.sh", "-c", "x"]),
        ("bash -eux -o pipefail a.sh x", ["./a.sh", "x"]),
        ("bash --rcfile b --norc a.sh", ["./a.sh"]),
        ("sh -- a.sh", ["./a.sh"]),
        ("sh +x a.sh", ["./a.sh"]),
        (". tools/a.sh x", ["tools/a.sh", "x"]),
        ("source a.sh", ["./a.sh"]),
        ("python3 -u a.py x", ["./a.py", "x"]),
        ("node a.js x", ["./a.js", "x"]),
        ("bash -c 'echo a' b", None),
        ("bash -s a", None),
        ("bash -n a.sh", None),
        ("bash -n +n a.sh x", ["./a.sh", "x"]),
        ("bash", None),
        ("bash -x", None),
        ("bash $x a", None),
        ("python3 -m a b", None),
        ("python3 -c pass a.py", None),
        ("python3 - a.py", None),
        ("swift build -c release", None),
        ("cat a.sh", None),
    ],
)
def test_which_script_runs(text: str, words: list[str] | None) -> None:
    found = script_as_program(command(text))
    assert (None if found is None else [str(word) for word in found.words]) == words


@pytest.mark.parametrize(
    "text",
    [
        "bash tools/a.sh",
        "cd tools && sh a.sh",
        ". tools/a.sh",
        "bash -x $PWD/tools/a.sh y",
        "timeout 5 bash tools/a.sh",
    ],
)
@pytest.mark.parametrize("rule", ["./tools/*.sh *", "tools/a.sh *", "tools/* *"])
def test_a_deny_of_a_script_meets_what_runs_it(rule: str, text: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), text) == "deny"


@pytest.mark.parametrize("text", ["bash other/a.sh", "bash b.sh tools/a.sh", ". tools/a.py", "cat tools/a.sh"])
def test_it_is_about_that_script_alone(text: str) -> None:
    assert decide(policy("deny: ./tools/*.sh *", defaults={"action": "allow"}), text) == "allow"


def test_settings_that_are_read_into_the_shell_are_no_program_of_that_name() -> None:
    rules = policy("deny: printenv *", defaults={"action": "allow"})
    assert decide(rules, "bash x/printenv") == "deny"
    assert decide(rules, ". x/printenv") != "deny"


@pytest.mark.parametrize("text", ["python frob.py deploy", "node dist/frob.js deploy", "bash frob.sh deploy"])
def test_a_script_is_an_unknown_program(text: str) -> None:
    rules = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    assert decide(rules, text) == "ask"
    assert decide(rules, text.replace("deploy", "build")) == "allow"
