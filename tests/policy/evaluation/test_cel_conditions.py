"""Conditions: true, false, undecided or failed."""

from typing import Any

import pytest

from policy.judging import decide, policy, verdict, world
from wicket.policy.errors import PatternError
from wicket.policy.evaluation import cel_conditions
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES

# key, a condition, a command that meets it, one that does not
CONTEXT = [
    ("env", "has(env.A) && env.A == '1'", "A=1 hx", "A=2 hx"),
    ("flags", "has(flags.x) && flags.x == '1'", "hx -x 1", "hx -x 2"),
    ("flags without a value", "has(flags.x) && flags.x == null", "hx -x", "hx -x 2"),
    ("args", "args == ['a', 'b']", "hx a b", "hx b a"),
    ("paths", "paths.p.exists(p, p == args[0])", "hx /a", "hx /c"),
    ("definitions.paths", "args[0] in definitions.paths.p", "hx /b", "hx /c"),
    ("definitions.vars", "args[0] in definitions.vars.v", "hx x", "hx z"),
    ("redirects", "redirects.exists(r, r.type == 'output' && r.target == 'out')", "hx > out", "hx > other"),
    ("redirects: descriptor", "redirects.exists(r, r.descriptor == 2)", "hx 2>/dev/null", "hx >/dev/null"),
    ("redirects: operator", "redirects.all(r, r.operator == '>>')", "hx >> out", "hx > out"),
    ("pipe.stdin", "pipe.stdin", "t | hx", "hx"),
    ("pipe.stdout", "pipe.stdout", "hx | t", "hx"),
    ("vars", "has(vars.name) && vars.name.startsWith('a')", "hx ab", "hx ba"),
    ("flag_groups", "size(flag_groups.f) == 2", "hx -f 1 -f 2", "hx -f 1"),
    ("flag_groups without a value", "flag_groups.v == ['', '']", "hx -v x --verbose", "hx -v"),
    ("flag_groups of a known program", "size(flag_groups.v) == 1", "tar -xvf f", "tar -xf f"),
    (
        "flag_groups with a value that is attached",
        "flag_groups.a == ['8', '']",
        "hx --abbrev=8 --abbrev",
        "hx --abbrev",
    ),
    ("flag_groups that the pattern does not name", "size(flag_groups.v) == 0", "hx x", ""),
    ("os", "os == 'linux' || args == ['x']", "hx x", ""),
    ("shell.loop_kind", "shell.loop_kind == 'for'", "for i in 1; do hx; done", "hx"),
    ("fs.home", "args[0] == fs.home", "hx /home/ada", "hx /home/bob"),
    ("fs.cwd", "args[0] == fs.cwd", "hx /home/ada/work", "hx /"),
    ("fs.exists", "fs.exists(args[0])", "hx /usr", "hx /nowhere"),
    ("fs.is_dir", "fs.is_dir(args[0])", "hx /usr", "hx /etc/passwd"),
    ("fs.is_file", "fs.is_file(args[0])", "hx /etc/passwd", "hx /usr"),
    ("glob_matches", "glob_matches('rel-*', args[0])", "hx rel-1", "hx dev"),
    ("macros", "args.all(a, size(a) < 3) && args.exists_one(a, a.contains('x'))", "hx ax b", "hx ax bx"),
]
PATTERNS = {
    "vars": "hx <name>",
    "flag_groups": "hx <flag:f> *",
    "flag_groups without a value": "hx <flag:v> *",
    "flag_groups of a known program": "tar <flag:v> *",
    "flag_groups with a value that is attached": "hx <flag:a> *",
}


