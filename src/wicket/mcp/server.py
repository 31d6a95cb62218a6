"""The MCP server: the four tools of the gate, and those of the hosted extensions, over one connection.

The official SDK speaks the protocol; this file is where wicket meets it.
"""

import asyncio
import base64
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import mcp.types as said
from mcp import MCPError
from mcp.server import NotificationOptions, Server, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

from wicket import __version__
from wicket.displayed_text import excerpt
from wicket.host.embedded_host import Host, NotOffered
from wicket.host.extension_info import Tool
from wicket.host.host_hooks import Hooks, LoggingHooks, Note
from wicket.host.json_schema import InvalidSchema, Schema
from wicket.host.tool_results import Image, ToolResult
from wicket.mcp.gate_tools import Gate
from wicket.mcp.result_text import Answer
from wicket.mcp.stdio_transport import connected
from wicket.mcp.tool_definitions import INSTRUCTIONS, NAMES, OFFERS, Offer

__all__ = ["McpServer", "serve"]

# Whoever waits is told again after this many seconds, though nothing has changed: some clients give up in silence.
REMIND_S: Final = 5.0

STOPPING: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

MakeHost = Callable[[Hooks], Host]
Context = ServerRequestContext[Any, Any]


class McpServer:
    """One connection's worth of service. `run()` it once."""

    def __init__(self, make_host: MakeHost, *, socket: Path | None, tell: Callable[[str], object]) -> None:
        """`tell` is given what the person who reads standard error should know."""
        self._hooks = _ServerHooks(tell)
        self._host = make_host(self._hooks)
        self._hosting = asyncio.Event()
        self._over = asyncio.Event()
        self._gate = Gate(socket, extensions=lambda: self._host.extensions if self._hosting.is_set() else ())
        self._session: ServerSession | None = None
        self._changes = InMemorySubscriptionBus()

    async def run(self, read_from: int, write_to: int) -> None:
        """Serve until the client leaves or a signal says so; extensions are stopped, what waits is withdrawn."""
        server = Server(
            "wicket",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_subscriptions_listen=ListenHandler(self._changes),
        )
        options = server.create_initialization_options(NotificationOptions(tools_changed=True))
        loop = asyncio.get_running_loop()
        for number in STOPPING:
            loop.add_signal_handler(number, self._over.set)
        async with self._gate.judges, asyncio.TaskGroup() as tasks:
            hosting = tasks.create_task(self._run_host())
            telling = tasks.create_task(self._tell_of_changes())
            serving = tasks.create_task(_serve(server, options, read_from, write_to))
            serving.add_done_callback(lambda _: self._over.set())
            await self._over.wait()
            serving.cancel()
            telling.cancel()
            if not self._hosting.is_set():
                hosting.cancel()  # whoever has not started yet is not waited for

    async def _run_host(self) -> None:
        """Run the extensions beside the connection: a client that says hello is answered however slowly they start."""
        async with self._host:
            self._hosting.set()
            self._hooks.changed.clear()
            await self._over.wait()

    async def _tell_of_changes(self) -> None:
        """Tell clients that subscribe (since the protocol's version of 2026) and clients that said hello (before it).

        The SDK drops what is told in the other's way.
        """
        while True:
            await self._hooks.changed.wait()
            self._hooks.changed.clear()
            await self._changes.publish(ToolsListChanged())
            if self._session is not None:
                with suppress(Exception):  # a client that has just left
                    await self._session.send_tool_list_changed()

    async def _list(self, context: Context, _: said.PaginatedRequestParams | None) -> said.ListToolsResult:
        await self._hosting.wait()
        self._session = context.session
        hosted = [tool for tool in (_hosted(each) for each in self._host.tools) if tool is not None]
        return said.ListToolsResult(tools=[*(_ours(offer) for offer in OFFERS), *hosted])

    async def _call(self, context: Context, asked: said.CallToolRequestParams) -> said.CallToolResult:
        name, given = asked.name, asked.arguments or {}
        if name in NAMES:
            self._gate.session = _who(context.session)
            return _answer(await self._gate.call(name, given, _Progress(context.session)))
        await self._hosting.wait()
        offered = next((tool for tool in self._host.tools if tool.name == name), None)
        if offered is None:
            raise MCPError(said.INVALID_PARAMS, f"Unknown tool: {excerpt(name)}")
        if problems := _problems(offered.schema, given):
            return _answer(Answer((f"These arguments are wrong: {'; '.join(problems)}",), is_error=True))
        try:
            return _result(await self._host.call_tool(name, given))
        except NotOffered as error:
            raise MCPError(said.INVALID_PARAMS, str(error)) from error


