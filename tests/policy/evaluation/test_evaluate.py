"""Every command of a text judged, and the strictest of it all."""

from typing import Any

import pytest

from policy.judging import decide, policy, verdict
from wicket.loaded_policy import Policy


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["allow: hx *", "ask: hx *", "deny: hx *"], "deny"),
        (["deny: hx *", "allow: hx *"], "deny"),
        (["ask: hx *", "allow: hx x"], "ask"),
        (["allow: hx *"], "allow"),
        (["deny: hx y"], "ask"),
        ([], "ask"),
    ],
)
def test_the_strictest_rule_wins_in_any_order(rules: list[str], expected: str) -> None:
    assert {decide(policy(*rules), "hx x"), decide(policy(*reversed(rules)), "hx x")} == {expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ls; ls", "allow"),
        ("ls; hx", "ask"),
        ("ls | rm x", "deny"),
        ("ls && hx || rm x", "deny"),
        ("ls $(rm x)", "deny"),
        ("ls $(hx)", "ask"),
        ("ls <(rm x)", "deny"),
        ("f() { rm x; }; f", "deny"),
        ("ls # rm x", "allow"),
        ("echo 'rm x'", "allow"),
    ],
)
def test_every_part_counts(text: str, expected: str) -> None:
    assert decide(policy("allow: ls *", "allow: echo *", "deny: rm *"), text) == expected


@pytest.mark.parametrize("default", ["allow", "ask", "pass"])
@pytest.mark.parametrize("text", ["ls 'x", "ls ((", "if ls", "ls ;;", "case x in", "ls )", "ls \x00", "$(", "ls ${x"])
def test_what_is_not_understood_is_never_allowed(default: str, text: str) -> None:
    assert decide(policy("allow: ls *", "allow: '*'", defaults={"action": default}), text) == "ask"


@pytest.mark.parametrize(("text", "default"), [("", "allow"), ("# x", "deny"), ("\n\n", "ask")])
def test_without_a_command_the_default_decides(text: str, default: str) -> None:
    found = verdict(policy(defaults={"action": default}), text)
    assert (str(found.decision), found.reason) == (default, "there is no command in it")


@pytest.mark.parametrize("text", ["$x", "$(hx)", '"$x" y', "`hx`", "$SHELL -c ls"])
def test_a_program_that_cannot_be_known_is_asked_about(text: str) -> None:
    assert decide(policy("allow: '*'", defaults={"action": "allow"}), text) == "ask"


# ── what an allow covers ─────────────────────────────────────────────────────

COVERED = [
    ("allow: ls *", "ls > f", "ask"),
    ({"allow": "ls *", "when": "redirects.all(r, r.target == 'f')"}, "ls > f", "allow"),
    ({"allow": "ls *", "when": "redirects.all(r, r.target == 'f')"}, "ls > g", "ask"),
    ("allow: ls *", "ls > /dev/null 2>&1", "allow"),
    ("allow: curl *", "curl -o f h", "ask"),
    ("allow: curl -o|--output * *", "curl -o f h", "allow"),
    ("allow: curl -o|--output * *", "curl --output=f h", "allow"),
    ("allow: curl -o f *", "curl -o g h", "ask"),
    ("allow: sort *", "sort -o f g", "ask"),
    ("allow: sort -o *", "sort -o f g", "allow"),
    ("allow: cp *", "cp a b", "allow"),
    ("allow: tee *", "tee f", "allow"),
    ("allow: find *", "find . -delete", "ask"),
    ("allow: find * -delete", "find . -delete", "allow"),
    ("allow: find *", "find . -exec ls {} +", "ask"),
    ("allow: find * -exec ls *", "find . -exec ls {} +", "allow"),
    ("allow: sed *", "sed -i s/a/b/ f", "ask"),
    ("allow: sed -i *", "sed -i s/a/b/ f", "allow"),
    ("allow: sed *", "sed 1e f", "ask"),
    ("allow: awk *", "awk '{print $1}' f", "allow"),
    ("allow: awk *", "awk 'BEGIN{system(\"x\")}'", "ask"),
    ("allow: python *", "python -c 'import os; os.remove(\"x\")'", "ask"),
    ("allow: python -c *", "python -c 'import os; os.remove(\"x\")'", "allow"),
    ("allow: git *", "git -c core.pager=x log", "ask"),
    ("allow: hx *", "PATH=x hx", "ask"),
    ("allow: hx *", "LANG=C hx", "allow"),
    ("allow: sudo *", "sudo hx", "ask"),
    ("allow: sudo hx *", "sudo hx y", "allow"),
    ("allow: hx *", "env hx", "allow"),
    ("allow: hx *", "xargs hx", "allow"),
    ("allow: hx *", "sudo hx", "ask"),
    ("allow: bash *", "bash -c hx", "ask"),
    ("allow: bash -c hx", "bash -c hx", "allow"),
    ("allow: bash -c 'hx *'", "bash -c 'hx y'", "allow"),
    ("allow: bash -c 'hx *'", "bash -c 'hx y; hy'", "ask"),
]


