"""An ACP agent behind the gate: what it asks for is judged, done or refused, and written down."""

import asyncio
import json
from typing import Any

import pytest

from bounds import BOUND_S
from tasks.acp_program import write_acp_agent
from tasks.evals import Lab, script

OPTIONS = [{"optionId": "yes", "kind": "allow_once"}, {"optionId": "no", "kind": "reject_once"}]
POLICY = {"rules": [{"allow": "echo *"}, {"deny": "rm *"}]}


def permission(**call: Any) -> tuple[str, dict[str, Any]]:
    return "session/request_permission", {"toolCall": call, "options": OPTIONS}


def use(lab: Lab, *asks: tuple[str, dict[str, Any]], **story: Any) -> None:
    command, *args = write_acp_agent(lab.folder, *asks, **story)
    lab.config["agent"] = {"type": "acp", "cmd": command, "args": args}


def outcome(option: str) -> dict[str, Any]:
    return {"outcome": {"outcome": "selected", "optionId": option}}


async def test_what_it_asks_for_passes_the_gate(lab: Lab) -> None:
    use(
        lab,
        permission(title="run", rawInput={"command": "echo hi"}),
        permission(title="run", rawInput={"command": "rm -rf x"}),
        permission(title="run", rawInput={"command": "nobody-knows"}),
        ("fs/write_text_file", {"path": "a/b.txt", "content": "one\ntwo\n"}),
        ("fs/read_text_file", {"path": "a/b.txt", "line": 2, "limit": 1}),
        ("fs/write_text_file", {"path": "/etc/x", "content": ""}),
        ("terminal/create", {"command": "echo", "args": ["$HOME out"]}),
        ("terminal/wait_for_exit", {"terminalId": ""}),
        ("terminal/output", {"terminalId": ""}),
        ("terminal/create", {"command": "rm x"}),
        ("no/such", {}),
    )
    lab.config["taskSets"][0]["assertions"] = {
        "commandsRun": ["echo *"],
        "commandsNotRun": ["rm *"],
        "filesWritten": ["a/*.txt"],
        "maxQuestions": 2,
        "neverDenied": True,
    }
    lab.task(policy=POLICY, verify=[script('grep -q two "$WICKET_AGENT_DIR/a/b.txt"')])
    result = await lab.one()
    first, second = (json.loads(line) for line in result["taskOutput"].replace("][", "]\n[").splitlines())
    assert first == ["do it", []]
    hi, rm, unknown, write, read, outside, terminal, status, shown, denied, nothing = second
    assert (hi, rm, unknown) == (outcome("yes"), outcome("no"), outcome("no"))
    assert (write, read, outside[:5]) == ({}, {"content": "two\n"}, "ERROR")
    assert (terminal, status) == ({"terminalId": "terminal-1"}, {"exitCode": 0, "signal": None})
    assert shown["output"] == "$HOME out\n"
    assert denied.startswith("ERROR denied: ")
    assert nothing == "ERROR there is no method 'no/such'"
    assert (result["gate"], result["agentOutput"]["agentDetails"]["usage"]) == ("acp", {"totalTokens": 7})
    told = {name: one["passed"] for name, one in result["assertionResults"].items()}
    assert told == {
        "commandsRun": True,
        "commandsNotRun": True,
        "filesWritten": True,
        "maxQuestions": True,
        "neverDenied": False,
    }
    assert [(call["text"], call["decision"], call["ran"]) for call in result["callHistory"]["GateCalls"]][:3] == [
        ("echo hi", "allow", True),
        ("rm -rf x", "deny", False),
        ("nobody-knows", "ask", False),
    ]


