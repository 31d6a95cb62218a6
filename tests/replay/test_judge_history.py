"""Judging the past: once per folder, by what holds there, and never for long."""

from pathlib import Path

import pytest

from wicket.loaded_policy import Policy
from wicket.replay import judge_history
from wicket.replay.judge_history import Judged, PastPolicy, judge_past
from wicket.replay.past_commands import Past

POLICY = Policy.loads("rules: [{allow: 'ls *'}, {deny: 'git push --force *', message: 'not that'}]")


def test_each_command_is_judged_in_its_folder() -> None:
    past = Past({("ls", "/a"): 3, ("git push --force", "/a"): 1, ("npm run build", "/b"): 1, ("./x.sh 1", "/b"): 2})
    told: list[int] = []
    judged = judge_past(past, PastPolicy.of(POLICY, "mine"), {"HOME": "/h"}, told.append)
    assert judged == {
        ("ls", "/a"): Judged("allow", judged["ls", "/a"].reason, "ls"),
        ("git push --force", "/a"): Judged("deny", "not that", "git push"),
        ("npm run build", "/b"): Judged("ask", "no rule covers `npm run`", "npm run"),
        ("./x.sh 1", "/b"): Judged("ask", "no rule covers `./x.sh`", "x.sh"),
    }
    assert told == [0]


def test_it_is_named_as_its_reason_names_it() -> None:
    judged = judge_past(
        Past({("git -C x stash pop", "/a"): 1, ("/opt/frob now", "/a"): 1}), PastPolicy.of(POLICY, "mine"), {}
    )
    assert [(one.about, one.reason) for one in judged.values()] == [
        ("frob now", "no rule covers `/opt/frob`"),
        ("git stash", "no rule covers `git stash`"),
    ]


def test_a_folder_has_its_own_policy_and_it_is_loaded_once(tmp_path: Path) -> None:
    loaded: list[str] = []

    def load(cwd: str) -> Policy:
        loaded.append(cwd)
        return Policy.loads("defaults: {action: deny}" if cwd == "/a" else "defaults: {action: allow}")

    past = Past({("x", "/a"): 1, ("y", "/a"): 1, ("x", "/b"): 1})
    judged = judge_past(past, PastPolicy("mine", load), {})
    assert {key: verdict.decision for key, verdict in judged.items()} == {
        ("x", "/a"): "deny",
        ("y", "/a"): "deny",
        ("x", "/b"): "allow",
    }
    assert loaded == ["/a", "/b"]


def test_what_is_left_of_a_broken_policy_counts_and_the_problem_is_told(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "wicket"
    folder.mkdir(parents=True)
    (folder / "wicket.yml").write_text("rules: [{deny: 'rm *'}, {allow: 7}]\n")
    policy = PastPolicy.holding({"HOME": str(tmp_path)})
    judged = judge_past(Past({("rm x", "/a"): 1, ("ls", "/b"): 1}), policy, {"HOME": str(tmp_path)})
    assert [verdict.decision for verdict in judged.values()] == ["deny", "ask"]
    assert len(policy.problems) == 1
    assert "wicket.yml:1" in policy.problems[0]


def test_what_takes_too_long_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(judge_history, "PATIENCE_S", 0.05)
    monkeypatch.setattr(Policy, "check", endless)
    judged = judge_past(Past({("x", "/"): 1}), PastPolicy.of(Policy.loads(""), "mine"), {})
    assert judged["x", "/"] == Judged("ask", "it is too much to follow: it was not judged within 0.05 s", "")


def test_unknown_words_have_no_name() -> None:
    judged = judge_past(Past({("$X y", "/"): 1}), PastPolicy.of(POLICY, "mine"), {})
    assert judged["$X y", "/"].about == ""
