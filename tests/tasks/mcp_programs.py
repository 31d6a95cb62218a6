"""An MCP server and an agent that uses it, of a few lines each."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["AGENT", "SERVER", "serving_http", "write_agent", "write_server"]

SERVER = """\
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

print("noise on stdout", flush=True)
server = MCPServer("notes", version="1.0", instructions="Keep notes.")

@server.tool()
def add(text: str = "") -> str:
    return "added " + text

@server.tool()
def fail() -> str:
    raise ToolError("it failed")

@server.resource("note://one")
def one() -> str:
    return "the note"

@server.prompt()
def hello() -> str:
    return "hi"

"""

# Over streamable HTTP it takes any port, and prints which.
HTTP = """\
import socket, uvicorn
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error")).run(sockets=[listening])
"""

AGENT = """\
import asyncio, json, os, sys
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    with open(os.environ["WICKET_MCP_CONFIG"]) as file:
        server = json.load(file)["mcpServers"]["notes"]
    if server["type"] == "stdio":
        server = stdio_client(StdioServerParameters(command=server["command"], args=server["args"]))
    else:
        server = server["url"]
    async with Client(server, mode=os.environ.get("ERA", "auto")) as session:
        tools = await session.list_tools()
        print(session.instructions, [tool.name for tool in tools.tools])
        print((await session.call_tool("add", {"text": "x"})).content[0].text)
        print((await session.call_tool("fail", {})).is_error)
        print((await session.read_resource("note://one")).contents[0].text)
        print((await session.get_prompt("hello")).messages[0].content.text)

asyncio.run(main())
"""


def write_server(folder: Path) -> list[str]:
    """Put the server there, and give the words that start it."""
    (folder / "server.py").write_text(SERVER + "server.run()\n", encoding="utf-8")
    return [sys.executable, str(folder / "server.py")]


@contextmanager
def serving_http(folder: Path) -> Iterator[str]:
    """Serve over HTTP, and give the address."""
    (folder / "server.py").write_text(SERVER + HTTP, encoding="utf-8")
    argv = [sys.executable, str(folder / "server.py")]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "noise on stdout\n"
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
        finally:
            process.kill()


def write_agent(folder: Path) -> list[str]:
    """Put the agent there, and give the words that start it."""
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    return [sys.executable, str(folder / "agent.py")]
