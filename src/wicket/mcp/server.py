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
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.lowlevel.server import request_ctx
from mcp.server.session import ServerSession
from mcp.shared.exceptions import McpError

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

    async def run(self, read_from: int, write_to: int) -> None:
        """Serve until the client leaves or a signal says so; extensions are stopped, what waits is withdrawn."""
        server: Server[Any, Any] = Server("wicket", __version__, INSTRUCTIONS)
        server.request_handlers[said.ListToolsRequest] = self._list
        server.request_handlers[said.CallToolRequest] = self._call
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
        while True:
            await self._hooks.changed.wait()
            self._hooks.changed.clear()
            if self._session is not None:
                with suppress(Exception):  # a client that has just left
                    await self._session.send_tool_list_changed()

    async def _list(self, _: said.ListToolsRequest) -> said.ServerResult:
        await self._hosting.wait()
        self._session = request_ctx.get().session
        hosted = [tool for tool in (_hosted(each) for each in self._host.tools) if tool is not None]
        return said.ServerResult(said.ListToolsResult(tools=[*(_ours(offer) for offer in OFFERS), *hosted]))

    async def _call(self, request: said.CallToolRequest) -> said.ServerResult:
        name, given = request.params.name, request.params.arguments or {}
        if name in NAMES:
            self._gate.session = _who(request_ctx.get().session)
            return _answer(await self._gate.call(name, given, _progress()))
        await self._hosting.wait()
        offered = next((tool for tool in self._host.tools if tool.name == name), None)
        if offered is None:
            raise McpError(said.ErrorData(code=said.INVALID_PARAMS, message=f"Unknown tool: {excerpt(name)}"))
        if problems := _problems(offered.schema, given):
            return _answer(Answer((f"These arguments are wrong: {'; '.join(problems)}",), is_error=True))
        try:
            return _result(await self._host.call_tool(name, given))
        except NotOffered as error:
            raise McpError(said.ErrorData(code=said.INVALID_PARAMS, message=str(error))) from error


async def serve(
    make_host: MakeHost, read_from: int, write_to: int, *, socket: Path | None, tell: Callable[[str], object]
) -> None:
    """Serve one client over two descriptors."""
    await McpServer(make_host, socket=socket, tell=tell).run(read_from, write_to)


async def _serve(server: "Server[Any, Any]", options: Any, read_from: int, write_to: int) -> None:
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
    """Tells a client that wants to know how a call stands, when that has changed and now and then."""

    def __init__(self, session: ServerSession, token: str | int, request_id: str) -> None:
        self._session = session
        self._token = token
        self._request_id = request_id
        self._begin = time.monotonic()
        self._last = ("", -REMIND_S)

    async def __call__(self, message: str) -> None:
        seconds = time.monotonic() - self._begin
        text, told = self._last
        if message == text and seconds - told < REMIND_S:
            return
        self._last = (message, seconds)
        await self._session.send_progress_notification(
            self._token, round(seconds, 1), message=message, related_request_id=self._request_id
        )


async def _silence(_: str) -> None:
    """For a client that does not want to know."""


def _progress() -> Callable[[str], Any]:
    context = request_ctx.get()
    token = context.meta.progressToken if context.meta is not None else None
    return _silence if token is None else _Progress(context.session, token, str(context.request_id))


def _who(session: ServerSession) -> str:
    """How the person is told who asks; a claim, as all that a client says of itself."""
    client = session.client_params.clientInfo if session.client_params is not None else None
    return "mcp" if client is None else f"mcp: {excerpt(client.name, 60).encode('ascii', 'replace').decode()}"


def _ours(offer: Offer) -> said.Tool:
    return said.Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        inputSchema=offer.takes,
        outputSchema=offer.gives,
        annotations=said.ToolAnnotations(
            readOnlyHint=not offer.changes, destructiveHint=offer.changes, openWorldHint=offer.changes
        ),
    )


def _hosted(tool: Tool) -> said.Tool | None:
    """A tool of an extension, as it is offered; a schema that is for no object is for nobody, and left out."""
    schema = dict(tool.schema)
    if schema.setdefault("type", "object") != "object":
        return None
    return said.Tool(name=tool.name, description=tool.description, inputSchema=schema)


def _problems(schema: Mapping[str, Any], given: Mapping[str, Any]) -> Sequence[str]:
    try:
        return Schema(dict(schema)).problems(dict(given))
    except InvalidSchema:
        return ()  # what the extension makes of it is its own affair


def _answer(answer: Answer) -> said.ServerResult:
    content: list[said.ContentBlock] = [said.TextContent(type="text", text=text) for text in answer.texts]
    return said.ServerResult(
        said.CallToolResult(content=content, structuredContent=answer.data or None, isError=answer.is_error)
    )


def _result(result: ToolResult) -> said.ServerResult:
    content: list[said.ContentBlock] = [
        said.ImageContent(type="image", data=base64.b64encode(piece.data).decode(), mimeType=piece.mime_type)
        if isinstance(piece, Image)
        # Half a character cannot be written as UTF-8.
        else said.TextContent(type="text", text=piece.text.encode("utf-8", "backslashreplace").decode())
        for piece in result.content
    ]
    return said.ServerResult(said.CallToolResult(content=content, isError=result.is_error))
