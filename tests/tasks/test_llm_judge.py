"""A judge says yes or no; anything else is an error, never a pass."""

import json
from pathlib import Path
from typing import Any

import pytest

from tasks.evals import ENV, Lab
from tasks.web_server import serving
from wicket.tasks.llm_judge import Question, ask_judge, read_judgement
from wicket.tasks.task_model import JudgeSpec
from wicket.tasks.task_results import StepEnding

QUESTION = Question("contains", "4", "What is 2 + 2?", "It is four.")


async def ask(judge: JudgeSpec | None, tmp_path: Path, **env: str) -> tuple[StepEnding, str, str]:
    return await ask_judge(judge, QUESTION, env={**ENV, **env}, folder=tmp_path, cwd=tmp_path, guardian=None)


def chat(text: str) -> dict[str, Any]:
    return {"choices": [{"message": {"content": text}}]}


async def test_a_model_that_speaks_as_openai_does(tmp_path: Path) -> None:
    with serving() as served:
        served.says("/v1/chat/completions", 200, chat('Sure: {"passed": true, "reason": "four is 4"}'))
        judge = JudgeSpec(url=f"{served.url}/v1", model="m", key_variable="KEY")
        assert await ask(judge, tmp_path, KEY="k") == (StepEnding.SUCCEEDED, "four is 4", "")
        [(_, _, headers, body)] = served.asked
        sent = json.loads(body)
        assert (headers["authorization"], sent["model"]) == ("Bearer k", "m")
        assert json.loads(sent["messages"][1]["content"])["answer"] == "It is four."


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/", "/v1/messages"])
async def test_a_model_that_speaks_as_anthropic_does(tmp_path: Path, ending: str) -> None:
    with serving() as served:
        served.says("/v1/messages", 200, {"content": [{"text": '{"passed": false, "reason": "no"}'}]})
        judge = JudgeSpec(api="anthropic", url=served.url + ending, model="m", key_variable="KEY")
        assert await ask(judge, tmp_path, KEY="k") == (StepEnding.FAILED, "", "the judge says no: no")
        assert served.asked[0][2]["x-api-key"] == "k"


@pytest.mark.parametrize(
    ("status", "body"),
    [(429, {"error": "slow down"}), (200, chat("yes")), (200, chat('{"passed": "true"}')), (200, {})],
)
async def test_no_judgement_is_an_error(tmp_path: Path, status: int, body: Any) -> None:
    with serving() as served:
        served.says("/chat/completions", status, body)
        ending, _, error = await ask(JudgeSpec(url=served.url, model="m"), tmp_path)
    assert ending is StepEnding.BROKEN
    assert error.startswith("the judge gave no judgement: ")


@pytest.mark.parametrize(
    ("status", "body"),
    [(401, {"error": "wrong key: k-123456789"}), (200, chat('{"passed": false, "reason": "k-123456789 says no"}'))],
)
async def test_its_key_is_not_shown(tmp_path: Path, status: int, body: Any) -> None:
    with serving() as served:
        served.says("/chat/completions", status, body)
        judge = JudgeSpec(url=served.url, model="m", key_variable="KEY")
        _, _, error = await ask(judge, tmp_path, KEY="k-123456789")
    assert "[hidden]" in error
    assert "k-123456789" not in error


async def test_a_command_as_a_judge(tmp_path: Path) -> None:
    judge = JudgeSpec(argv=("sh", "-c", 'grep -q four && echo \'{"passed": true, "reason": "r"}\''))
    assert await ask(judge, tmp_path) == (StepEnding.SUCCEEDED, "r", "")
    assert (await ask(JudgeSpec(argv=("false",)), tmp_path))[0] is StepEnding.BROKEN
    assert (await ask(JudgeSpec(argv=("no-such-judge",)), tmp_path))[0] is StepEnding.BROKEN


async def test_no_judge_no_key_and_nobody_there_are_errors(tmp_path: Path) -> None:
    assert (await ask(None, tmp_path))[0] is StepEnding.BROKEN
    ending, _, error = await ask(JudgeSpec(url="http://127.0.0.1:1", model="m", key_variable="KEY"), tmp_path)
    assert (ending, error) == (StepEnding.BROKEN, "the judge gave no judgement: the variable KEY is not set")
    assert (await ask(JudgeSpec(url="http://127.0.0.1:1", model="m"), tmp_path))[0] is StepEnding.BROKEN


def test_a_judgement_is_read_strictly() -> None:
    assert read_judgement('```json\n{"passed": false}\n```') == (False, "")
    for text in ("", "true", "[]", '{"passed": 1}', '{"passed": true', "PASS"):
        with pytest.raises(ValueError, match="boolean `passed`"):
            read_judgement(text)


async def test_a_task_with_a_judge(lab: Lab) -> None:
    lab.agent("echo four")
    lab.config["llmJudge"] = {"command": ["sh", "-c", 'grep -q four && echo \'{"passed": true, "reason": "r"}\'']}
    lab.task(verify=[{"llmJudge": {"contains": "4"}}])
    assert (await lab.one())["status"] == "passed"
