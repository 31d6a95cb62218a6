"""A recording proxy before MCP servers: an agent speaks to it over streamable HTTP, and every call is written down.

One HTTP server on loopback serves all tasks of a run; each task has addresses of its own that nobody can guess. What is
recorded are names, arguments and results of calls, never headers.
"""

import asyncio
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, Literal

import uvicorn
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from wicket.tasks.call_record import CallRecord, McpCall
from wicket.tasks.mcp_client import Connection
from wicket.tasks.step_runner import now

__all__ = ["McpProxy"]

LEAVE_S = 1

Application = Callable[[Any, Any, Any], Awaitable[None]]
Kind = Literal["tool", "resource", "prompt"]


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs the loop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class McpProxy:
    """Serves the proxies of all tasks of a run."""

    def __init__(self) -> None:
        self._applications: dict[str, Application] = {}
        self._port = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a port of loopback while this is entered."""
        # That a client leaves in the middle of a stream is no error, but the library logs it as one.
        logging.getLogger("mcp.server").setLevel(logging.CRITICAL)
        config = uvicorn.Config(
            self._serve,
            interface="asgi3",
            access_log=False,
            date_header=False,
            lifespan="off",
            log_config=None,
            log_level="error",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=LEAVE_S,
            ws="none",
        )
        server = _Server(config)
        # Asyncio sends small answers at once only on sockets that say that they are TCP.
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen(64)
            self._port = listening.getsockname()[1]
            async with asyncio.TaskGroup() as group:
                group.create_task(server.serve(sockets=[listening]))
                try:
                    yield
                finally:
                    server.should_exit = True

    @asynccontextmanager
    async def recording(
        self, connections: Mapping[str, Connection], record: CallRecord
    ) -> AsyncIterator[dict[str, str]]:
        """Open a way to each server for one task; give their addresses by name."""
        record.proxied = True
        addresses = {}
        async with AsyncExitStack() as stack:
            for name, connection in connections.items():
                manager = StreamableHTTPSessionManager(
                    _mirror(connection, record), json_response=True, session_idle_timeout=None
                )
                await stack.enter_async_context(manager.run())
                path = f"/{secrets.token_urlsafe(16)}/mcp"
                self._applications[path] = _noting(manager.handle_request, name, record)
                stack.callback(self._applications.pop, path)
                addresses[name] = f"http://127.0.0.1:{self._port}{path}"
            yield addresses

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        application = self._applications.get(scope["path"])
        if application is not None:
            await application(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def _noting(application: Application, name: str, record: CallRecord) -> Application:
    """Note that the agent has spoken to a server: only then is there a record that says anything."""

    async def noting(scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start" and scope["method"] == "POST" and message["status"] < 400:
                record.servers.add(name)
            await send(message)

        await application(scope, receive, sending)

    return noting


def _mirror(connection: Connection, record: CallRecord) -> Server[Any]:
    """Make a server that offers what another one does, and hands every call on to it."""
    session, offers = connection.session, connection.offers
    about = session.server_info
    server: Server[Any] = Server(
        about.name if about is not None else connection.name,
        version=about.version if about is not None else "",
        instructions=session.instructions,
        get_tool_input_schema=connection.schemas.get,  # else it would list the tools anew before each call
    )

    def hand_on(request_type: type[Any], params_type: type[Any], result_type: type[Any], kind: Kind | None) -> None:
        async def handler(_: ServerRequestContext[Any, Any], params: Any) -> Any:
            request = _anew(request_type, params)
            if kind is None:
                listed = await session.send_request(request, result_type)
                if isinstance(listed, types.ListToolsResult):
                    connection.heard(listed)
                return listed
            return await _recorded(kind, request, result_type, connection, record)

        server.add_request_handler(request_type.model_fields["method"].default, params_type, handler)

    paged = types.PaginatedRequestParams
    if offers.tools is not None:
        hand_on(types.ListToolsRequest, paged, types.ListToolsResult, None)
        hand_on(types.CallToolRequest, types.CallToolRequestParams, types.CallToolResult, "tool")
    if offers.resources is not None:
        hand_on(types.ListResourcesRequest, paged, types.ListResourcesResult, None)
        hand_on(types.ListResourceTemplatesRequest, paged, types.ListResourceTemplatesResult, None)
        hand_on(types.ReadResourceRequest, types.ReadResourceRequestParams, types.ReadResourceResult, "resource")
    if offers.prompts is not None:
        hand_on(types.ListPromptsRequest, paged, types.ListPromptsResult, None)
        hand_on(types.GetPromptRequest, types.GetPromptRequestParams, types.GetPromptResult, "prompt")
    return server


def _anew(request_type: type[Any], params: Any) -> Any:
    """Write a request anew: what came has a token for progress, and news of its client, of another conversation."""
    return request_type(params=params.model_copy(update={"meta": None}))


async def _recorded(
    kind: Kind,
    request: Any,
    result_type: type[Any],
    connection: Connection,
    record: CallRecord,
) -> Any:
    """Hand a call on, and write down what was asked, what came back, and how long it took."""
    begun, started = asyncio.get_running_loop().time(), now()
    params = request.params
    result, failure = None, ""
    try:
        result = await connection.session.send_request(request, result_type)
    except MCPError as error:
        failure = str(error)
        raise
    except BaseException as error:
        failure = type(error).__name__
        raise
    finally:
        record.calls.append(
            McpCall(
                kind=kind,
                server=connection.name,
                name=str(params.uri) if kind == "resource" else params.name,
                arguments=getattr(params, "arguments", None) or {},
                result=None if result is None else result.model_dump(mode="json", by_alias=True, exclude_none=True),
                error=failure,
                started=started,
                duration_s=asyncio.get_running_loop().time() - begun,
            )
        )
    return result
