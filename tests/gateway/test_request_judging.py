"""Requests before the policy: the very words are judged, where they would run."""

import os
import pwd
import shlex
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

import pytest

from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest, Judgement

POLICY = """
rules:
- allow: ls *
- allow: cat *
- deny: rm -rf *
  message: nothing is removed here
  fix_suggestion: move it to the trash
- allow: deploy *
  when: env.LANG == 'C' && fs.cwd == '/srv'
files:
  deny_read: [/etc/shadow]
"""


class Judged(Protocol):
    """Judges a pipeline by the policy in `text`."""

    async def __call__(
        self, *pipeline: str, text: str = POLICY, privileged: bool = False, **fields: object
    ) -> Judgement: ...


@pytest.fixture
async def judges() -> AsyncIterator[Judges]:
    async with Judges() as made:
        yield made


@pytest.fixture
def judged(judges: Judges, tmp_path: Path) -> Judged:
    file = tmp_path / "policy"

    async def judge(*pipeline: str, text: str = POLICY, privileged: bool = False, **fields: object) -> Judgement:
        file.write_text(text, encoding="utf-8")
        stages = tuple(tuple(shlex.split(stage)) for stage in pipeline)
        admitted = AdmittedRequest("1", stages, privileged=privileged, **fields)  # type: ignore[arg-type]
        return await by_policy(judges, PolicySource(str(file)))(admitted)

    return judge


@pytest.mark.parametrize(
    ("pipeline", "decision"),
    [
        (["ls -la"], "allow"),
        (["ls", "cat"], "allow"),
        (["ls", "wc -l"], "ask"),
        (["rm -fr /tmp/x"], "deny"),
        (["ls", "rm -r --force x"], "deny"),
        (["cat /etc/../etc/shadow"], "deny"),
        # Words are words: nothing in them is read by a shell.
        (["cat '$(rm -rf /)' ';' '>' x"], "allow"),
        (["if ls"], "ask"),
        (["X=1 ls"], "ask"),
    ],
)
async def test_pipelines_are_judged(judged: Judged, pipeline: list[str], decision: str) -> None:
    assert (await judged(*pipeline)).decision == decision


@pytest.mark.parametrize(
    ("env", "decision"),
    [
        ({"HOME": "/tmp/x"}, "ask"),
        ({"HOME": ""}, "ask"),
        ({"HOME": pwd.getpwuid(os.geteuid()).pw_dir}, "allow"),
        ({"TERM": "a b; rm -rf x", "LANG": "C", "LC_ALL": "$(x)", "TZ": "UTC", "DEBIAN_FRONTEND": "x"}, "allow"),
    ],
)
async def test_what_a_request_sets_is_judged_as_an_assignment(
    judged: Judged, env: dict[str, str], decision: str
) -> None:
    assert (await judged("ls", "cat", env=tuple(sorted(env.items())))).decision == decision


async def test_the_reason_and_the_evidence_are_kept(judged: Judged, tmp_path: Path) -> None:
    judgement = await judged("rm -rf x")
    assert judgement.reason == "nothing is removed here (suggestion: move it to the trash)"
    assert judgement.evidence["commands"] == [
        {
            "command": "rm -rf x",
            "decision": "deny",
            "rules": [f"deny: rm -rf * ({tmp_path}/policy:5)"],
            "reasons": ["deny: nothing is removed here"],
            "validators": [],
        }
    ]


async def test_folder_and_environment_are_those_of_the_execution(judged: Judged) -> None:
    assert (await judged("deploy now", cwd="/srv", env=(("LANG", "C"),))).decision == "allow"
    assert (await judged("deploy now", cwd="/", env=(("LANG", "C"),))).decision == "ask"


async def test_root_is_never_allowed_by_a_rule_for_everybody(judged: Judged) -> None:
    assert (await judged("ls", privileged=True)).decision == "ask"
    assert (await judged("ls", privileged=True, text="rules: [{deny: sudo *}]")).decision == "deny"


async def test_what_the_policy_leaves_open_is_for_a_person(judged: Judged) -> None:
    assert (await judged("frob", text="defaults: {action: pass}")).decision == "ask"


async def test_a_policy_that_does_not_load_allows_nothing(judges: Judges, tmp_path: Path) -> None:
    file = tmp_path / "policy"
    told: list[str] = []
    judge = by_policy(judges, PolicySource(str(file)), told.append)
    file.write_text("rules: [{allow: '['}, nonsense: 1]")
    judgement = await judge(AdmittedRequest("1", (("ls",),)))
    assert judgement.decision == "ask"
    assert judgement.reason.startswith(f"the policy does not load: {file}:1: ")
    file.write_text("rules: [{allow: ls}]")
    assert (await judge(AdmittedRequest("1", (("ls",),), privileged=False))).decision == "allow"
    assert [bool(each) for each in told] == [True, False]


async def test_what_no_policy_can_take_away_holds_without_one(
    judges: Judges, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "policy"
    file.write_text("nonsense: 1")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    asked = AdmittedRequest("1", (("wicket", "approve", "1a2b"),), privileged=False)
    refused = [await by_policy(judges, PolicySource(config))(asked) for config in (str(file), "")]
    said = "an agent must not decide for the person who guards it (suggestion: ask that person to do it)"
    assert [(each.decision, each.reason) for each in refused] == [("deny", said)] * 2


async def test_without_a_policy_everything_is_asked(
    judges: Judges, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    admitted = AdmittedRequest("1", (("true",),), privileged=False)
    assert await by_policy(judges, PolicySource())(admitted) == Judgement("ask", "no policy covers it")
    assert (await judged("true")).decision == "allow"
