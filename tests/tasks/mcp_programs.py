"""An MCP server and an agent that uses it, of a few lines each."""

import sys
from pathlib import Path

__all__ = ["AGENT", "SERVER", "write_agent", "write_server"]

SERVER = """\
import asyncio, os, sys
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp import types

server = Server("notes", "1.0", instructions="Keep notes.")

@server.list_tools()
async def list_tools():
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    return [types.Tool(name="add", inputSchema=schema), types.Tool(name="fail", inputSchema={"type": "object"})]

@server.call_tool()
async def call_tool(name, arguments):
    if name == "fail":
        raise ValueError("it failed")
    return [types.TextContent(type="text", text="added " + arguments.get("text", ""))]

@server.list_resources()
async def list_resources():
    return [types.Resource(uri="note://one", name="one")]

@server.read_resource()
async def read_resource(uri):
    return "the note"

@server.list_prompts()
async def list_prompts():
    return [types.Prompt(name="hello")]

@server.get_prompt()
async def get_prompt(name, arguments):
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text="hi"))
    return types.GetPromptResult(messages=[message])

async def main():
    print("noise on stdout", flush=True)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

asyncio.run(main())
"""

AGENT = """\
import asyncio, json, os, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

async def main():
    with open(os.environ["WICKET_MCP_CONFIG"]) as file:
        url = json.load(file)["mcpServers"]["notes"]["url"]
    async with streamable_http_client(url) as (read, write, _), ClientSession(read, write) as session:
        about = await session.initialize()
        tools = await session.list_tools()
        print(about.instructions, [tool.name for tool in tools.tools])
        print((await session.call_tool("add", {"text": "x"})).content[0].text)
        print((await session.call_tool("fail", {})).isError)
        print((await session.read_resource("note://one")).contents[0].text)
        print((await session.get_prompt("hello")).messages[0].content.text)

asyncio.run(main())
"""


def write_server(folder: Path) -> list[str]:
    """Put the server there, and give the words that start it."""
    (folder / "server.py").write_text(SERVER, encoding="utf-8")
    return [sys.executable, str(folder / "server.py")]


def write_agent(folder: Path) -> list[str]:
    """Put the agent there, and give the words that start it."""
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    return [sys.executable, str(folder / "agent.py")]
