"""Connections to MCP servers, for a whole run: a program that is started, or an address.

A program is a child of ours as every other: its guardian ends it if we are killed. With `mcp_proxy`, this is the one
place among the tasks that knows the MCP SDK.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import Client, ClientSession, MCPError
from mcp.client import Transport
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.message import SessionMessage
from mcp.types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    ServerCapabilities,
    TextContent,
    jsonrpc_message_adapter,
)

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host import child_environment
from wicket.host.child_process import Child
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.host.stderr_capture import Stderr
from wicket.tasks.http_step import unmet_content
from wicket.tasks.task_model import McpServerSpec
from wicket.tasks.task_results import StepEnding, ToolAnswer
from wicket.wire.line_buffer import LineBuffer

__all__ = ["Connection", "McpUnavailable", "call_tool", "connect"]

CONNECT_S = 30.0
MAX_PAGES = 100
MAX_LINE_BYTES = 64 * 1024 * 1024

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


class McpUnavailable(WicketError):
    """An MCP server of the eval cannot be used."""

    exit_code = 2


class Connection:
    """A server that answers: its session, which knows what it said of itself, and the tools that it has listed."""

    def __init__(self, name: str, session: ClientSession) -> None:
        self.name = name
        self.session = session
        self.schemas: dict[str, Mapping[str, Any]] = {}  # of the arguments of each tool

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of its tools."""
        return tuple(self.schemas)

    @property
    def offers(self) -> ServerCapabilities:
        """What it can do."""
        return self.session.server_capabilities or ServerCapabilities()

    def heard(self, listed: ListToolsResult) -> None:
        """Take in what it says of its tools."""
        self.schemas |= {tool.name: tool.input_schema for tool in listed.tools}


@asynccontextmanager
async def connect(
    name: str, server: McpServerSpec, environ: Mapping[str, str], guardian: Guardian | None
) -> AsyncIterator[Connection]:
    """Connect to a server for as long as this is entered.

    Raises:
        McpUnavailable: it cannot be started or reached, or does not speak MCP.
    """
    stack = AsyncExitStack()  # closed by hand: what is raised inside of task groups comes out as something else
    try:
        connection = await _introduce(stack, name, server, environ, guardian)
    except BaseException:
        with suppress(Exception):  # the reason is known, and is not what the ends of its parts say
            await stack.aclose()
        raise
    try:
        yield connection
    finally:
        await stack.aclose()


async def _introduce(
    stack: AsyncExitStack, name: str, server: McpServerSpec, environ: Mapping[str, str], guardian: Guardian | None
) -> Connection:
    try:
        async with asyncio.timeout(CONNECT_S):
            transport = await _transport(stack, name, server, environ, guardian)
            client = await stack.enter_async_context(Client(transport, cache=None))
            connection = Connection(name, client.session)
            if connection.offers.tools is not None:
                await _learn_tools(connection)
    except ExtensionNotStarted as error:
        raise McpUnavailable(f"the MCP server {name!r} cannot be started: {error.reason}") from error
    except TimeoutError:
        raise McpUnavailable(f"the MCP server {name!r} did not answer within {CONNECT_S:g} s") from None
    except (MCPError, OSError, ExceptionGroup) as error:
        raise McpUnavailable(f"the MCP server {name!r} cannot be used: {excerpt(str(_cause(error)))}") from error
    return connection


async def _learn_tools(connection: Connection) -> None:
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        listed = await connection.session.list_tools(params=PaginatedRequestParams(cursor=cursor))
        connection.heard(listed)
        cursor = listed.next_cursor
        if not cursor:
            return


def _cause(error: Exception) -> Exception:
    """Give what was raised first inside of task groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


async def _transport(
    stack: AsyncExitStack, name: str, server: McpServerSpec, environ: Mapping[str, str], guardian: Guardian | None
) -> Transport:
    if server.command:
        env, _ = child_environment.for_child(environ, extra=server.env)
        return _program(name, server.command, env, guardian)
    client = await stack.enter_async_context(create_mcp_http_client(headers=dict(server.headers)))
    return streamable_http_client(server.url, http_client=client)


@asynccontextmanager
async def _program(
    name: str, argv: tuple[str, ...], env: Mapping[str, str], guardian: Guardian | None
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Speak with a program over its pipes, a message per line."""
    heard, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](float("inf"))
    outgoing, said = anyio.create_memory_object_stream[SessionMessage](0)
    lines = LineBuffer(MAX_LINE_BYTES)

    def take(data: bytes) -> None:
        lines.feed(data)
        while (line := lines.pop()) is not None:
            try:
                text = line if isinstance(line, bytes) else b""
                message: SessionMessage | Exception = SessionMessage(jsonrpc_message_adapter.validate_json(text))
            except ValueError as error:  # it printed something, or a line too long; the session goes on
                message = error
            heard.send_nowait(message)

    def close() -> None:
        for stream in (heard, incoming, outgoing, said):
            stream.close()

    try:
        child = await Child.start(
            name,
            argv,
            cwd=Path.cwd(),
            env=env,
            stderr=Stderr.TAIL,
            on_data=take,
            on_eof=heard.close,
            guardian=guardian,
        )
    except BaseException:
        close()
        raise

    async def write() -> None:
        async for message in said:
            line = message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
            while not child.write(line) and child.writable:
                await child.drained()

    async with asyncio.TaskGroup() as group:
        writing = group.create_task(write())
        try:
            yield incoming, outgoing
        finally:
            writing.cancel()
            await child.stop(grace_s=0.5)
            close()


async def call_tool(connection: Connection, tool: str, body: Mapping[str, Any]) -> ToolAnswer:
    """Call a tool for a step, and compare what comes back with what the step expects."""
    expect = body.get("expect") or {}
    try:
        result = await connection.session.call_tool(tool, dict(body.get("args") or {}))
    except MCPError as error:
        if expect.get("isError") and error.code not in (CONNECTION_CLOSED, REQUEST_TIMEOUT):
            return ToolAnswer(StepEnding.SUCCEEDED, excerpt(str(error)))
        return ToolAnswer(StepEnding.BROKEN, error=f"{connection.name}.{tool}: {excerpt(str(error))}")
    text = _text(result)
    whole = [part.model_dump(mode="json", by_alias=True, exclude_none=True) for part in result.content]
    content = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    missing = []
    if result.is_error is not bool(expect.get("isError", False)):
        missing.append("the tool reports an error" if result.is_error else "the tool reports no error")
    match expect.get("content"):
        case None:
            pass
        case Mapping() as wanted:
            missing += unmet_content(wanted, content, "the result")
        case wanted:
            missing += [] if str(wanted) in text else [f"the result does not contain {excerpt(str(wanted), 80)!r}"]
    ending = StepEnding.FAILED if missing else StepEnding.SUCCEEDED
    return ToolAnswer(ending, text, "; ".join(missing), {"content": content})


def _text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))
