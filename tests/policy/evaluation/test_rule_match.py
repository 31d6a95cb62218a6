"""Rules are matched with commands, by whatever name."""

from pathlib import Path

import pytest

from policy.judging import CWD, ENVIRON, command, compiled, decide, policy, world
from wicket.policy.evaluation.compiled_rule import CompiledRule, with_names
from wicket.policy.evaluation.rule_match import Rules
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES

POLICY = compiled(
    "rules: [{allow: 'git log *'}, {deny: 'git push *'}, {ask: 'git *'}, "
    "{deny: '* --x'}, {allow: 'l* y'}, {allow: 'awk *'}]"
)

# rule, command: as an allow, as a deny
PROGRAMS = [
    ("cat", "cat", YES, YES),
    ("cat", "/bin/cat", YES, YES),
    ("cat", "/tmp/cat", NO, YES),
    ("cat", "./cat", NO, YES),
    ("/bin/cat", "/bin/cat", YES, YES),
    ("/bin/cat", "/usr/bin/cat", NO, NO),
    ("/bin/cat", "cat", NO, YES),
    ("awk", "gawk", NO, YES),
    ("c*", "cat", YES, YES),
    ("c*", "/tmp/cat", NO, YES),
    ("/tmp/*", "/tmp/x", YES, YES),
    ("*", "anything", YES, YES),
    ("<any>", "./anything", YES, YES),
]


@pytest.mark.parametrize(("pattern", "text", "allow", "deny"), PROGRAMS)
def test_an_allow_is_about_the_very_file_and_a_deny_about_the_name(
    pattern: str, text: str, allow: int, deny: int
) -> None:
    here = world(which=lambda name: f"/bin/{name}" if name == "cat" else None)
    levels = []
    for action in ("allow", "deny"):
        rules = Rules(with_names(compiled(f"rules: [{{{action}: '{pattern}'}}]")), here)
        asked = command(text)
        rule = [rule for rule in rules.about(asked) if rule.pattern == pattern]
        levels.append(rules.matching(rule[0], asked, Context(asked, here))[0] if rule else NO)
    assert levels == [allow, deny]


def test_a_program_of_a_system_folder_that_is_a_link() -> None:
    asked = policy("allow: cat *")
    assert [decide(asked, text) for text in ("/bin/cat x", "/usr/bin/../bin/cat x", "/nowhere/cat x")] == [
        "allow",
        "allow",
        "ask",
    ]


def test_the_best_of_several_patterns_counts_and_brings_its_captures() -> None:
    data = compiled('rules: [{allow: \'"hx a"|hy <x> *\', when: "true"}]')
    asked = command("hy 1 2")
    rules = Rules(with_names(data), world())
    level, captures = rules.matching(CompiledRule(data["rules"][-1]), asked, Context(asked, world()), traced=True)
    assert (level, {name: str(word) for name, word in captures.vars.items()}) == (YES, {"x": "1"})


def test_an_unsure_match() -> None:
    data = compiled("rules: [{deny: 'hx a'}]")
    asked = command("hx $x")
    assert (
        Rules(with_names(data), world()).matching(CompiledRule(data["rules"][-1]), asked, Context(asked, world()))[0]
        == MAYBE
    )


def test_what_a_command_amounts_to_is_forbidden_and_not_allowed() -> None:
    assert decide(policy("deny: pip install *"), "python3 -m pip install x") == "deny"
    assert decide(policy("allow: pip install *"), "python3 -m pip install x") == "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("make test", "allow"),
        ("make deploy", "pass"),
        ("make -j4 deploy", "pass"),
        ("make $x", "pass"),  # it may be what is excepted
        ("find . -delete", "ask"),
        ("find . -name '*.pyc' -delete", "pass"),
        ('find . -name "$x" -delete', "ask"),  # nobody knows that it is
        ("sh -c 'make deploy'", "pass"),
    ],
)
def test_an_exception_takes_a_command_out_of_a_rule(text: str, expected: str) -> None:
    asked = policy(
        {"allow": "make *", "except": ["make * deploy *"]},
        {"ask": "find * -delete *", "except": "find -name *.pyc -delete *"},
        defaults={"action": "pass"},
    )
    assert decide(asked, text) == expected


def test_an_explanation_names_the_exception() -> None:
    asked = policy({"allow": "make *", "except": ["make * deploy *"]})
    (evidence,) = asked.check("make deploy", CWD, ENVIRON, explaining=True).evidence
    assert evidence.nearest is not None
    assert evidence.nearest.why == "`except: make * deploy *` takes it out"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tool things list", "allow"),
        ("tool things list --long", "allow"),
        ("tool things --long list", "ask"),  # it may be the value of that flag
        ("tool things make --name list", "ask"),
        ("tool things make --name list --long", "ask"),
        ("tool things make --name=list", "ask"),
        ("tool things make list", "allow"),  # the star of that pattern stands for any words
    ],
)
def test_the_value_of_a_flag_takes_no_command_out_of_a_rule(text: str, expected: str) -> None:
    made = policy({"ask": "tool *", "except": ["tool * list *"]}, defaults={"action": "allow"})
    assert decide(made, text) == expected


def test_a_rule_about_unknown_programs_is_about_no_others_and_only_for_sure() -> None:
    asked = policy({"ask": "* deploy *", "program": "unknown"}, defaults={"action": "allow"})
    texts = ("frob deploy", "./frob deploy x", "ls deploy", "frob $x")
    assert [decide(asked, text) for text in texts] == ["ask", "ask", "allow", "allow"]


def test_a_rule_about_unknown_programs_is_about_hosts_that_act_elsewhere() -> None:
    asked = policy({"ask": "* <group> destroy *", "program": "unknown"}, defaults={"action": "allow"})
    texts = ("fly apps destroy x", "vercel projects destroy x", "fly apps list", "make apps destroy")
    assert [decide(asked, text) for text in texts] == ["ask", "ask", "allow", "allow"]


def test_a_glob_that_no_file_answers_to_is_its_text_for_rules_that_ask(tmp_path: Path) -> None:
    asked = policy("ask: pkill * *guard* *", defaults={"action": "allow"})
    assert decide(asked, "pkill -f node.*view", tmp_path) == "allow"
    assert decide(asked, "pkill -f guard.*view", tmp_path) == "ask"
    assert (
        decide(policy("deny: pkill * *guard* *", defaults={"action": "allow"}), "pkill -f node.*view", tmp_path)
        == "ask"
    )
    (tmp_path / "node.guard.view").touch()
    assert decide(asked, "pkill -f node.*view", tmp_path) == "ask"
