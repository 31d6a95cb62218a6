"""The hook as a process: whatever is broken, its answer is to ask or to refuse."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doors.hooks import NOBODY, WAIT_S, Installation, call, pre
from wicket.doors import claude_tools, hook_process, unknown_tools
from wicket.doors.call_judgement import JUDGING_S
from wicket.doors.hook_process import JUDGED, RUNNERS, TELLING

POLICY = """
rules:
  - allow: 'git status'
  - deny: 'git push *'
    message: 'pushing is for people'
    fix_suggestion: 'open a pull request'
"""


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, POLICY)


def test_what_is_allowed_is_allowed_cold_and_warm(place: Installation) -> None:
    assert [place.answer(call()) for _ in range(2)] == [pre("allow")] * 2


# ── broken installations ─────────────────────────────────────────────────────


def without_a_module(place: Installation) -> None:
    (place.copy() / "loaded_policy.py").unlink()


def without_the_door(place: Installation) -> None:
    (place.copy() / "doors" / "claude_code.py").unlink()


def without_its_package(place: Installation) -> None:
    (place.copy() / "policy" / "__init__.py").write_text("raise ImportError('nothing here')\n")


def with_a_syntax_error(place: Installation) -> None:
    (place.copy() / "policy" / "evaluation" / "evaluate.py").write_text("def (:\n")


def with_a_module_that_is_not_text(place: Installation) -> None:
    (place.copy() / "shell" / "read.py").write_bytes(b"\xff\0\xff")


def with_a_module_that_exits(place: Installation) -> None:
    (place.copy() / "__init__.py").write_text("raise SystemExit(0)\n")


def with_a_module_that_eats_the_stack(place: Installation) -> None:
    (place.copy() / "shell" / "read.py").write_text("def read(*a):\n    return read(*a)\n")


def with_a_bad_policy(place: Installation) -> None:
    place.policy.write_text("rules: [{allow: 'git [status'}]\n")


def with_a_policy_that_is_no_yaml(place: Installation) -> None:
    place.policy.write_text("rules: [}\n")


def with_a_folder_for_a_policy(place: Installation) -> None:
    place.policy.unlink()
    place.policy.mkdir()


def without_what_reads_policies(place: Installation) -> None:
    place.copy()
    # Nothing but Python's own is found, as with an environment that was taken away.
    (place.package / "policy_files" / "strict_yaml.py").write_text("import a_module_that_is_not_installed\n")


def with_a_validator_that_is_killed(place: Installation) -> None:
    place.policy.write_text(POLICY + "types: {Guard: {executor: \"sh -c 'kill -9 $$'\", commands: ['git *']}}\n")


def with_a_validator_that_is_not_there(place: Installation) -> None:
    place.policy.write_text(POLICY + "types: {Guard: {executor: './nowhere', commands: ['git *']}}\n")


BREAKS: list[Callable[[Installation], None]] = [
    without_a_module,
    without_the_door,
    without_its_package,
    with_a_syntax_error,
    with_a_module_that_is_not_text,
    with_a_module_that_exits,
    with_a_module_that_eats_the_stack,
    with_a_bad_policy,
    with_a_policy_that_is_no_yaml,
    with_a_folder_for_a_policy,
    without_what_reads_policies,
    with_a_validator_that_is_killed,
    with_a_validator_that_is_not_there,
]


def decision(answer: Any) -> str:
    assert set(answer) == {"hookSpecificOutput"}
    said = answer["hookSpecificOutput"]
    assert said["permissionDecisionReason"]
    return f"{said['hookEventName']} {said['permissionDecision']}"


@pytest.mark.rule("R-H18")
@pytest.mark.rule("D-2")
@pytest.mark.parametrize("harm", BREAKS)
def test_a_broken_installation_asks_and_where_nobody_is_asked_refuses(
    place: Installation, harm: Callable[[Installation], None]
) -> None:
    harm(place)
    asked = [decision(place.answer(call(permission_mode=mode))) for mode in ("default", "dontAsk", "bypassPermissions")]
    assert asked == ["PreToolUse ask", "PreToolUse deny", "PreToolUse deny"]


@pytest.mark.parametrize("harm", [without_a_module, with_a_syntax_error])
def test_a_broken_installation_leaves_other_tools_alone(
    place: Installation, harm: Callable[[Installation], None]
) -> None:
    harm(place)
    assert place.answer(call(tool_name="TodoWrite", tool_input={"todos": []})) is None


@pytest.mark.rule("D-1")
@pytest.mark.parametrize("tool", sorted(tool.decode() for tool in JUDGED))
def test_a_broken_installation_lets_no_judged_tool_pass(place: Installation, tool: str) -> None:
    without_a_module(place)
    assert decision(place.answer(call(tool_name=tool, tool_input={"file_path": "/x"}))) == "PreToolUse ask"


def test_the_hook_knows_the_tools_without_its_modules() -> None:
    assert {tool.decode() for tool in JUDGED} == set(claude_tools.JUDGED)


def test_a_policy_that_does_not_load_is_named_with_its_line_and_how_much_else_is_wrong(place: Installation) -> None:
    place.policy.write_text("rulse: []\nrules: [{alow: ls}]\n", encoding="utf-8")
    said = f"{place.policy}:1: a policy has no key `rulse`; did you mean `rules`? (and 1 more: see `wicket check`)"
    assert place.answer(call()) == pre("ask", f"wicket could not judge this: {said}")


def test_a_broken_installation_says_so_before_the_dialog_and_refuses_where_there_is_none(place: Installation) -> None:
    (place.copy() / "loaded_policy.py").write_text("raise RuntimeError('broken \\\\ \"here\" \\u202e')\n")
    because = "wicket could not judge this: RuntimeError: broken ? ?here? ?; `wicket doctor` looks for what is broken"
    assert place.answer(call(hook_event_name="PermissionRequest")) == {"systemMessage": because}
    assert place.answer(call(hook_event_name="PermissionRequest", permission_mode="auto")) == {
        "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": {"behavior": "deny", "message": because},
        }
    }


def test_a_mode_within_the_call_cannot_soften_a_failure(place: Installation) -> None:
    without_a_module(place)
    within = {"command": 'x "permission_mode":"default"', "permission_mode": "default", "tool_name": "Read"}
    assert decision(place.answer(call(tool_input=within, permission_mode="dontAsk"))) == "PreToolUse deny"


@pytest.mark.parametrize(
    "told",
    [
        call().replace(b"Bash", b"B\\u0061sh"),
        call().replace(b'"tool_name"', b'"x": {"tool_name": "Read"}, "tool\\u005fname"'),
        call(permission_mode="bypassPermissions").replace(b"permission_mode", b"permission\\u005Fmode"),
    ],
)
def test_a_spelling_cannot_soften_a_failure(place: Installation, told: bytes) -> None:
    without_a_module(place)
    assert decision(place.answer(told)) == "PreToolUse deny"


def test_a_control_character_of_a_command_is_no_disguise(place: Installation) -> None:
    without_a_module(place)
    assert decision(place.answer(call("git status \x1b[0m"))) == "PreToolUse ask"
    assert place.answer(call(tool_name="TodoWrite", tool_input={"todos": ["x \x1b[0m"]})) is None


@pytest.mark.rule("D-1", "D-8")
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Workflow", {"script": "x()"}),
        ("Batch", {"calls": [{"tool": "Bash", "input": {"command": "git push"}}]}),
        ("REPL", {"input": "x()"}),
        ("PythonInterpreter", {"text": "x()"}),
        ("SendUserFile", {"filePath": ".env"}),
        ("SendUserFile", {"attachments": [".env"]}),
        ("GenerateImage", {"input_image_paths": [".env"]}),
        ("Workflow", {"scriptPath": "x.js"}),
    ],
)
def test_a_failure_lets_no_unknown_tool_pass_that_runs_something_or_names_files(
    place: Installation, tool: str, given: Any
) -> None:
    place.policy.write_text("rules: [}\n")
    assert decision(place.answer(call(tool_name=tool, tool_input=given))) == "PreToolUse ask"
    bypassing = call(tool_name=tool, tool_input=given, permission_mode="bypassPermissions")
    assert decision(place.answer(bypassing)) == "PreToolUse deny"


@pytest.mark.rule("D-1")
def test_a_call_that_is_cut_off_is_not_taken_for_another() -> None:
    whole = call(tool_name="Bash", tool_input={"x": "y"})
    for end in range(len(whole)):
        _, out, _ = hook_process._last_words("claude-code", whole[:end], ValueError("it is not JSON"))
        assert b'"permissionDecision":"' in out, whole[:end]


def test_the_hook_knows_what_unknown_tools_are_judged_by_without_its_modules() -> None:
    keys = {*unknown_tools.COMMANDS, *unknown_tools.CODE}
    assert tuple(key.decode() for key in hook_process.FILES) == unknown_tools.PATHS
    assert {key.decode() for key in TELLING} == {key.replace("_", "").lower() for key in keys}
    assert {word.decode() for word in RUNNERS} == unknown_tools.RUNNERS


@pytest.mark.rule("D-3")
def test_what_a_module_prints_does_not_stand_before_the_answer(place: Installation) -> None:
    (place.copy() / "policy_files" / "extends_update.py").write_text("")
    module = place.package / "loaded_policy.py"
    module.write_text("import os\nos.write(1, b'hello')\nprint('hello', flush=True)\n" + module.read_text())
    code, out, err = place.run(call())
    assert (code, json.loads(out), err) == (0, pre("allow"), b"hellohello\n")


# ── what it is given ─────────────────────────────────────────────────────────

NONSENSE = {
    "nothing": b"",
    "no JSON": b"git status",
    "half of it": call()[:-9],
    "two": call() + call(),
    "a list": b"[]",
    "a number": b"NaN",
    "not UTF-8": call().replace(b"git", b"\xff\xfe"),
    "a NUL": b"\0",
    "deep": b'{"tool_name":"Bash","x":' + b"[" * 200_000,
    "huge": b" " * (33 * 1024 * 1024) + call(),
    "no command": call(tool_input={}),
    "a command that is no text": call(["git", "status"]),
    "no input": call(tool_input=None),
    "input that is no object": call(tool_input="git status"),
    "an event that is no text": call(hook_event_name=7),
    "a relative cwd": call(cwd="project"),
    "a cwd that is no text": call(cwd=[]),
}


@pytest.mark.parametrize("data", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_asked_about(place: Installation, data: bytes) -> None:
    assert decision(place.answer(data)) == "PreToolUse ask"


@pytest.mark.parametrize("mode", ["dontAsk", "bypassPermissions", "auto", "one of tomorrow"])
def test_nonsense_is_refused_where_nobody_would_be_asked(place: Installation, mode: str) -> None:
    assert decision(place.answer(call(tool_input={}, permission_mode=mode))) == "PreToolUse deny"


@pytest.mark.parametrize("words", [["--agent", "zot"], ["--nonsense"], ["--config"], ["--config="], ["check"]])
def test_a_hook_that_is_called_wrongly_asks(place: Installation, words: list[str]) -> None:
    assert decision(place.answer(call(), *words)) == "PreToolUse ask"


# ── where it is started ──────────────────────────────────────────────────────


def test_closed_streams(place: Installation) -> None:
    start = f"{' '.join(place.python)} {place.package}/doors/hook.py --agent claude-code"

    def run(how: str) -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            ["/bin/sh", "-c", f"exec {start} {how}"],
            input=call(),
            capture_output=True,
            env=place.environ,
            cwd=place.project,
            timeout=WAIT_S,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    code, out, err = run("<&-")
    assert (code, decision(json.loads(out)), err) == (0, "PreToolUse ask", b"")
    blocked = b"wicket: the command is blocked, for the answer cannot be given\n"
    assert run(">&-") == (2, b"", blocked)
    assert run(">/dev/full") == (2, b"", blocked)
    assert run(">&- 2>&-") == (2, b"", b"")
    code, out, err = run("2>&-")
    assert (code, json.loads(out), err) == (0, pre("allow"), b"")


def test_a_home_that_cannot_be_used_costs_time_and_nothing_else(place: Installation) -> None:
    place.state.write_text("a file where a folder should be")
    assert place.answer(call()) == pre("allow")
    place.environ["WICKET_HOME"] = "/proc/wicket"
    assert place.answer(call()) == pre("allow")
    del place.environ["HOME"], place.environ["WICKET_HOME"]
    assert decision(place.answer(call())) == "PreToolUse ask"


def test_a_corrupt_cache_is_not_used(place: Installation) -> None:
    assert place.answer(call()) == pre("allow")
    entries = list((place.state / "cache").glob("*.policy"))
    for entry in entries:
        whole = entry.read_bytes()
        for kept in (b"", whole[:100], whole[:-1], whole[:-1] + b"\0", b"\xff" * 1000):
            entry.write_bytes(kept)
            entry.chmod(0o600)
            assert place.answer(call()) == pre("allow")
            assert place.answer(call("git push"))["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert len(entries) == 1


def test_a_folder_that_is_gone_is_no_reason_to_fail(place: Installation) -> None:
    gone = place.root / "gone"
    gone.mkdir()
    start = [*place.python, str(place.package / "doors" / "hook.py"), "--agent", "claude-code"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'cd {gone} && rmdir {gone} && exec "$@"', "sh", *start],
        input=call(),
        capture_output=True,
        env=place.environ,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, pre("allow"), b"")
    # Without a folder in the call it would be the one that is gone.
    done = subprocess.run(
        ["/bin/sh", "-c", f'mkdir {gone} && cd {gone} && rmdir {gone} && exec "$@"', "sh", *start],
        input=call(cwd=None),
        capture_output=True,
        env=place.environ,
        timeout=WAIT_S,
        check=False,
    )
    assert (done.returncode, decision(json.loads(done.stdout))) == (0, "PreToolUse ask")


def test_it_answers_before_the_agent_stops_waiting(place: Installation) -> None:
    package = place.copy()
    start = package / "doors" / "hook_process.py"
    text = start.read_text()
    assert "_set_alarm(patience(words))" in text
    start.write_text(text.replace("_set_alarm(patience(words))", "_set_alarm(1)"))
    place.policy.write_text(POLICY + "types: {Guard: {executor: 'sleep 30', timeout: 20s, commands: ['git *']}}\n")
    assert place.answer(call()) == pre("ask", "wicket could not judge this: it took too long to judge")


READING = "        self.script: Script = script or read(command, known)\n"

# As stubborn as a piece of the reader may be that takes every failure for a reason to try the next thing.
ENDLESS = """        while "endless" in command:
            try:
                command = command[:]
            except Exception:
                pass
