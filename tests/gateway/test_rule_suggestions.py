"""The fewest rules for what was approved again and again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gateway.admitted_requests import admitted
from gateway.test_rule_effect_on_record import policy
from wicket.gateway import rule_effect_on_record, rule_suggestions
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_pool import Judges
from wicket.gateway.past_decisions import PastDecision
from wicket.gateway.request_judging import job_of
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.rule_effect_on_record import Verdicts
from wicket.gateway.rule_suggestions import Contradicted, Suggestion, Suggestions, suggest_rules


def approved(*stages: str, times: int = 1, cwd: str = "/p", **fields: Any) -> PastDecision:
    return PastDecision(admitted(*stages, cwd=cwd, **fields), approved=times)


def denied(*stages: str) -> PastDecision:
    return PastDecision(admitted(*stages, cwd="/elsewhere"), denied=1)


async def suggested(folder: Path, *decisions: PastDecision, older: Sequence[PastDecision] = ()) -> Suggestions:
    async with Judges() as judges:
        verdicts = Verdicts(judges, policy(folder, "rules: [{allow: 'ls *'}, {deny: 'git push *'}]"))
        return await suggest_rules(decisions, [*decisions, *older], verdicts, 3)


async def test_one_rule_covers_what_differs_in_its_files(tmp_path: Path) -> None:
    files = [approved(f"cat {name}", times=2) for name in "abc"]
    found = await suggested(tmp_path, *files, approved("npm test", times=4))
    assert found.rules == (
        Suggestion(
            "cat <file>",
            6,
            ("cat a", "cat b", "cat c"),
            (),
            ("it covers any file, except those that `files` protects",),
        ),
        Suggestion("npm test", 4, ("npm test",), (), ("`npm` runs what lies there, and that may change",)),
    )
    assert (found.contradicted, found.left) == ((), 0)


async def test_where_one_command_is_all_there_is_the_rule_is_its_own_words(tmp_path: Path) -> None:
    found = await suggested(tmp_path, approved("cat a", times=5), approved("cat a", times=1, cwd="/q"))
    assert [(each.pattern, each.times) for each in found.rules] == [("cat a", 6)]


async def test_what_was_denied_anywhere_at_any_time_contradicts(tmp_path: Path) -> None:
    found = await suggested(tmp_path, approved("cat a", times=3), approved("cat b", times=3), older=[denied("cat c")])
    assert [each.pattern for each in found.rules] == ["cat b", "cat a"]
    assert found.contradicted == (Contradicted("cat <file>", "cat c"),)


async def test_a_command_that_was_approved_and_denied_gets_no_rule(tmp_path: Path) -> None:
    found = await suggested(tmp_path, approved("npm test", times=9), older=[denied("npm test")])
    assert (found.rules, found.left) == ((), 9)
    assert found.contradicted == (Contradicted("npm test", "npm test"),)


async def test_each_command_of_a_pipeline_needs_its_own(tmp_path: Path) -> None:
    found = await suggested(tmp_path, approved("ls", "tool a", "tool b", times=3))
    assert sorted(each.pattern for each in found.rules) == ["tool a", "tool b"]
    assert found.left == 0


async def test_what_came_too_seldom_or_is_allowed_or_must_not_be_gets_none(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    found = await suggested(
        tmp_path,
        approved("make x", times=2),
        approved("ls -l", times=9),
        approved("make root", times=9, privileged=True),
        approved("make agent", times=9, forward_agent=True),
        approved(f"make {secret}", times=9),
        PastDecision(admitted("make y", cwd="/p"), approved=9, cleaned=True),
        approved("git push x", times=9),
    )
    assert (found.rules, found.contradicted) == ((), ())
    assert found.left == 2 + 9 + 9 + 9 + 9 + 9


async def test_a_policy_is_compiled_for_the_rules_that_are_chosen_and_not_for_each_that_could_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: set[tuple[str, ...]] = set()

    def counted(admitted: AdmittedRequest, source: PolicySource, allowing: tuple[str, ...] = ()) -> Job:
        compiled.add(allowing)
        return job_of(admitted, source, allowing)

    monkeypatch.setattr(rule_effect_on_record, "job_of", counted)
    # No rule helps with these, as another one forbids them; these came too seldom; and one rule covers the others.
    forbidden = [approved(f"git push remote{number}", times=3) for number in range(20)]
    seldom = [approved(f"make target{number}") for number in range(20)]
    found = await suggested(tmp_path, *forbidden, *seldom, *(approved(f"cat {name}", times=3) for name in "abc"))
    assert [each.pattern for each in found.rules] == ["cat <file>"]
    assert sorted(allowing for allowing in compiled if len(allowing) < 2) == [(), ("cat <file>",)]
    assert len(compiled) == 3


async def test_a_pattern_that_no_policy_takes_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_suggestions, "widened_pattern", lambda argv: "cat ?" * (argv[0] == "cat"))
    found = await suggested(tmp_path, approved("cat a", times=3), approved("make x", times=3))
    assert sorted(each.pattern for each in found.rules) == ["cat a", "make x"]


async def test_interpreters_and_wrappers_get_no_holes(tmp_path: Path) -> None:
    commands = ["python a.py", "python b.py", "bash a", "bash b", "env cat a", "env cat b", "npx a", "npx b"]
    found = await suggested(tmp_path, *[approved(each, times=3) for each in commands])
    assert sorted(each.pattern for each in found.rules) == sorted(commands)
