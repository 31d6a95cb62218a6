"""What Claude Code's door answers to each event, in each mode."""

from pathlib import Path
from typing import Any

import pytest

from doors.hooks import NOBODY, Installation, call, pre

POLICY = """
rules:
  - allow: 'git status'
  - ask: 'git commit *'
    message: 'commits are looked at'
    fix_suggestion: 'git diff first'
  - deny: 'git push *'
    message: "pushing is\\e[31m for people\\u202e"
    fix_suggestion: "open a\\x07 pull request"
"""


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, POLICY)


def asked(place: Installation, line: int = 4) -> str:
    rule = f"`ask: git commit * ({place.policy}:{line})` matches"
    return f"commits are looked at [{rule}] (suggestion: git diff first)"


def denied(place: Installation) -> str:
    return f"pushing is for people [`deny: git push * ({place.policy}:7)` matches] (suggestion: open a pull request)"


def requested(behaviour: str, message: str | None = None) -> dict[str, Any]:
    said = {"behavior": behaviour} | ({} if message is None else {"message": message})
    return {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": said}}


@pytest.mark.rule("R-H26", "R-H28")
def test_before_a_tool_is_used(place: Installation) -> None:
    answers = [place.answer(call(command)) for command in ("git status", "git commit -a", "git push", "frobnicate")]
    assert answers == [
        pre("allow"),
        pre("ask", asked(place)),
        pre("deny", denied(place)),
        pre("ask", "no rule covers `frobnicate`"),
    ]


def test_a_part_of_a_line_is_named(place: Installation) -> None:
    assert place.answer(call("git status && git push")) == pre("deny", f"git push: {denied(place)}")


@pytest.mark.rule("R-H28", "D-23")
@pytest.mark.parametrize("mode", ["dontAsk", "bypassPermissions", "auto", "one of tomorrow"])
def test_where_nobody_would_be_asked_an_ask_is_a_refusal_that_says_so(place: Installation, mode: str) -> None:
    answers = [place.answer(call(command, permission_mode=mode)) for command in ("git status", "git commit -a")]
    assert answers == [pre("allow"), pre("deny", NOBODY + asked(place))]


@pytest.mark.rule("D-23")
def test_at_a_terminal_a_person_is_asked_even_where_permissions_are_bypassed(place: Installation) -> None:
    place.environ["CLAUDE_CODE_ENTRYPOINT"] = "cli"
    told = call("git commit -a", permission_mode="bypassPermissions")
    assert place.answer(told) == pre("ask", asked(place))
    assert place.answer(call("git commit -a", permission_mode="dontAsk")) == pre("deny", NOBODY + asked(place))


@pytest.mark.rule("D-10", "D-23")
@pytest.mark.parametrize("mode", ["default", "acceptEdits", "bypassPermissions"])
def test_without_a_terminal_the_refusal_says_who_has_to_confirm(place: Installation, mode: str) -> None:
    place.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    assert place.answer(call("git commit -a", permission_mode=mode)) == pre("deny", NOBODY + asked(place))


@pytest.mark.rule("D-22")
def test_in_plan_mode_only_what_reads_is_allowed(place: Installation) -> None:
    place.policy.write_text("rules: [{allow: 'git *'}, {allow: 'touch *'}, {ask: 'rm *'}, {deny: 'git push *'}]\n")
    commands = ("git status", "touch x", "git commit -m x", "git push")
    answers = [place.answer(call(command, permission_mode="plan")) for command in commands]
    denied = f"`deny: git push * ({place.policy}:1)` matches"
    assert answers == [pre("allow"), None, None, pre("deny", denied)]


@pytest.mark.parametrize("mode", ["default", "plan", "acceptEdits", None])
def test_where_a_person_is_asked_an_ask_is_one(place: Installation, mode: str | None) -> None:
    assert place.answer(call("git commit -a", permission_mode=mode)) == pre("ask", asked(place))


@pytest.mark.rule("R-H26", "R-H28")
def test_before_a_dialog_is_shown(place: Installation) -> None:
    answers = [
        place.answer(call(command, hook_event_name="PermissionRequest", tool_use_id=None, permission_suggestions=[]))
        for command in ("git status", "git commit -a", "git push")
    ]
    assert answers == [
        requested("allow"),
        {"systemMessage": f"wicket: {asked(place)}"},
        requested("deny", denied(place)),
    ]


@pytest.mark.rule("D-20")
def test_what_is_none_of_ours_is_passed_over(place: Installation) -> None:
    assert [
        place.answer(call("git push", tool_name="TodoWrite", tool_input={"todos": []})),
        place.answer(call("git push", tool_name="mcp__shell__run")),
        place.answer(call("git push", hook_event_name="PostToolUse")),
        place.answer(call("git push", hook_event_name="SessionStart", tool_name=None)),
    ] == [None] * 4


@pytest.mark.rule("D-20")
def test_what_runs_in_the_background_is_judged_alike(place: Installation) -> None:
    assert [
        place.answer(call("git push", tool_name="Monitor")),
        place.answer(call("git status", tool_name="Monitor")),
        place.answer(call("git commit -a", tool_name="Monitor", hook_event_name="PermissionRequest")),
        place.answer(call(tool_name="Monitor", tool_input={"ws": {"url": "wss://example.com"}})),
    ] == [
        pre("deny", denied(place)),
        pre("allow"),
        {"systemMessage": f"wicket: {asked(place)}"},
        pre("ask", "wicket could not judge this: the call of Monitor has no command"),
    ]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (call(tool_name=None), "no tool is named"),
        (call(tool_name=""), "no tool is named"),
        (call(cwd="/nonexistent"), "the cwd is no folder"),
        (call(cwd="/dev/null"), "the cwd is no folder"),
        (call(cwd="/\0"), "the cwd is no folder"),
        (call("git status \ud800"), "the command holds half a character"),
        (call().replace(b'"command":', b'"command": "git push", "command":'), "it is not JSON: a key stands twice"),
        (call(tool_name="Read")[:-1] + b', "tool_name": "Bash"}', "it is not JSON: a key stands twice"),
    ],
)
def test_what_another_reader_could_take_for_something_else_is_asked_about(
    place: Installation, told: bytes, why: str
) -> None:
    assert place.answer(told) == pre("ask", f"wicket could not judge this: {why}")


