"""What the recording proxy adds to an agent's call of a tool: the floor is the same call without it."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

from measure import Figure, compare

from wicket.tasks.call_record import CallRecord
from wicket.tasks.mcp_connections import McpConnections
from wicket.tasks.task_model import McpServerSpec

__all__ = ["figures"]

SERVER = """\
import sys
from mcp.server import MCPServer
server = MCPServer("bench")

@server.tool()
def add(text: str) -> str:
    return "added " + text

if sys.argv[1:]:
    import socket, uvicorn
    listening = socket.socket(fileno=int(sys.argv[1]))
    uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error")).run(sockets=[listening])
else:
    server.run()
"""

# Calls the tool once for each line that it is given.
AGENT = """\
import asyncio, sys
from mcp import Client

async def main():
    async with Client(sys.argv[1]) as client:
        while sys.stdin.readline():
            result = await client.call_tool("add", {"text": "x"})
            print(result.content[0].text, flush=True)

asyncio.run(main())
"""


class Agent:
    """An agent with a session at an address."""

    def __init__(self, url: str) -> None:
        """Start it; the first call tells that it is there."""
        words = [sys.executable, "-c", AGENT, url]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.call()

    def call(self) -> None:
        """Have it call the tool."""
        self.process.stdin.write("\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]
        assert self.process.stdout.readline() == "added x\n"  # type: ignore[union-attr]

    def leave(self) -> None:
        """Let it end."""
        self.process.communicate()


@contextmanager
def proxied(server: McpServerSpec) -> Iterator[str]:
    """Run the proxy of a task in a loop of its own, and give its address."""
    ready, over = threading.Event(), asyncio.Event()
    found: list[str] = []
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            connections = await stack.enter_async_context(McpConnections({"bench": server}, dict(os.environ), None))
            addresses = await connections.open_proxy(stack, CallRecord())
            found.append(addresses["bench"])
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        if not ready.wait(30):
            raise RuntimeError("the proxy did not start")
        yield found[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def figures() -> Iterator[Figure]:
    """Give the figures about calls of tools."""
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        (program := Path(made) / "server.py").write_text(SERVER, encoding="utf-8")
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        words = [sys.executable, str(program), str(listening.fileno())]
        server = subprocess.Popen(words, pass_fds=[listening.fileno()])
        stack.callback(server.wait)
        stack.callback(server.terminate)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        bare = Agent(url)
        stack.callback(bare.leave)
        for kind, spec in (
            ("over HTTP", McpServerSpec(url=url)),
            ("of a program", McpServerSpec(command=(sys.executable, str(program)))),
        ):
            with proxied(spec) as address:
                behind = Agent(address)
                name = f"a tool {kind} through the recording proxy"
                yield compare(name, behind.call, bare.call, 2.5)
                behind.leave()
