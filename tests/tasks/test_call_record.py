"""Calls as mcpchecker writes them."""

from wicket.tasks.call_record import CallRecord, GateCall, McpCall


def test_the_history_has_its_kinds_apart() -> None:
    record = CallRecord(
        calls=[
            McpCall(
                kind="tool", server="s", name="t", arguments={"a": 1}, result={"x": 1}, started="T", duration_s=0.5
            ),
            McpCall(kind="resource", server="s", name="u://x", error="gone"),
        ],
        gate=[GateCall(kind="command", text="ls", decision="allow", ran=True)],
    )
    shown = record.to_json()
    assert shown["ToolCalls"] == [
        {
            "serverName": "s",
            "name": "t",
            "timestamp": "T",
            "durationSeconds": 0.5,
            "success": True,
            "error": "",
            "request": {"params": {"name": "t", "arguments": {"a": 1}}},
            "result": {"x": 1},
        }
    ]
    assert [(call["uri"], call["success"]) for call in shown["ResourceReads"]] == [("u://x", False)]
    assert (shown["PromptGets"], shown["GateCalls"][0]["decision"]) == ([], "allow")
