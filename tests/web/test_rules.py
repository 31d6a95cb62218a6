"""The policy as the page shows it."""

from pathlib import Path

import pytest

from wicket.judge import Policy
from wicket.policy.errors import PolicyError
from wicket.web.rules import BadQuestion, PolicyRules, Rule, Seen

POLICY = """
rules:
  - allow: 'git status'
  - deny: 'git push *'
    message: "not\\x1b from here"
    fix_suggestion: git push --dry-run
"""


def rules(text: str, folder: Path) -> PolicyRules:
    loaded = Policy.loads(text)
    return PolicyRules(lambda cwd: loaded, str(folder))


async def test_rules_are_shown_with_their_place(tmp_path: Path) -> None:
    seen = await rules(POLICY, tmp_path).seen("")
    assert (seen.cwd, seen.default, seen.problem) == (str(tmp_path), "ask", "")
    assert seen.rules[-2:] == (
        Rule("allow", "git status", "policy:3", "", "", ""),
        Rule("deny", "git push *", "policy:4", "", "not\\u001b from here", "git push --dry-run"),
    )


async def test_a_command_is_tried(tmp_path: Path) -> None:
    answer = await rules(POLICY, tmp_path).tried("git push origin", "/")
    assert (answer.decision, answer.reason, answer.fix) == ("deny", "not\\u001b from here", "git push --dry-run")
    assert [node.text for node in answer.tree] == ["git push origin"]


async def test_a_policy_that_does_not_load_is_a_sentence(tmp_path: Path) -> None:
    def load(cwd: str) -> Policy:
        return Policy.loads("rules: 1")

    looking = PolicyRules(load, str(tmp_path))
    seen = await looking.seen("")
    assert (seen.rules, bool(seen.problem)) == ((), True)
    assert seen == Seen(str(tmp_path), problem=seen.problem)
    with pytest.raises(PolicyError):
        await looking.tried("true", "")


@pytest.mark.parametrize("cwd", ["relative", "/not/there", "/a\0b", "/etc/passwd"])
async def test_a_folder_that_is_none_is_refused(tmp_path: Path, cwd: str) -> None:
    with pytest.raises(BadQuestion, match="there is no folder"):
        await rules(POLICY, tmp_path).seen(cwd)


async def test_a_command_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadQuestion, match="at most"):
        await rules(POLICY, tmp_path).tried("x" * 20_001, "")


async def test_where_no_policy_holds_everything_is_asked(tmp_path: Path) -> None:
    looking = PolicyRules(lambda cwd: None, str(tmp_path))
    assert await looking.seen("") == Seen(str(tmp_path), warnings=("no policy holds here, so everything is asked",))
    assert (await looking.tried("true", "")).decision == "ask"
