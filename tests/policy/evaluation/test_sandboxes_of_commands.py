"""Tests of `sandboxes_of_commands`."""

import pytest

from policy.judging import CWD, ENVIRON, policy
from wicket.policy.verdict_and_evidence import Verdict

# ── what is not known runs contained where the policy says so; what a rule says, surely or perhaps, stays ──

BOXES: dict[str, dict[str, dict[str, str]]] = {"sandbox": {"a": {}, "u": {}, "d": {}}}
RULES = (
    {"allow": "npm *", "sandbox": "a"},
    "allow: python3|perl|node|ruby|psql|osascript *",
    "allow: ./* *",
    "allow: g++ -o *",
    "allow: g++|curl|ssh|docker|eval|ls|timeout|xargs|bash|sh|sudo *",
    "deny: git push *",
    "ask: rm *",
)
OPAQUE = "import os; os.fork()"


def judged(text: str, *rules: object, contained: bool = True, **defaults: object) -> Verdict:
    asked = policy(*(rules or RULES), definitions=BOXES, defaults={"unknown": {"sandbox": "u"}} | defaults)
    return asked.check(text, CWD, ENVIRON, contained=contained)


def shown(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    return str(verdict.decision), verdict.sandboxes


@pytest.mark.parametrize(
    ("text", "sandboxes"),
    [
        (f"python3 -c '{OPAQUE}'", ("u",)),
        ("perl -e fork", ("u",)),
        (f"timeout 5 bash -c \"python3 -c '{OPAQUE}'\"", ("u",)),
        ("ls | xargs perl -e fork", ("u",)),
        ("g++ -o t t.c && ./t", ("u",)),
        (f"npm ci && python3 -c '{OPAQUE}'", ("a", "u")),
        (f"python3 <<'X'\n{OPAQUE}\nX", ("u",)),
    ],
)
def test_what_a_program_does_is_left_to_the_sandbox(text: str, sandboxes: tuple[str, ...]) -> None:
    assert shown(judged(text)) == ("allow", sandboxes)
    assert str(judged(text, contained=False).decision) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        # a rule is about it, surely or perhaps
        f"python3 -c '{OPAQUE}'; rm x",
        f"python3 -c '{OPAQUE}'; git $x",
        'python3 -c \'__import__("os").system("git push")\'',
        'python3 -c \'__import__("os").execvp("rm", ["rm", "x"])\'',
        "perl -e 'exec q(git), q(push)'",
        "perl -e 'eval unpack u => q(x)' 'Z2l0IHB1c2ggb3JpZ2lu'",
        "perl <<'X'\nsystem('git push');\nX",
        "DEPLOY='git push' perl -e fork",
        # it starts programs, and which is not known: `git` may be one of them
        "python3 -c 'import os, sys; os.system(sys.argv[1] + sys.argv[2])' x y",
        "python3 -c 'import subprocess; subprocess.run(open(\"x\").read())'",
        "python3 -c 'exec(open(\"x\").read())'",
        "python3 <<'X'\nimport os\nos.system(open('x').read())\nX",
        "node -e 'require(\"child_process\").exec(process.argv[1])'",
        "perl -e 'system($ARGV[0])'",
        "perl -e '`$x`'",
        "ruby -e 'eval(ARGV[0])'",
        # which commands run is not known, and a rule may be about any
        'eval "$x"',
        "$x y",
        "curl x | sh",
        "curl -o x.sh y; sh x.sh",
        "curl -o x.sh y; ./x.sh",
        "perl -e fork | sh",
        # it does not run here
        "ssh host perl -e fork",
        "docker exec c perl -e fork",
        "sudo perl -e fork",
        "psql -c '\\! ls'",
        "osascript -e x",
        # no rule covers it
        "ruby2 -e fork",
        "lua -e fork",
        # not understood
        "perl -e 'fork' (",
    ],
)
def test_it_softens_no_rule(text: str) -> None:
    found = judged(text)
    assert str(found.decision) == "ask"
    assert str(judged(text, contained=False).decision) == "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"cat > x.py <<'X'\n{OPAQUE}\nX\npython3 x.py", "allow"),
        ("cat > t.c <<'X'\nint main(void) { return 0; }\nX\ng++ -o t t.c && ./t x", "allow"),
        (f"cat > x.py <<'X'\n{OPAQUE}\nos.system(open('x').read())\nX\npython3 x.py", "ask"),
        (f"cat > x.py <<'X'\n{OPAQUE}\nwords = ['git', 'push']\nX\npython3 x.py", "ask"),
        (f"echo \"{OPAQUE}; words = ['rm', 'x']\" > x.py; python3 x.py", "ask"),
        ("cat > t.c <<'X'\nint main(int n, char **v) { return system(v[1]); }\nX\ng++ -o t t.c && ./t x", "ask"),
    ],
)
def test_what_the_text_has_written_is_looked_at_as_well(text: str, expected: str) -> None:
    rules = (*RULES, "allow: cat|echo *")
    asked = policy(*rules, definitions=BOXES, defaults={"unknown": {"sandbox": "u"}}, files={"allow_write": ["."]})
    assert str(asked.check(text, CWD, ENVIRON, contained=True).decision) == expected
    assert str(asked.check(text, CWD, ENVIRON).decision) == "ask"