async def serve(
    make_host: MakeHost, read_from: int, write_to: int, *, socket: Path | None, tell: Callable[[str], object]
) -> None:
    """Serve one client over two descriptors."""
    await McpServer(make_host, socket=socket, tell=tell).run(read_from, write_to)


async def _serve(server: Server[Any], options: Any, read_from: int, write_to: int) -> None:
    async with connected(read_from, write_to) as (incoming, outgoing):
        await server.run(incoming, outgoing, options)


class _ServerHooks(LoggingHooks):
    """What extensions say goes to standard error; that their tools came or went is passed on."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self.changed = asyncio.Event()

    def notify(self, note: Note) -> None:
        self._tell(str(note))

    def problem(self, sentence: str) -> None:
        self._tell(sentence)

    def offers_changed(self) -> None:
        self.changed.set()


class _Progress:
    """Tells a client how a call stands, when that has changed and now and then; the SDK drops it if nobody asked."""

    def __init__(self, session: ServerSession) -> None:
        self._session = session
        self._begin = time.monotonic()
        self._last = ("", -REMIND_S)

    async def __call__(self, message: str) -> None:
        seconds = time.monotonic() - self._begin
        text, told = self._last
        if message == text and seconds - told < REMIND_S:
            return
        self._last = (message, seconds)
        await self._session.report_progress(round(seconds, 1), message=message)


def _who(session: ServerSession) -> str:
    """How the person is told who asks; a claim, as all that a client says of itself."""
    client = session.client_params.client_info if session.client_params is not None else None
    return "mcp" if client is None else f"mcp: {excerpt(client.name, 60).encode('ascii', 'replace').decode()}"


def _ours(offer: Offer) -> said.Tool:
    return said.Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        input_schema=offer.takes,
        output_schema=offer.gives,
        annotations=said.ToolAnnotations(
            read_only_hint=not offer.changes, destructive_hint=offer.changes, open_world_hint=offer.changes
        ),
    )


def _hosted(tool: Tool) -> said.Tool | None:
    """A tool of an extension, as it is offered; a schema that is for no object is for nobody, and left out."""
    schema = dict(tool.schema)
    if schema.setdefault("type", "object") != "object":
        return None
    return said.Tool(name=tool.name, description=tool.description, input_schema=schema)


def _problems(schema: Mapping[str, Any], given: Mapping[str, Any]) -> Sequence[str]:
    try:
        return Schema(dict(schema)).problems(dict(given))
    except InvalidSchema:
        return ()  # what the extension makes of it is its own affair


def _answer(answer: Answer) -> said.CallToolResult:
    content: list[said.ContentBlock] = [said.TextContent(type="text", text=text) for text in answer.texts]
    return said.CallToolResult(content=content, structured_content=answer.data or None, is_error=answer.is_error)


def _result(result: ToolResult) -> said.CallToolResult:
    content: list[said.ContentBlock] = [
        said.ImageContent(type="image", data=base64.b64encode(piece.data).decode(), mime_type=piece.mime_type)
        if isinstance(piece, Image)
        # Half a character cannot be written as UTF-8.
        else said.TextContent(type="text", text=piece.text.encode("utf-8", "backslashreplace").decode())
        for piece in result.content
    ]
    return said.CallToolResult(content=content, is_error=result.is_error)
