"""A few lines for whoever is about to switch a policy on."""

from pathlib import Path

from replay.pasts import ran_before
from wicket.loaded_policy import Policy
from wicket.replay.past_month_forecast import outlook

POLICY = Policy.loads("rules: [{allow: 'ls *'}]")


def test_it_says_what_the_policy_would_have_meant(tmp_path: Path) -> None:
    ran_before(tmp_path, "ls", "ls -l", "npm publish", "npm publish --tag x")
    assert outlook(POLICY, {"HOME": str(tmp_path)}) == [
        "Of the 4 commands that your agents ran in the last 30 days: allow 50.0 %, pass 0.0 %, ask 50.0 %, deny 0.0 %.",
        "  asks 2 times about `npm publish`",
        "`wicket replay` shows them all.",
    ]


def test_where_nothing_was_run_nothing_is_said(tmp_path: Path) -> None:
    assert outlook(POLICY, {"HOME": str(tmp_path)}) == []
