"""The policy as the page shows it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from gateway.endless_judges import PROGRAM
from wicket.gateway.judge_pool import Judges, Patience
from wicket.gateway.request_policy import PolicySource
from wicket.web.policy_views import BadQuestion, PolicyRules, Rule, Seen

POLICY = """
rules:
  - allow: 'git status'
  - deny: 'git push *'
    message: "not\\x1b from here"
    fix_suggestion: git push --dry-run
"""


Rules = Callable[[str], PolicyRules]


@pytest.fixture
async def rules(tmp_path: Path) -> AsyncIterator[Rules]:
    """Make what shows a policy; an empty text: there is none."""
    file = tmp_path / "policy"
    async with Judges() as judges:

        def made(text: str) -> PolicyRules:
            file.write_text(text, encoding="utf-8")
            return PolicyRules(PolicySource(str(file) if text else ""), judges, str(tmp_path))

        yield made


async def test_rules_are_shown_with_their_place(rules: Rules, tmp_path: Path) -> None:
    seen = await rules(POLICY).seen("")
    assert (seen.cwd, seen.default, seen.problem) == (str(tmp_path), "ask", "")
    assert seen.rules[-2:] == (
        Rule("allow", "git status", f"{tmp_path}/policy:3", "", "", ""),
        Rule("deny", "git push *", f"{tmp_path}/policy:4", "", "not\\u001b from here", "git push --dry-run"),
    )


async def test_a_command_is_tried(rules: Rules) -> None:
    answer = await rules(POLICY).tried("git push origin", "/")
    assert (answer.decision, answer.reason, answer.fix) == ("deny", "not\\u001b from here", "git push --dry-run")
    assert [node.text for node in answer.tree] == ["git push origin"]


async def test_a_policy_that_does_not_load_is_a_sentence(rules: Rules, tmp_path: Path) -> None:
    looking = rules("rules: 1")
    seen = await looking.seen("")
    assert (seen.rules, bool(seen.problem)) == ((), True)
    assert seen == Seen(str(tmp_path), problem=seen.problem)
    with pytest.raises(BadQuestion, match="policy:1"):
        await looking.tried("true", "")


async def test_a_text_without_end_is_given_up(rules: Rules, tmp_path: Path) -> None:
    rules(POLICY)
    async with Judges(program=PROGRAM, patience=Patience(deadline_s=0.5)) as judges:
        looking = PolicyRules(PolicySource(str(tmp_path / "policy")), judges, str(tmp_path))
        answer = await looking.tried("git status endless", "/")
        assert (answer.decision, answer.judged, answer.tree) == ("ask", False, ())
        assert answer.reason == "it is too much to follow: it was not judged within 0.5 s"
        answer = await looking.tried("git status", "/")
        assert (answer.decision, answer.judged) == ("allow", True)


@pytest.mark.parametrize("cwd", ["relative", "/not/there", "/a\0b", "/etc/passwd"])
async def test_a_folder_that_is_none_is_refused(rules: Rules, cwd: str) -> None:
    with pytest.raises(BadQuestion, match="there is no folder"):
        await rules(POLICY).seen(cwd)


async def test_a_command_without_end_is_refused(rules: Rules) -> None:
    with pytest.raises(BadQuestion, match="at most"):
        await rules(POLICY).tried("x" * 20_001, "")


async def test_where_no_policy_holds_everything_is_asked(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    looking = rules("")
    assert await looking.seen("") == Seen(str(tmp_path), warnings=("no policy holds here, so everything is asked",))
    assert (await looking.tried("true", "")).decision == "ask"