@pytest.mark.parametrize("text", ["git push; perl -e fork", "git push $(perl -e fork)"])
def test_what_is_denied_stays_denied(text: str) -> None:
    assert str(judged(text).decision) == "deny"


def test_where_nothing_else_is_allowed_it_is_denied() -> None:
    assert str(judged("perl -e fork", action="deny").decision) == "deny"


@pytest.mark.parametrize("text", ['eval "$x"', "perl -e fork", "curl x | sh"])
def test_under_a_policy_that_forbids_nothing_any_command_may_run_contained(text: str) -> None:
    assert shown(judged(text, "allow: eval|perl|curl|sh *")) == ("allow", ("u",))


def test_a_program_that_is_not_known_may_be_none() -> None:
    assert shown(judged('"$x"', "allow: ls", action="allow")) == ("allow", ("u",))
    assert str(judged('"$x"', "allow: ls").decision) == "ask"  # if $x is nothing, no rule covers the text


@pytest.mark.parametrize("text", ['ssh host "$x"', "perl -e fork; unheard of"])
def test_elsewhere_and_without_a_rule_it_is_asked_about_all_the_same(text: str) -> None:
    assert str(judged(text, "allow: ssh|perl *").decision) == "ask"


def test_the_sandbox_of_its_rule_and_the_default_one_hold_as_well() -> None:
    assert shown(judged("npm ci; perl -e fork", sandbox="d")) == ("allow", ("a", "d", "u"))
    assert shown(judged("perl -e fork", {"allow": "perl *", "sandbox": "a"}, "deny: git push", sandbox="d")) == (
        "allow",
        ("a", "u"),
    )


def test_the_reason_says_so() -> None:
    (evidence,) = judged("perl -e fork").evidence
    assert [said for _, said, _, _ in evidence.reasons] == ["it runs code of perl; it runs in sandbox u"]


def test_what_words_may_turn_out_to_be_is_judged_as_well() -> None:
    """What a text becomes if a word is nothing is looked at only where nothing else is asked about."""
    assert str(judged("perl -e fork; ls $x rm y", "allow: perl *", "allow: ls *", "ask: ls rm *").decision) == "ask"


# ── A text runs in all the sandboxes that rules name for its commands ─────────

BOXES_OF_NAMED_SANDBOXES: dict[str, dict[str, dict[str, str]]] = {"sandbox": {"a": {}, "b": {}, "d": {}}}
RULES_OF_NAMED_SANDBOXES = (
    {"allow": "npm *", "sandbox": "a"},
    {"allow": "cargo *", "sandbox": "b"},
    {"allow": "npm test", "sandbox": "b"},
    {"ask": "npm publish", "sandbox": "b"},
    "allow: ls *",
    "deny: rm *",
)


def judged_of_named_sandboxes(text: str, **defaults: str) -> Verdict:
    asked = policy(*RULES_OF_NAMED_SANDBOXES, definitions=BOXES_OF_NAMED_SANDBOXES, defaults=defaults)
    return asked.check(text, CWD, ENVIRON, contained=True)


@pytest.mark.parametrize(
    ("text", "decision", "sandboxes"),
    [
        ("npm ci", "allow", ("a",)),
        ("npm test", "allow", ("a", "b")),
        ("cargo build", "allow", ("b",)),
        ("npm ci && cargo build", "allow", ("a", "b")),
        ("npm ci | ls", "allow", ("a",)),
        ("ls", "allow", ()),
        ("npm publish", "ask", ("a", "b")),
        ("npm ci; rm x", "deny", ("a",)),
        ("npm ci > out", "ask", ("a",)),
        ("npm $x", "ask", ("a", "b")),
        ("npm ci (", "ask", ()),
    ],
)
def test_rules_name_them(text: str, decision: str, sandboxes: tuple[str, ...]) -> None:
    found = judged_of_named_sandboxes(text)
    assert (str(found.decision), found.sandboxes) == (decision, sandboxes)


@pytest.mark.parametrize(
    ("text", "sandboxes"),
    [
        ("npm ci", ("a",)),
        ("ls", ("d",)),
        ("npm ci; ls", ("a", "d")),
        ("true && npm ci", ("a",)),  # the shell does the first by itself
        ("x=1; npm ci", ("a",)),
        ("true", ("d",)),
        ("what is this", ("d",)),
        ("npm ci (", ("d",)),
    ],
)
def test_the_default_is_for_commands_whose_rules_name_none(text: str, sandboxes: tuple[str, ...]) -> None:
    assert judged_of_named_sandboxes(text, sandbox="d").sandboxes == sandboxes


def test_where_nobody_contains_commands_a_rule_that_names_one_asks() -> None:
    found = policy(*RULES_OF_NAMED_SANDBOXES, definitions=BOXES_OF_NAMED_SANDBOXES).check("npm ci", CWD, ENVIRON)
    assert (str(found.decision), found.sandboxes) == ("ask", ())
