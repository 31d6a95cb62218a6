"""What an ACP agent may ask: files by their places, tools by their names."""

from pathlib import Path
from typing import Any

import pytest

from tasks.evals import ENV
from wicket.loaded_policy import Policy
from wicket.tasks.acp_requests import AcpRequests, Refusal
from wicket.tasks.agent_surroundings import make_surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.task_gate import TaskGate

OPTIONS = [{"optionId": "no", "kind": "reject_always"}, {"optionId": "yes", "kind": "allow_always"}]


@pytest.fixture
def requests(tmp_path: Path) -> AcpRequests:
    made = make_surroundings(tmp_path / "run")
    gate = TaskGate(Policy.loads('{"rules": [{"allow": "sleep *"}]}'), None, made.work, CallRecord())
    return AcpRequests(gate, made, ENV, None, [("s", "t")])


@pytest.mark.parametrize(
    ("call", "chosen"),
    [
        ({"kind": "edit", "locations": [{"path": "a.txt"}]}, "yes"),
        ({"kind": "edit", "locations": [{"path": "a.txt"}, {"path": "/etc/x"}]}, "no"),
        ({"kind": "read", "rawInput": {"file_path": "/etc/passwd"}}, "no"),
        ({"title": "mcp__s__t", "kind": "other"}, "yes"),
        ({"title": "mcp__s__other", "kind": "other"}, "no"),
        ({"rawInput": {"command": ["sleep", "1"]}}, "yes"),
        ({}, "no"),
    ],
)
async def test_permissions(requests: AcpRequests, call: dict[str, Any], chosen: str) -> None:
    answer = await requests.answer("session/request_permission", {"toolCall": call, "options": OPTIONS})
    assert answer == {"outcome": {"outcome": "selected", "optionId": chosen}}


async def test_without_a_fitting_option_it_is_cancelled(requests: AcpRequests) -> None:
    answer = await requests.answer("session/request_permission", {"toolCall": {}, "options": OPTIONS[1:]})
    assert answer == {"outcome": {"outcome": "cancelled"}}


async def test_a_terminal_ends_with_its_agent(requests: AcpRequests) -> None:
    made = await requests.answer("terminal/create", {"command": "sleep 600"})
    assert "exitStatus" not in await requests.answer("terminal/output", made)
    await requests.close()
    assert (await requests.answer("terminal/wait_for_exit", made))["signal"] == "9"
    with pytest.raises(Refusal, match="there is no terminal 'x'"):
        await requests.answer("terminal/kill", {"terminalId": "x"})
