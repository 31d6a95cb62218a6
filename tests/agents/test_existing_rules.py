"""Rules of agents become rules of words: exactly, or stricter, or not at all, and each says so."""

import json
from pathlib import Path

import pytest

from wicket.agents.existing_rules import existing_rules

Carried = list[tuple[str, str, str, str]]


def carried(home: Path) -> Carried:
    return [(rule.action, rule.section, rule.text, rule.note) for rule in existing_rules({"HOME": str(home)})]


def write(home: Path, name: str, text: str) -> None:
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_text(text)


@pytest.mark.rule("D-80")
@pytest.mark.parametrize("folder", [".claude", ".qwen"])
def test_rules_of_claude_code_and_qwen_code(tmp_path: Path, folder: str) -> None:
    rules = {
        "allow": ["Bash(git log:*)", "Bash(npm run *)", "Bash(make all)", "Bash(ls*)", "Bash(a; b:*)", "Bash"],
        "ask": ["Bash(git push:*)", "Bash(ls*x)"],
        "deny": [
            "Bash(rm -rf *)",
            "Bash(cu*l)",
            "Read(./.env)",
            "Read(//etc/x)",
            "Edit(~/.x)",
            "mcp__s__t",
            "WebFetch",
        ],
    }
    write(tmp_path, f"{folder}/settings.json", json.dumps({"permissions": rules}))
    assert carried(tmp_path) == [
        ("deny", "rules", "rm -rf *", ""),
        ("deny", "rules", "*", "stricter: every command, as its program cannot be told"),
        ("deny", "deny_read", "**/.env", "stricter: wherever it lies"),
        ("deny", "deny_read", "/etc/x", ""),
        ("deny", "deny_write", "~/.x", ""),
        ("deny", "tools", "s/t", ""),
        ("deny", "tools", "WebFetch", ""),
        ("ask", "rules", "git push *", ""),
        ("ask", "rules", "*", "stricter: every command, as its program cannot be told"),
        ("allow", "rules", "git log *", ""),
        ("allow", "rules", "npm run *", ""),
        ("allow", "rules", "make all", ""),
        ("allow", "", "", "left out: it compares texts, not words"),
        ("allow", "", "", "left out: it compares texts, not words"),
        ("allow", "", "", "left out: it allows every command"),
    ]


@pytest.mark.rule("D-80")
def test_rules_of_codex(tmp_path: Path) -> None:
    text = """
prefix_rule(pattern=["git", ["push", "fetch"]], decision="prompt")
prefix_rule(pattern=["gh", "pr"], decision="allow", justification="x", match=["gh pr view"])
prefix_rule(pattern=["rm"], decision="forbidden")
prefix_rule(pattern=NAMES, decision="allow")
other(1)
"""
    write(tmp_path, ".codex/rules/default.rules", text)
    assert carried(tmp_path) == [
        ("ask", "rules", "git push|fetch *", ""),
        ("allow", "rules", "gh pr *", ""),
        ("deny", "rules", "rm *", ""),
        ("allow", "", "", "left out: it compares texts, not words"),
    ]


@pytest.mark.rule("D-80")
def test_rules_of_gemini_cli(tmp_path: Path) -> None:
    text = r"""
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "ls"]
decision = "allow"
[[rule]]
toolName = "run_shell_command"
commandRegex = '^rm\s+-rf'
decision = "deny"
[[rule]]
toolName = "run_shell_command"
commandRegex = 'x'
decision = "allow"
[[rule]]
toolName = "write_file"
decision = "ask_user"
"""
    write(tmp_path, ".gemini/policies/mine.toml", text)
    assert carried(tmp_path) == [
        ("allow", "rules", "git status *", ""),
        ("allow", "rules", "ls *", ""),
        ("deny", "rules", "rm *", "stricter: every `rm`"),
        ("allow", "", "", "left out: it compares texts, not words"),
        ("ask", "", "", "it is not about commands"),
    ]


@pytest.mark.rule("D-80")
def test_rules_of_copilot_cli_opencode_and_droid(tmp_path: Path) -> None:
    tools = {"denyTools": ["shell(rm)", "github(delete_repo)", "write(x)"], "allowTools": ["shell(git:*)", "shell"]}
    write(tmp_path, ".copilot/config.json", json.dumps(tools))
    bash = {"git push *": "deny", "*": "ask", "cat *": "allow", "gi*": "allow"}
    write(tmp_path, ".config/opencode/opencode.json", json.dumps({"permission": {"bash": bash}}))
    lists = {"commandAllowlist": ["pwd"], "commandDenylist": ["mkfs.ext4"]}
    write(tmp_path, ".factory/settings.json", json.dumps(lists))
    assert carried(tmp_path) == [
        ("deny", "rules", "rm *", "stricter: with more words as well"),
        ("deny", "tools", "github/delete_repo", ""),
        ("deny", "deny_write", "**/x", "stricter: wherever it lies"),
        ("allow", "rules", "git *", ""),
        ("allow", "", "", "left out: it allows every command"),
        ("deny", "rules", "git push *", ""),
        ("ask", "", "", "left out: the agent itself goes on asking"),
        ("allow", "rules", "cat *", ""),
        ("allow", "", "", "left out: it compares texts, not words"),
        ("deny", "rules", "mkfs.ext4 *", ""),
        ("allow", "rules", "pwd *", ""),
    ]


def test_what_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    write(tmp_path, ".claude/settings.json", "{")
    write(tmp_path, ".codex/rules/x.rules", "prefix_rule(")
    write(tmp_path, ".gemini/policies/x.toml", "[[")
    write(tmp_path, ".factory/settings.json", '{"commandAllowlist": "ls"}')
    assert carried(tmp_path) == []