@pytest.mark.parametrize(("key", "when", "met", "unmet"), CONTEXT, ids=[case[0] for case in CONTEXT])
def test_every_key(key: str, when: str, met: str, unmet: str) -> None:
    asked = policy(
        {"deny": PATTERNS.get(key, "hx *"), "when": when},
        defaults={"action": "allow"},
        definitions={
            "paths": {"p": ["/a", "/b"]},
            "vars": {"v": {"values": ["x", "y"]}},
            "flag_groups": {"f": "-f|--field *", "v": "-v|--verbose", "a": "--abbrev ?"},
        },
    )
    assert decide(asked, met) == "deny"
    if unmet:
        assert decide(asked, unmet) == "allow"


def test_a_flag_of_a_group_that_may_be_there_decides_nothing() -> None:
    rule = {"deny": "hx <flag:v> *", "when": "size(flag_groups.v) > 0"}
    asked = policy(rule, defaults={"action": "allow"}, definitions={"flag_groups": {"v": "-v|--verbose"}})
    assert [decide(asked, text) for text in ("hx -xv y", "hx -v", "hx -x")] == ["ask", "deny", "allow"]


@pytest.mark.parametrize("action", ["allow", "ask", "deny"])
@pytest.mark.parametrize("when", ["env.NONE == 'x'", "args[7] == 'x'", "1 / (size(args) - size(args)) == 1"])
def test_one_that_fails_is_asked_about(action: str, when: str) -> None:
    found = verdict(policy({action: "hx *", "when": when}, defaults={"action": "allow"}), "hx a")
    assert str(found.decision) == "ask"
    assert "came to no answer" in found.reason


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("args[0] == 'x'", "hx $x"),
        ("has(flags.x)", "hx $x"),
        ("env.A == 'x'", "A=$x hx"),
        ("env.HOME == 'x'", "export HOME=x; hx"),
        ("redirects.all(r, r.target == 'x')", "hx > $x"),
    ],
)
def test_what_is_not_known_decides_nothing(when: str, text: str) -> None:
    rules: list[Any] = ["allow: export *"]
    assert decide(policy({"allow": "hx *", "when": when}, *rules), text) == "ask"
    found = verdict(policy({"deny": "hx *", "when": when}, *rules, defaults={"action": "allow"}), text)
    assert str(found.decision) == "ask"


def test_data_that_it_does_not_look_at_may_be_unknown() -> None:
    assert cel_conditions.decide("os == 'x'", {"os": "x"}, world(), {"env", "args"}) == YES
    assert cel_conditions.decide("os == 'x'", {"os": "y"}, world(), {"env", "args"}) == NO
    assert cel_conditions.decide("os == 'x'", {"os": "x"}, world(), {"os"}) == MAYBE


def test_names_within_other_names_are_not_looked_at() -> None:
    assert cel_conditions.reads("environ == 'x' && my_args[0] == osx") == ()
    assert set(cel_conditions.reads("has(env.args)")) == {"env", "args"}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 +", "`when` is no condition"),
        ("nothing.x == 1", "`when` is no condition"),
        ("'text'", "`when` gives no true or false"),
        ("size(args)", "`when` gives no true or false"),
        ("true || " * 600 + "true", "a condition of more than 4096 characters"),
    ],
)
def test_what_is_no_condition(source: str, said: str) -> None:
    with pytest.raises(PatternError) as caught:
        cel_conditions.check(source)
    assert str(caught.value).startswith(said)


def test_a_glob_that_is_none_matches_nothing() -> None:
    for pattern in ("'", "a b", "", "<x>"):
        data = {"args": [pattern, "x"]}
        assert cel_conditions.decide("glob_matches(args[0], args[1])", data, world(), set()) == NO


def test_what_is_kept_of_conditions_has_a_bound() -> None:
    for number in range(2 * cel_conditions.MAX_KEPT + 1):
        source = f"size(args) == {number}"
        cel_conditions.check(source)
        assert cel_conditions.reads(source) == ("args",)
    assert 0 < len(cel_conditions._loaded()._compiled) <= cel_conditions.MAX_KEPT
    assert 0 < len(cel_conditions._reads) <= cel_conditions.MAX_KEPT