async def test_questions_are_allowances_if_the_command_line_says_so(lab: Lab) -> None:
    use(lab, permission(rawInput={"command": "nobody-knows"}), permission(rawInput={"command": "rm x"}))
    lab.task(policy=POLICY)
    result = await lab.one(approve_asks=True)
    assert [call["ran"] for call in result["callHistory"]["GateCalls"]] == [True, False]


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ({"leave": 3}, "the agent left before it was done (exit code 3)"),
        ({"version": 9}, "the agent speaks version 9 of ACP, and wicket speaks 1"),
        ({"stop": "refusal"}, "the agent stopped: refusal"),
    ],
)
async def test_an_agent_that_does_not_finish_is_an_error(lab: Lab, story: dict[str, Any], said: str) -> None:
    use(lab, **story)
    lab.task()
    result = await lab.one()
    assert (result["status"], result["taskError"]) == ("error", said)


async def test_an_agent_that_hangs_runs_out_of_time_and_is_gone(lab: Lab) -> None:
    use(lab, hang=True)
    lab.task(limits={"timeout": "1500ms"}, cleanup=[script("echo cleaned >> notes")])
    result = await lab.one()
    assert (result["status"], result["timedOut"], lab.noted()) == ("failed", True, ["cleaned"])


async def test_a_program_that_is_not_there(lab: Lab) -> None:
    lab.config["agent"] = {"type": "acp", "cmd": "no-such-agent"}
    lab.task()
    assert "no-such-agent" in (await lab.one())["taskError"]


async def test_a_policy_that_nobody_enforces_or_that_is_none_is_an_error(lab: Lab) -> None:
    lab.task(policy=POLICY)
    with pytest.raises(Exception, match=r"spec\.policy needs an agent behind wicket's gate"):
        await lab.run()
    use(lab)
    lab.task(policy={"rules": [{"allow": 3}]})
    with pytest.raises(Exception, match=r"spec\.policy: "):
        await lab.run()


async def test_a_pipe_or_a_flood_keeps_nobody_waiting(lab: Lab) -> None:
    use(
        lab,
        ("terminal/create", {"command": "mkfifo pipe; truncate -s 1G large"}),
        ("terminal/wait_for_exit", {"terminalId": ""}),
        ("fs/read_text_file", {"path": "pipe"}),
        ("fs/write_text_file", {"path": "pipe", "content": "x"}),
        ("fs/read_text_file", {"path": "large"}),
        ("terminal/create", {"command": "yes | head -c 4000000", "outputByteLimit": 10**12}),
        ("terminal/wait_for_exit", {"terminalId": ""}),
        ("terminal/output", {"terminalId": ""}),
    )
    lab.task(policy={"rules": [{"allow": f"{name} *"} for name in ("mkfifo", "truncate", "yes", "head")]})
    async with asyncio.timeout(BOUND_S):
        result = await lab.one(approve_asks=True)
    *_, pipe, again, large, _, _, shown = json.loads(result["taskOutput"].replace("][", "]\n[").splitlines()[1])
    assert pipe.endswith("pipe is no regular file")
    assert again.startswith("ERROR ")
    assert large.endswith("; read it in a terminal")
    assert (len(shown["output"]), shown["truncated"]) == (1024 * 1024, True)


@pytest.mark.parametrize("params", [[1], "x", {"toolCall": [1], "options": [3]}, {"locations": 3}])
async def test_a_request_of_an_odd_form_is_its_own_affair(lab: Lab, params: Any) -> None:
    command, *args = write_acp_agent(lab.folder, odd=params)
    lab.config["agent"] = {"type": "acp", "cmd": command, "args": args}
    lab.task()
    result = await lab.one()
    assert result["status"] == "passed", result["taskError"]


async def test_a_secret_that_is_said_in_parts_is_hidden(lab: Lab) -> None:
    use(lab, parts=["the key is sekret-", "4711-", "abc indeed"])
    lab.config["agent"]["env"] = ["MY_TOKEN"]
    lab.task()
    result = await lab.one(env={"MY_TOKEN": "sekret-4711-abc"})
    assert "4711" not in json.dumps(result)
    assert "the key is [hidden] indeed" in json.dumps(result["agentOutput"])
