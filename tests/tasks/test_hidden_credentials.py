"""What an agent was given as a credential is in no result, wherever it went."""

from pathlib import Path

import pytest

from tasks.evals import Lab, script
from wicket.tasks.hidden_credentials import credentials, hide
from wicket.tasks.task_model import AgentSpec
from wicket.tasks.task_results import PhaseRecord, StepEnding, StepRecord, TaskResult

KEY = 'k"ey-0123456789'


def test_variables_and_what_may_be_a_secret_in_files(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.write_text('{"accessToken": "sk-1a2b3c4d", "kind": "authorization", "port": 8080, "id": "a1"}')
    key = tmp_path / "id"
    key.write_text("-----BEGIN KEY-----\nabcdefghijklmnopqrstuvwxyz\n")
    agent = AgentSpec(env=("KEY", "SHORT", "NONE"), files={"a": str(path), "b": str(key), "c": "/nowhere"})
    found = credentials(agent, {"KEY": KEY, "SHORT": "yes"})
    assert found == ("abcdefghijklmnopqrstuvwxyz", 'k\\"ey-0123456789', KEY, "sk-1a2b3c4d")


def test_they_are_taken_out_of_all_that_a_record_holds() -> None:
    step = StepRecord(
        id="s",
        type="script",
        ending=StepEnding.FAILED,
        message=f"a {KEY} b",
        outputs={KEY: "x"},
        logs=[{"data": [KEY, 1, None]}],
    )
    calls = {"ToolCalls": [{"request": '{"key": "k\\"ey-0123456789"}'}]}
    result = TaskResult(task_name="t", task_path="p", verify=PhaseRecord([step], error=KEY), calls=calls)
    assert hide(result, credentials(AgentSpec(env=("KEY",)), {"KEY": KEY})) == TaskResult(
        task_name="t",
        task_path="p",
        verify=PhaseRecord(
            [
                StepRecord(
                    id="s",
                    type="script",
                    ending=StepEnding.FAILED,
                    message="a [hidden] b",
                    outputs={"[hidden]": "x"},
                    logs=[{"data": ["[hidden]", 1, None]}],
                )
            ],
            error="[hidden]",
        ),
        calls={"ToolCalls": [{"request": '{"key": "[hidden]"}'}]},
    )


@pytest.mark.parametrize("given", ["variable", "file"])
async def test_what_verification_finds_of_them_is_hidden(lab: Lab, given: str) -> None:
    (lab.folder / "token").write_text(KEY.replace('"', "-"))
    lab.agent(
        'printf "%s" "$A_KEY" > kept; cat ~/.token >> kept' if given == "variable" else "cat ~/.token | tee kept",
        env=["A_KEY"] if given == "variable" else [],
        files={".token": str(lab.folder / "token")},
    )
    lab.task(verify=[script('cat "$WICKET_AGENT_DIR/kept"; exit 1')])
    result = await lab.one(env={"A_KEY": KEY})
    [step] = result["verifyOutput"]["Steps"]
    assert (result["status"], step["message"].replace("[hidden]", "")) == ("failed", "")
    assert "0123456789" not in (lab.folder / "out.json").read_text()
