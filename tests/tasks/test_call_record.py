"""Calls as mcpchecker writes them."""

from typing import Any

import pytest

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


def content(**picture: str) -> dict[str, Any]:
    return {"type": "image", "mimeType": "image/png", **picture}


@pytest.mark.rule("G-H54")
@pytest.mark.parametrize("wrong", ["@@@", "aGk", "aGk===", "aGk-", "a"])
def test_what_is_no_base64_does_not_make_the_results_unreadable(wrong: str) -> None:
    told, kept = content(data=wrong), content(data="", notBase64=wrong)
    file, kept_file = {"uri": "a:b", "blob": wrong}, {"uri": "a:b", "blob": "", "notBase64": wrong}
    free = {"structuredContent": {"content": [told]}, "_meta": {"blob": wrong}}  # these may be anything

    def shown(result: Any) -> Any:
        return McpCall(kind="tool", server="s", name="t", result=result).to_json()["result"]

    assert shown({"content": [told, {"type": "resource", "resource": file}], **free}) == {
        "content": [kept, {"type": "resource", "resource": kept_file}],
        **free,
    }
    assert shown({"contents": [file]}) == {"contents": [kept_file]}
    assert shown({"messages": [{"role": "user", "content": told}]}) == {"messages": [{"role": "user", "content": kept}]}


@pytest.mark.parametrize("right", ["", "aGk=", "aGlo", "aG\r\nk=\n"])
def test_pictures_are_kept(right: str) -> None:
    result = {"content": [content(data=right), {"type": "text", "text": "@"}], "isError": False}
    assert McpCall(kind="tool", server="s", name="t", result=result).to_json()["result"] == result