def test_another_shell_is_not_understood(place: Installation) -> None:
    because = "wicket reads bash, and cannot judge PowerShell"
    assert place.answer(call("ls", tool_name="PowerShell")) == pre("ask", because)
    assert place.answer(call("ls", tool_name="PowerShell", permission_mode="auto")) == pre("deny", NOBODY + because)


def test_pass_leaves_it_to_the_agent(place: Installation) -> None:
    place.policy.write_text(POLICY + "defaults: {action: pass}\n")
    assert place.answer(call("frobnicate", permission_mode="bypassPermissions")) is None


@pytest.mark.rule("D-7")
def test_the_folder_of_the_call_counts(place: Installation) -> None:
    other = place.root / "other"
    other.mkdir()
    (other / "wicket.yml").write_text("rules: [{deny: 'git status', message: 'not here'}]\n")
    rule = f"`deny: git status ({other}/wicket.yml:1)` matches"
    assert place.answer(call(cwd=str(other)), cwd=place.project) == pre("deny", f"not here [{rule}]")
    assert place.answer(call(cwd=str(place.project)), cwd=other) == pre("allow")


def test_a_file_that_is_named_counts_alone(place: Installation) -> None:
    named = place.root / "mine.yml"
    named.write_text("rules: [{allow: 'git push *'}]\n")
    assert place.answer(call("git push"), "--config", str(named)) == pre("allow")


@pytest.mark.rule("R-H16")
def test_verbose_says_what_went_wrong_with_a_validator(place: Installation) -> None:
    place.policy.write_text("types: {Guard: {executor: 'sleep 30', timeout: 100ms, commands: ['git *']}}\n")
    code, _, err = place.run(call(), "--verbose")
    assert (code, err) == (0, b"[verbose] Extension error: timeout after 100ms\n")
    place.policy.write_text("types: {Guard: {executor: 'true', commands: ['git *']}}\n")
    code, _, err = place.run(call(), "--verbose")
    assert (code, err) == (0, b"[verbose] Extension error: invalid response: no answer\n")


def test_what_no_policy_can_take_away_is_refused_by_one_that_does_not_load(place: Installation) -> None:
    place.policy.write_text("rulse: []\n", encoding="utf-8")
    said = "an agent must not decide for the person who guards it"
    answer = place.answer(call("wicket approve 1a2b"))["hookSpecificOutput"]
    assert (answer["permissionDecision"], answer["permissionDecisionReason"].startswith(said)) == ("deny", True)
    assert place.answer(call("ls"))["hookSpecificOutput"]["permissionDecision"] == "ask"


def test_a_rule_that_never_matches_is_told_to_the_person(place: Installation) -> None:
    place.policy.write_text("rules: [{allow: 'cat <path:secretz>'}]\ndefaults: {action: allow}\n", encoding="utf-8")
    said = f"wicket: {place.policy}:1: <path:secretz> is not defined: the pattern 'cat <path:secretz>' never matches"
    assert place.answer(call("cat x")) == pre("allow") | {"systemMessage": said}
    place.policy.write_text("rules: [{allow: 'cat <path:x>'}, {allow: 'ls <var:y>'}]\n", encoding="utf-8")
    more = " (and 1 more: see `wicket doctor`)"
    assert place.answer(call("hx"))["systemMessage"].endswith(f"never matches{more}")
    asked = place.answer(call("hx", hook_event_name="PermissionRequest"))["systemMessage"]
    assert asked.startswith("wicket: no rule covers `hx`; wicket: ")
    place.policy.write_text("rules: [{allow: 'cat <path:x>'}]\ndefaults: {action: pass}\n", encoding="utf-8")
    assert list(place.answer(call("hx"))) == ["systemMessage"]
