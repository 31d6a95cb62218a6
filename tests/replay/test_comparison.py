"""Two judgements of the past, side by side."""

import json
from pathlib import Path

import pytest

from wicket.replay.comparison import Change, NoReport, Saved, Side, compare, load_saved, side_of
from wicket.replay.judge_history import Judged
from wicket.replay.past_commands import Past


def side(**decisions: str) -> Side:
    return Side("one", {(command, "/"): Saved(command, "/", 2, said, "because") for command, said in decisions.items()})


def test_what_became_stricter_comes_first() -> None:
    found = compare(
        side(a="allow", b="ask", c="pass", d="ask", only="ask"), side(a="ask", b="allow", c="pass", d="deny")
    )
    assert found.changes == [
        Change(2, "a", "/", "allow", "ask", "because"),
        Change(2, "d", "/", "ask", "deny", "because"),
        Change(2, "b", "/", "ask", "allow", "because"),
    ]
    assert found.ways == {("allow", "ask"): 2, ("ask", "deny"): 2, ("ask", "allow"): 2}
    assert found.one_sided == 1
    assert found.fields()["new"]["decisions"] == {"allow": 2, "pass": 2, "ask": 2, "deny": 2}


def test_commands_that_differ_in_a_secret_alone_are_one_and_the_stricter_verdict_counts() -> None:
    keys = [(f"curl -u me:{secret} h", "/") for secret in ("hunter2hunter2", "correcthorse99")]
    past = Past({keys[0]: 1, keys[1]: 2})
    judged = {keys[0]: Judged("deny", "no", ""), keys[1]: Judged("allow", "", "")}
    (found,) = side_of("mine", past, judged).verdicts.values()
    assert (found.times, found.decision, "hunter2" in found.command) == (3, "deny", False)


def test_a_report_that_was_saved_is_a_side(tmp_path: Path) -> None:
    made = side_of("mine", Past({("ls", "/"): 3}), {("ls", "/"): Judged("allow", "", "ls")})
    path = tmp_path / "before.json"
    path.write_text(json.dumps({"wicket": "0.1", "policy": "mine", "judged": 3, "verdicts": made.fields()}))
    loaded = load_saved(str(path))
    assert loaded.title == "mine, by wicket 0.1 (before.json)"
    assert loaded.verdicts == made.verdicts
    assert compare(loaded, made).changes == []


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"wicket":"1","policy":"x","verdicts":[{"command":"x"}]}'])
def test_what_is_no_report_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(NoReport, match="is no report of `wicket replay --json`"):
        load_saved(str(tmp_path / "x.json"))
    with pytest.raises(NoReport, match="cannot read"):
        load_saved(str(tmp_path / "gone.json"))


def test_another_decision_is_no_report(tmp_path: Path) -> None:
    verdict = {"command": "x", "cwd": "/", "times": 1, "decision": "maybe", "reason": ""}
    (tmp_path / "x.json").write_text(json.dumps({"wicket": "1", "policy": "x", "verdicts": [verdict]}))
    with pytest.raises(NoReport, match="another decision"):
        load_saved(str(tmp_path / "x.json"))
