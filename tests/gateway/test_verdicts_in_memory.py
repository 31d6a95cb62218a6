"""A verdict counts again only while all that it was made of is the same: text, policy, folder, environment and disk."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.doors import call_judgement
from wicket.doors.hook_messages import ALONE, question, read_answer, read_header
from wicket.gateway import hook_judging, verdicts_in_memory
from wicket.gateway.hook_judging import answered
from wicket.gateway.verdicts_in_memory import VerdictsInMemory
from wicket.loaded_policy import Judging
from wicket.policy_files import policies_in_memory, policy_cache


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Be a process that judges, in which files count as unchanged at once."""
    monkeypatch.setattr(call_judgement, "JUDGING_S", BOUND_S)
    monkeypatch.setattr(hook_judging, "_verdicts", VerdictsInMemory())
    monkeypatch.setattr(policies_in_memory, "TICK_NS", -(10**12))
    monkeypatch.setattr(policy_cache, "_memory", policies_in_memory.PoliciesInMemory())
    here = os.getcwd()
    yield
    os.chdir(here)


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / ".config" / "wicket" / "wicket.yml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "rules: [{allow: 'git status'}, {allow: 'cat *'}]\nfiles: {deny_read: ['/secret/**', '~/hidden/**']}\n",
        encoding="utf-8",
    )
    return path


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were judged, and not remembered."""
    texts: list[str] = []
    judge = Judging.__init__

    def noted(self: Judging, data: object, files: object, command: str, *rest: object, **more: object) -> None:
        texts.append(command)
        judge(self, data, files, command, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Judging, "__init__", noted)
    return texts


def decide(home: Path, command: str, cwd: str = "", **variables: str) -> str:
    environ = {"HOME": str(home), "WICKET_HOME": f"{home}/state", "PATH": "/usr/bin:/bin", **variables}
    told = {
        "session_id": "s",
        "cwd": cwd or str(home),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": "t",
    }
    pairs = {os.fsencode(name): os.fsencode(value) for name, value in environ.items()}
    made, _, _ = answered(question("1", ["--agent", "claude-code"], "/", pairs, json.dumps(told).encode()))
    if read_header(made[:12])[0] == ALONE:
        return "alone"
    _, out, _ = read_answer(made[12:])
    return str(json.loads(out)["hookSpecificOutput"]["permissionDecision"])


@pytest.mark.usefixtures("policy")
def test_the_same_question_is_judged_once(tmp_path: Path, judged: list[str]) -> None:
    decide(tmp_path, "git status")  # the policy is compiled, and from now on in memory
    judged.clear()
    assert [decide(tmp_path, "git status") for _ in range(3)] == ["allow"] * 3
    assert judged == ["git status"]


@pytest.mark.usefixtures("policy")
def test_another_text_folder_or_environment_is_judged_anew(tmp_path: Path, judged: list[str]) -> None:
    for _ in range(3):
        decide(tmp_path, "git status")
    judged.clear()
    decide(tmp_path, "git status ")
    decide(tmp_path, "git status", cwd="/")
    decide(tmp_path, "git status", GIT_DIR="/elsewhere")
    decide(tmp_path, "git status", UNHEARD_OF="1")
    assert len(judged) == 4


def test_a_changed_policy_is_heeded_at_once(tmp_path: Path, policy: Path) -> None:
    assert [decide(tmp_path, "git status") for _ in range(3)] == ["allow"] * 3
    policy.write_text("rules: [{deny: 'git status'}]\n", encoding="utf-8")
    assert decide(tmp_path, "git status") == "deny"


@pytest.mark.usefixtures("policy")
def test_a_file_that_became_a_link_to_a_secret_is_seen(tmp_path: Path, judged: list[str]) -> None:
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "key").write_text("x", encoding="utf-8")
    notes = tmp_path / "notes"
    notes.write_text("x", encoding="utf-8")
    for _ in range(3):
        assert decide(tmp_path, "cat notes") == "allow"
    assert len(judged) == 2  # once before the policy was in memory
    notes.unlink()
    notes.symlink_to("hidden/key")
    assert decide(tmp_path, "cat notes") == "deny"


def test_what_validators_have_a_say_in_is_not_remembered(tmp_path: Path, policy: Path, judged: list[str]) -> None:
    guard = tmp_path / "guard"
    guard.write_text("#!/bin/sh\n", encoding="utf-8")
    guard.chmod(0o755)
    policy.write_text(
        f"rules: [{{allow: 'git status'}}]\ntypes: {{Guard: {{executor: '{guard}', commands: ['git *']}}}}\n",
        encoding="utf-8",
    )
    assert [decide(tmp_path, "git status") for _ in range(3)] == ["alone"] * 3
    assert len(judged) == 3


@pytest.mark.usefixtures("policy")
def test_an_approval_counts_for_what_is_remembered_as_well(tmp_path: Path) -> None:
    def act(unread: bytes) -> str:
        told = {"session_id": "s", "cwd": "/", "tool_name": "Bash", "hook_event_name": "PreToolUse"}
        data = json.dumps({**told, "tool_input": {"command": "make it"}, "tool_use_id": "t"}).encode()
        environ = {b"HOME": os.fsencode(tmp_path), b"WICKET_HOME": os.fsencode(tmp_path / "state"), b"UNREAD": unread}
        _, record, _ = answered(question("1", ["--agent", "claude-code"], "/", environ, data))
        assert record is not None
        return str(record["act"])

    assert len({act(unread) for unread in (b"1", b"1", b"1", b"2", b"2")}) == 1


@pytest.mark.usefixtures("policy")
def test_it_forgets_before_it_grows_past_its_bound(
    tmp_path: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(tmp_path, "git status")
    monkeypatch.setattr(verdicts_in_memory, "MAX_VERDICTS", 2)
    for command in ("cat a", "cat b", "cat c"):
        decide(tmp_path, command)
    assert len(hook_judging._verdicts.kept) <= 2
    judged.clear()
    decide(tmp_path, "cat c")
    assert judged == []
    decide(tmp_path, "cat a")
    assert judged == ["cat a"]
