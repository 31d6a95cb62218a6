"""An MCP client finds the tools and the operations; the official SDK's own client is the judge."""

import sys
import threading
from pathlib import Path
from typing import Any

import mcp
import pytest
from mcp.client.stdio import stdio_client

from sdk.running import EVERYTHING, run, write
from wicket.sdk import Context, Extension, Fail, Refused, image
from wicket.sdk.testing import Client, Conversation, RpcError


async def test_the_official_client_initializes_lists_and_calls(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    server = mcp.StdioServerParameters(command=sys.executable, args=[str(path)])
    async with stdio_client(server) as (read, write_stream), mcp.ClientSession(read, write_stream) as session:
        hello = await session.initialize()
        assert (hello.server_info.name, hello.server_info.version) == ("weather", "1.0.0")
        await session.send_ping()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert sorted(tools) == ["apply", "weather"]
        assert tools["weather"].description == "Current weather for a city."
        assert tools["weather"].input_schema["required"] == ["city"]
        result = await session.call_tool("weather", {"city": "Berlin"})
        assert [block.model_dump(exclude_none=True) for block in result.content] == [
            {"type": "text", "text": "Berlin: 16°C, fog"}
        ]
        bad = await session.call_tool("weather", {"town": 7})
        assert bad.is_error
        applied = await session.call_tool("apply", {"file": "x"})
        assert applied.structured_content == {"success": True, "outputs": {"namespace": "default"}}
        with pytest.raises(mcp.MCPError, match="Unknown tool: nope"):
            await session.call_tool("nope", {})


def extension() -> Extension:
    ext = Extension("x", "1.0.0", description="For tests")

    @ext.tool
    async def picture() -> Any:
        return [image(b"GIF89a"), "a caption"]

    @ext.tool
    def broken() -> None:
        raise OSError("no network")

    @ext.tool
    def refuse() -> None:
        raise Refused(-32001, "not now")

    @ext.operation
    def check(*, ctx: Context) -> None:
        ctx.log.info("looking")
        ctx.notify("looked")
        raise Fail("not there", outputs={"found": 0})

    @ext.operation(name="broken")
    def hidden() -> None: ...

    return ext


def test_results_are_blocks_and_operations_are_outcomes(capfd: pytest.CaptureFixture[str]) -> None:
    with Client(extension()) as client:
        assert client.mcp("tools/call", {"name": "picture"}) == {
            "content": [
                {"type": "image", "data": "R0lGODlh", "mimeType": "image/gif"},
                {"type": "text", "text": "a caption"},
            ]
        }
        broken = {"content": [{"type": "text", "text": "no network"}], "isError": True}
        assert client.mcp("tools/call", {"name": "broken", "arguments": {}}) == broken
        failed = client.mcp("tools/call", {"name": "check"})
        assert failed["isError"] is True
        assert failed["structuredContent"] == {"success": False, "error": "not there", "outputs": {"found": "0"}}
        odd = client.mcp("tools/call", {"name": "picture", "arguments": [1]})
        assert odd["content"][0]["text"] == "the arguments must be an object"
        with pytest.raises(RpcError, match="-32001: not now"):
            client.mcp("tools/call", {"name": "refuse"})
        with pytest.raises(RpcError, match="-32601: Method not found: 'prompts/list'"):
            client.mcp("prompts/list")
        assert client.mcp("ping") == {}
        listed = sorted(tool["name"] for tool in client.mcp("tools/list")["tools"])
        assert listed == ["broken", "check", "picture", "refuse"]
    err = capfd.readouterr().err
    assert "OSError: no network" in err
    assert "x: info: looking" in err
    assert "x: info: looked" in err


@pytest.mark.parametrize(("asked", "given"), [("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")])
def test_the_version_is_the_clients_if_it_is_spoken(asked: str, given: str) -> None:
    conversation = Conversation(extension(), "mcp")
    conversation.say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": asked}})
    result = conversation.hear()["result"]
    conversation.close()
    assert (result["protocolVersion"], result["instructions"]) == (given, "For tests")


def test_mistakes_are_answered_and_a_failed_start_is_told() -> None:
    ext = extension()

    @ext.on_initialize
    def start(token: str) -> None: ...

    conversation = Conversation(ext, "mcp")
    conversation.say(b"garbage")
    assert conversation.hear()["error"]["code"] == -32700
    conversation.say({"jsonrpc": "2.0", "method": "notifications/cancelled"})
    conversation.say({"jsonrpc": "2.0", "id": 1, "result": {}})
    conversation.say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    assert conversation.hear()["error"]["message"] == "initialization failed: token is required"
    conversation.close()
    assert conversation.exit_code == 0


def test_a_name_that_is_none_is_answered_too() -> None:
    conversation = Conversation(extension(), "mcp")
    names: tuple[Any, ...] = ([], {}, None, 7, "x" * 10_000)
    for id, name in enumerate(names):
        conversation.say({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}})
        answer = conversation.hear(lambda frame, id=id: frame["id"] == id)  # type: ignore[misc]
        assert answer["error"] == {"code": -32602, "message": f"Unknown tool: {str(name)[:80]}"}
    conversation.close()


def test_a_call_that_was_cancelled_notices_it_and_is_not_answered() -> None:
    ext, waiting, noticed = Extension("x", "1.0.0"), threading.Event(), threading.Event()

    @ext.tool
    def wait(ctx: Context) -> str:
        waiting.set()
        ctx.wait_until(lambda: ctx.stopping, 10, 0.001)
        noticed.set()
        return "nobody hears this"

    conversation = Conversation(ext, "mcp")
    conversation.say({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "wait"}})
    assert waiting.wait(5)
    for params in ({"requestId": "7"}, {"requestId": 7, "reason": "esc"}):
        conversation.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
    assert noticed.wait(5)
    conversation.say({"jsonrpc": "2.0", "id": 8, "method": "ping"})
    assert conversation.hear()["id"] == 8
    conversation.close()
    assert [speaker for speaker, _ in conversation.spoken] == ["host"] * 4 + ["extension"]


def test_calls_in_hand_get_a_second_at_the_end(tmp_path: Path) -> None:
    source = """
    from wicket.sdk import Extension
    import time
    ext = Extension("x", "1.0.0")
    @ext.tool
    def sleep(seconds: float) -> str:
        time.sleep(seconds)
        return "slept"
    @ext.on_shutdown
    def bye(): print("bye")
    ext.run(wire="mcp")
    """
    calls = [
        {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "sleep", "arguments": {"seconds": s}}}
        for id, s in ((1, 0.3), (2, 30))
    ]
    ran = run(write(tmp_path, source), calls)
    assert ran.said[0]["result"]["content"][0]["text"] == "slept"
    assert ran.said[1]["error"]["message"] == "Internal error: shutting down"
    assert ran.err == "bye\n"
