"""What wicket protects itself with."""

import pytest

from policy.judging import decide, policy
from wicket.policy.config.built_in_rules import RULES, agents_files, moved_files

OPEN = policy("allow: '*'", defaults={"action": "allow"})

EXAMPLES = [(example.command, example.decision) for rule in RULES for example in rule.tests]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_the_rules_own_examples(text: str, expected: str) -> None:
    assert decide(OPEN, text) == expected


@pytest.mark.parametrize("verb", ["approve", "deny", "grants", "trust", "untrust", "init", "serve"])
@pytest.mark.parametrize(
    "how", ["wicket", "/opt/bin/wicket", "./wicket", "env wicket", "python3 -m wicket", "uvx wicket"]
)
def test_no_policy_opens_the_gate_for_whoever_is_guarded(how: str, verb: str) -> None:
    assert decide(OPEN, f"{how} {verb} x") == "deny"


@pytest.mark.parametrize(
    "text", ["wicket check -- ls", "wicket --version", "wicket audit", "echo wicket approve", "wicket"]
)
def test_the_rest_is_left_to_the_policy(text: str) -> None:
    assert decide(OPEN, text) == "allow"


def test_the_settings_that_switch_guards_on() -> None:
    found = agents_files("/home/ada", "/project")
    assert {
        "/home/ada/.claude/settings.json",
        "/project/.claude/settings.json",
        "/project/wicket.yml",
        "/project/runok.local.yaml",
    } <= set(found)
    assert agents_files("", "") == ()


@pytest.mark.parametrize(
    ("variable", "file"),
    [
        ("CLAUDE_CONFIG_DIR", "/moved/settings.json"),
        ("CODEX_HOME", "/moved/hooks.json"),
        ("GEMINI_CLI_HOME", "/moved/.gemini/settings.json"),
        ("QWEN_HOME", "/moved/.env"),
        ("COPILOT_HOME", "/moved/hooks"),
        ("OPENCODE_CONFIG_DIR", "/moved/plugin"),
        ("XDG_CONFIG_HOME", "/moved/opencode/plugin"),
        ("FACTORY_HOME_OVERRIDE", "/moved/.factory/settings.json"),
        ("CLINE_DIR", "/moved/hooks"),
        ("PI_CODING_AGENT_DIR", "/moved/extensions"),
        ("ZOT_HOME", "/moved/extensions/wicket"),
        ("AMP_SETTINGS_FILE", "/moved/"),
        ("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/moved/"),
        ("QWEN_CODE_SYSTEM_DEFAULTS_PATH", "/moved/"),
    ],
)
def test_settings_that_a_variable_moves(variable: str, file: str) -> None:
    assert file in moved_files({variable: "/moved/"})
    assert moved_files({variable: "moved"}) == ()
    assert f"/home/ada{file}" in moved_files({variable: "~/moved/", "HOME": "/home/ada"})


@pytest.mark.parametrize("name", [".opencode/opencode.jsonc", ".pi/settings.json", ".gemini/.env"])
def test_a_projects_settings_load_code_and_lead_elsewhere(name: str) -> None:
    assert f"/project/{name}" in agents_files("", "/project")
