"""Commands that no allow rule is sure of: those that need none, those that another covers, and the default."""

import pytest

from policy.judging import decide, policy, verdict


@pytest.mark.parametrize("default", ["allow", "ask", "deny", "pass"])
def test_what_no_rule_speaks_about_is_left_to_the_default(default: str) -> None:
    found = verdict(policy(defaults={"action": default}), "hx")
    assert (str(found.decision), found.reason) == (
        default,
        "every command in it is allowed" if default == "allow" else "no rule covers `hx`",
    )


@pytest.mark.parametrize(
    "text", [":", "true", "false", "read x", "x=1", "x=1 y=2", "while true; do break; done", "return"]
)
def test_what_needs_no_rule(text: str) -> None:
    assert decide(policy(), text + "; true") == "allow"


@pytest.mark.parametrize("text", ["env read x", "nohup : x", "xargs read", "exec read x", "sudo local x"])
def test_a_program_that_is_called_like_a_word_of_the_shell_needs_one(text: str) -> None:
    assert decide(policy("allow: sudo *"), text) == "ask"


@pytest.mark.parametrize("text", ["command read x", "bash -c 'read x'", "eval 'read x'", "builtin :", "env true"])
def test_a_shell_that_something_starts_has_its_own_words(text: str) -> None:
    assert decide(policy(), text) == "allow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no-such-program", "deny"),
        ("ls", "allow"),
        ("./x", "allow"),
        ("cd x", "allow"),
        ("ignored x", "allow"),
        ("source f; no-such-program", "allow"),
        ("f() { ls; }; f", "allow"),
        ("ls; no-such-program", "deny"),
    ],
)
def test_programs_that_are_not_there(text: str, expected: str) -> None:
    asked = policy(
        defaults={"action": "allow"},
        experimental={"require_command_in_path": {"enabled": True, "action": "deny", "ignore": ["ignored"]}},
    )
    assert decide(asked, text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("true", "true needs no rule"),
        ("env hx", "what env runs is judged"),
        ("bash -c 'hx y'", "`allow: bash -c 'hx *' (policy:1)` spells it"),
        ("hy", "no rule covers `hy`"),
        ("hy secret", "no rule covers `hy`"),
        ("./a.sh x", "no rule covers `./a.sh`"),
        ("npm publish --access public", "no rule covers `npm publish`"),
        ("git -C x stash pop y", "no rule covers `git stash`"),
        ("git x", "no rule covers `git`"),
        ("python3.11 x.py", "no rule covers `python3.11`"),
        ("h" * 61, "no rule covers it"),
        ("'h `y'", "no rule covers it"),
        ("'h\ny'", "no rule covers it"),
    ],
)
def test_it_says_what_covers_a_command(text: str, reason: str) -> None:
    found = verdict(policy("allow: hx", "allow: bash -c 'hx *'"), text)
    assert reason in [said for one in found.evidence for _, said, _, _ in one.reasons]


def test_what_code_runs_is_covered_by_a_rule_for_any_code() -> None:
    code = "python -c 'import os; os.system(\"hx\")'"
    assert decide(policy("allow: python *"), code) == "ask"
    assert decide(policy("allow: python -c *"), code) == "allow"
    assert decide(policy("allow: python -c *", "deny: hx"), code) == "deny"


OUTSIDE = [
    "eslint -c /tmp/x.js .",
    "eslint --config=/tmp/x.js .",
    "eslint -c/tmp/x.js .",
    "npx eslint -c ../../x.js .",
    "vite build --config ~/x.js",
    "yarn --cwd /tmp/x build",
    "npm --prefix /tmp/x test",
    "npm test -- --config /tmp/x.js",
    "pnpm -C ../x test",
    "cargo build --manifest-path /tmp/x/Cargo.toml",
    "make -C /tmp/x",
    "make -I/tmp/x all",
    "just -f /tmp/justfile all",
    "task --taskfile /tmp/x.yml",
    "pytest /tmp/x",
    "python -m pytest --rootdir /tmp/x",
    "go -C /tmp/x build",
    "gradle -p /tmp/x build",
    "cmake -S /tmp/x -B build",
    "dotnet run --project /tmp/x",
    "uv run --directory /tmp/x pytest",
    "make -C sub/../../x",
]
INSIDE = [
    "eslint -c eslint.config.js .",
    "eslint -c /home/me/work/eslint.config.js .",
    "cd web && eslint -c ../eslint.config.js .",
    "make -C sub all",
    "make PREFIX=/usr all",
    "make DESTDIR=/tmp/x all",
    "npm --prefix web test",
    "pytest tests",
    "go build -o /tmp/x ./...",
    "cargo build --manifest-path web/Cargo.toml",
]
_ANYTHING = [
    "allow: eslint|npx|vite|yarn|npm|pnpm|cargo|make|just|task|pytest|go *",
    "allow: gradle|cmake|dotnet|uv|python|node|cd *",
]


@pytest.mark.parametrize("text", OUTSIDE)
@pytest.mark.parametrize("default", ["ask", "pass"])
def test_code_and_settings_outside_of_the_work_tree_are_an_act_of_their_own(text: str, default: str) -> None:
    found = verdict(policy(*_ANYTHING, defaults={"action": default}), text, cwd="/home/me/work")
    assert str(found.decision) == default
    assert "outside of the work tree" in found.reason


@pytest.mark.parametrize("text", INSIDE)
def test_those_of_the_project_are_what_the_rule_is_about(text: str) -> None:
    assert "outside" not in verdict(policy(*_ANYTHING), text, cwd="/home/me/work").reason


def test_a_rule_that_names_the_option_covers_it() -> None:
    assert decide(policy("allow: eslint -c /tmp/x.js *"), "eslint -c /tmp/x.js .") == "allow"


@pytest.mark.parametrize("text", ["python /tmp/x.py", "python -u ~/x.py a", "node ../x.js", "python3 ../work2/x.py"])
def test_a_script_from_elsewhere_is_left_to_the_agent_where_the_rest_is(text: str) -> None:
    rules = ["allow: python|python3|node *"]
    assert str(verdict(policy(*rules, defaults={"action": "pass"}), text, cwd="/home/me/work").decision) == "pass"
    assert str(verdict(policy(*rules), text, cwd="/home/me/work").decision) == "allow"


@pytest.mark.parametrize(
    "text", ["python x.py /tmp/y", "python /home/me/work/x.py", "python -m json.tool /tmp/x.json", "node a/x.js"]
)
def test_other_scripts_are_covered_there(text: str) -> None:
    found = verdict(policy("allow: python|node *", defaults={"action": "pass"}), text, cwd="/home/me/work")
    assert str(found.decision) == "allow"
