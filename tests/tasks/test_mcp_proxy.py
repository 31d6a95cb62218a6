"""An agent behind the proxy: it sees the server as it is, and every call is written down."""

import json

import pytest

from mcp_agent import ERAS
from tasks.evals import Lab
from tasks.mcp_programs import write_agent, write_server


@pytest.mark.parametrize("way", ["http", "stdio"])
@pytest.mark.parametrize("era", ERAS)
async def test_every_call_is_recorded_and_asserted_on(lab: Lab, era: str, way: str) -> None:
    command, *args = write_server(lab.folder)
    servers = {"notes": {"command": command, "args": args, "env": {"KEY": "hush"}}}
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": servers}))
    lab.config["mcpConfigFile"] = "mcp.json"
    lab.config["agent"] = {"type": "command", "mcp": way, "argv": ["env", f"ERA={era}", *write_agent(lab.folder)]}
    lab.config["taskSets"][0]["assertions"] = {
        "toolsUsed": [{"server": "notes", "tool": "add"}],
        "callOrder": [
            {"type": "tool", "server": "notes", "name": "add"},
            {"type": "prompt", "server": "notes", "name": "hello"},
        ],
        "maxToolCalls": 2,
        "resourcesRead": [{"server": "notes", "uriPattern": "^note:"}],
        "noDuplicateCalls": True,
        "neverDenied": True,
    }
    lab.task(
        requires=[{"mcpServer": "notes"}],
        setup=[
            {"notes.add": {"args": {"text": "{random.id}"}, "expect": {"content": "added"}}},
            {"notes.fail": {"expect": {"isError": True}}},
        ],
        verify=[{"notes.add": {"args": {"text": "y"}, "expect": {"content": "z"}}}],
    )
    result = await lab.one()
    assert result["agentOutput"]["agentDetails"]["stderr"] == ""
    assert result["taskOutput"].splitlines() == ["Keep notes. ['add', 'fail']", "added x", "True", "the note", "hi"]
    history = result["callHistory"]
    assert [(call["name"], call["success"]) for call in history["ToolCalls"]] == [("add", True), ("fail", True)]
    add = history["ToolCalls"][0]
    assert add["request"] == {"params": {"name": "add", "arguments": {"text": "x"}}}
    assert (add["result"]["content"][0]["text"], add["durationSeconds"] > 0) == ("added x", True)
    assert [call["uri"] for call in history["ResourceReads"]] == ["note://one"]
    assert [call["name"] for call in history["PromptGets"]] == ["hello"]
    told = {name: (one["passed"], one["broken"]) for name, one in result["assertionResults"].items()}
    assert told.pop("neverDenied") == (False, True)  # no gate: nobody knows
    assert set(told.values()) == {(True, False)}
    assert result["setupOutput"]["Success"]
    assert result["verifyOutput"]["Steps"][0]["error"] == "the result does not contain 'z'"
    assert "hush" not in json.dumps(result)