"""


def endless(place: Installation, policy: str) -> None:
    """Become an installation that never finishes reading some texts."""
    place.policy.write_text(policy)
    package = place.copy()
    place.run(call())  # the policy is compiled, and kept
    text = (package / "loaded_policy.py").read_text()
    assert READING in text
    (package / "loaded_policy.py").write_text(text.replace(READING, ENDLESS + READING))


TOO_MUCH = f"it is too much to follow: it was not judged within {JUDGING_S:.0f} s"


@pytest.mark.parametrize(
    ("default", "mode"),
    [("allow", "default"), ("pass", "bypassPermissions"), ("ask", "default"), ("ask", "auto"), ("deny", "default")],
)
def test_a_text_without_end_is_given_up(place: Installation, default: str, mode: str) -> None:
    endless(place, f"defaults: {{action: {default}}}\n" + POLICY)
    said = place.answer(call("git status endless", permission_mode=mode))
    if default == "deny":
        assert said == pre("deny", TOO_MUCH)
    elif mode == "default":
        assert said == pre("ask", TOO_MUCH)
    else:
        assert said == pre("deny", f"{NOBODY}{TOO_MUCH}")
    assert place.answer(call()) == pre("allow")


def test_so_it_is_without_a_policy_that_loads(place: Installation) -> None:
    endless(place, "rules: 1")
    assert place.answer(call("git status endless")) == pre("ask", TOO_MUCH)


def test_validators_have_a_time_of_their_own(place: Installation) -> None:
    answer = '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"late, but no"}}'
    (place.policy.parent / "guard").write_text(f"#!/bin/sh\ncat >/dev/null; sleep {JUDGING_S + 0.5}; echo '{answer}'\n")
    (place.policy.parent / "guard").chmod(0o755)
    endless(place, POLICY + "types: {Guard: {executor: ./guard, timeout: 20s, commands: ['git *']}}\n")
    said = place.answer(call())["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert said["permissionDecisionReason"].startswith("late, but no")


# ── what it costs ────────────────────────────────────────────────────────────

SLOW = {
    "asyncio",
    "contextlib",
    "dataclasses",
    "enum",
    "functools",
    "json",
    "msgspec",
    "pathlib",
    "re",
    "site",
    "typing",
    "yaml",
}


def test_a_warm_hook_loads_nothing_that_is_slow(place: Installation) -> None:
    assert place.answer(call()) == pre("allow")
    module = place.copy() / "doors" / "hook_process.py"
    text, end = module.read_text(), "os._exit(code)"
    assert text.count(end) == 1
    module.write_text(text.replace(end, f"os.write(2, ' '.join(sys.modules).encode()), {end}"))
    place.run(call())  # its own code, and so a compilation of its own
    code, out, err = place.run(call())
    assert (code, json.loads(out)) == (0, pre("allow"))
    loaded = set(err.decode().split())
    assert {"wicket.doors.claude_code", "wicket.loaded_policy", "wicket.doors.verdict_spool"} <= loaded
    assert SLOW & loaded == set()


# ── `wicket hook` ────────────────────────────────────────────────────────────


def test_the_verb_answers_the_same(place: Installation) -> None:
    def run(*words: str) -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            [sys.executable, "-m", "wicket", "hook", *words],
            input=call("git push"),
            capture_output=True,
            env=place.environ | {"PYTHONPATH": os.environ.get("PYTHONPATH", "")},
            cwd=place.project,
            timeout=WAIT_S,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    assert run("--agent", "claude-code") == place.run(call("git push"))
    code, out, err = run("--agent", "nobody")
    assert (code, out) == (2, b"")  # what most agents take for a denial
    assert err.startswith(b"wicket could not judge this: --agent must be one of claude-code, ")