@pytest.mark.parametrize(("rule", "text", "expected"), COVERED)
def test_what_an_allow_covers(rule: Any, text: str, expected: str) -> None:
    assert decide(policy(rule), text) == expected


# ── sandboxes, passing ───────────────────────────────────────────────────────


def test_a_sandbox_that_nothing_enforces_is_asked_about() -> None:
    definitions = {"sandbox": {"box": {"fs": {"write": {"allow": ["."]}}}}}
    found = verdict(policy({"allow": "hx *", "sandbox": "box"}, definitions=definitions), "hx")
    assert (str(found.decision), found.reason) == (
        "ask",
        "`allow: hx * (policy:1)`: it names a sandbox, and nothing enforces one",
    )
    asked = policy("allow: hx *", definitions=definitions, defaults={"sandbox": "box"})
    assert decide(asked, "hx") == "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("hx", "pass"), ("ls", "allow"), ("ls; hx", "pass"), ("hx; rm x", "deny"), ("hx > f", "pass")],
)
def test_passing_stands_between_allowing_and_asking(text: str, expected: str) -> None:
    assert decide(policy("allow: ls *", "deny: rm *", defaults={"action": "pass"}), text) == expected


# ── reasons ──────────────────────────────────────────────────────────────────

MAY_MATCH = "`deny: hx x (policy:1)` may match: a word of it is not known"
NO_ANSWER = '`allow: hx (policy:1)`: its condition came to no answer: NOT_FOUND: Key not found in map : "NO"'
REASONS = [
    (["deny: hx *"], "hx", "`deny: hx * (policy:1)` matches", ""),
    ([{"deny": "hx *", "message": "not here", "fix_suggestion": "there"}], "hx", "not here", "there"),
    ([{"deny": "hx x", "fix_suggestion": "f"}], "hx $x", MAY_MATCH, "f"),
    ([{"allow": "hx", "when": "env.NO == 'x'"}], "hx", NO_ANSWER, ""),
    (["allow: ls *"], "ls > f", "it writes f by redirect", ""),
    (["allow: ls *"], "ls; hx", "no rule covers `hx`", ""),
    (["allow: ls *"], "ls '", "the text is not understood: line 1, column 4: a single quote is never closed", ""),
    ([], "$x", "the program cannot be known: $x is not assigned in this text", ""),
    (["allow: ls *"], "ls", "every command in it is allowed", ""),
    (["deny: hx *", {"deny": "hx *", "message": "m"}], "hx", "m", ""),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "text", "reason", "fix"), REASONS)
def test_a_verdict_says_why_and_what_to_do(rules: list[Any], text: str, reason: str, fix: str) -> None:
    found = verdict(policy(*rules), text)
    assert (found.reason, found.fix_suggestion) == (reason, fix)


def test_validators_are_noted_for_what_they_are_about() -> None:
    asked = Policy.loads(
        """
        types:
          All: {executor: x}
          Curl: {executor: x, commands: ['curl *']}
          Named: {executor: x, commands: []}
        rules: [{allow: 'hx *', validate: Named}]
        """
    )
    found = asked.check("curl h; hx; ls", "/", {}, validators=False)
    assert [one.validators for one in found.evidence] == [["All", "Curl"], ["Named", "All"], ["All"]]
