"""Answers MCP clients over stdio: tools and operations are their tools. The part of the protocol that this needs."""

from __future__ import annotations

import threading

from wicket.sdk import json_codec, jsonrpc, stderr_logging
from wicket.sdk.handler_calls import attempt, call_offer, one_line, run_finishers, run_initializers
from wicket.sdk.handler_context import Context
from wicket.sdk.handler_result_types import Block, Fail, Refused, Result
from wicket.sdk.handler_threads import Crew
from wicket.sdk.images import base64_of
from wicket.sdk.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, Rejected
from wicket.sdk.operation_return_values import failed, succeeded
from wicket.sdk.protected_stdio import Overlong
from wicket.sdk.reply_writer import Ended, Replies, Reply, Speaker
from wicket.sdk.signature_schema import BadArguments
from wicket.sdk.tool_return_values import result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.extension import Extension, Offer
    from wicket.sdk.protected_stdio import Wire

__all__ = ["VERSIONS", "Server"]

# All that are spoken, the newest first: it is offered to a client that asks for one nobody here knows.
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")

MAX_REQUEST_BYTES = 64 * 1024 * 1024
GRACE_S = 1.0
HOOKS_S = 0.5


class Server:
    """One conversation with an MCP client."""

    def __init__(self, extension: Extension, wire: Wire, lost: Callable[[], None] | None = None) -> None:
        self._extension = extension
        self._lines = wire.lines
        self._lines.limit(MAX_REQUEST_BYTES)
        self._speaker = Speaker(wire, lost)
        self._replies = Replies()
        self._crew = Crew("tools")
        self._closing = False
        self._config: dict[str, Any] = {}
        # A tool goes before an operation of the same name.
        self._offers: dict[str, Offer] = {**extension.operations, **extension.tools}

    def serve(self, begun: bytes | None = None, config: dict[str, Any] | None = None) -> int:
        """Answer until the client is done, and give the exit code. `begun` is a line that has been read already."""
        self._extension.connect(self._notify)
        self._config = config or {}
        try:
            line: bytes | Overlong | None = begun if begun is not None else self._lines.next()
            while line is not None:
                if isinstance(line, Overlong):
                    self._refuse(
                        None, jsonrpc.PARSE_ERROR, f"Parse error: a line of more than {MAX_REQUEST_BYTES} bytes"
                    )
                elif line.strip():
                    self._take(jsonrpc.read(line))
                line = self._lines.next()
            self._finish()
        except Ended:
            self._finish()
        finally:
            self._speaker.last_word()
            self._extension.disconnect(self._notify)
        return 0

    def _take(self, heard: jsonrpc.Call | jsonrpc.Answer | jsonrpc.Unreadable) -> None:
        if isinstance(heard, jsonrpc.Unreadable):
            self._refuse(heard.id, heard.code, heard.message)
        elif isinstance(heard, jsonrpc.Call) and heard.id is not None:
            reply = self._replies.owe(heard)
            # Only a tool may take its time; the rest is answered in order.
            if heard.method == "tools/call":
                self._crew.do(lambda: self._call_tool(heard, reply))
            else:
                self._answer(reply, lambda: self._about(heard))
        elif isinstance(heard, jsonrpc.Call) and heard.method == "notifications/cancelled":
            self._cancel(heard.params if isinstance(heard.params, dict) else {})

    def _about(self, call: jsonrpc.Call) -> dict[str, Any]:
        if call.method == "initialize":
            return self._introduce(call.params if isinstance(call.params, dict) else {})
        if call.method == "ping":
            return {}
        if call.method == "tools/list":
            return {"tools": [_described(offer) for offer in self._offers.values()]}
        raise Rejected(METHOD_NOT_FOUND, f"Method not found: {call.method[:80]!r}")

    def _introduce(self, params: dict[str, Any]) -> dict[str, Any]:
        try:
            run_initializers(self._extension, self._config, Context(self._extension))
        except Exception as error:
            stderr_logging.report(self._extension.name, "initialization failed", error)
            raise Rejected(INTERNAL_ERROR, f"initialization failed: {one_line(error)}") from error
        wanted = params.get("protocolVersion")
        introduced: dict[str, Any] = {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": self._extension.name, "version": self._extension.version},
        }
        if self._extension.description:
            introduced["instructions"] = self._extension.description
        return introduced

    def _call_tool(self, call: jsonrpc.Call, reply: Reply) -> None:
        params = call.params if isinstance(call.params, dict) else {}
        name = params.get("name")
        offer = self._offers.get(name) if isinstance(name, str) else None
        arguments = params.get("arguments")

        def work() -> Any:
            if offer is None:
                raise Rejected(INVALID_PARAMS, f"Unknown tool: {str(name)[:80]}")
            if arguments is not None and not isinstance(arguments, dict):
                raise BadArguments("the arguments must be an object")
            context = Context(self._extension, stopping=lambda: reply.cancelled or self._closing, notify=self._notify)
            return call_offer(offer, arguments or {}, context)

        def done(value: Any, error: BaseException | None) -> None:
            operation = offer is not None and self._extension.operations.get(offer.name) is offer
            self._answer(reply, lambda: self._result(value, error, operation))

        attempt(work, done)

    def _result(self, value: Any, error: BaseException | None, operation: bool) -> dict[str, Any]:
        if isinstance(error, Rejected):
            raise error
        if isinstance(error, Refused):
            raise Rejected(error.code, error.message) from error
        if operation and (error is None or isinstance(error, Fail)):
            outcome = succeeded(value) if error is None else failed(error)
            said = Block(json_codec.encode(outcome).decode())
            return _content(Result([said], is_error=not outcome["success"]), outcome)
        if error is not None and not isinstance(error, Fail | BadArguments):
            stderr_logging.report(self._extension.name, "a tool failed", error)
        return _content(result_of(value if error is None else Fail(one_line(error))))

    def _cancel(self, params: dict[str, Any]) -> None:
        reply = self._replies.cancel(params.get("requestId"))
        if reply is not None:
            reply.claim()  # who has cancelled a call wants no answer to it

    def _answer(self, reply: Reply, make: Callable[[], dict[str, Any]]) -> None:
        id = reply.call.id
        try:
            answer = jsonrpc.result(id, make())
        except Rejected as rejected:
            answer = jsonrpc.failure(id, rejected.code, rejected.message)
        except Exception as error:  # noqa: BLE001
            stderr_logging.report(self._extension.name, "an answer could not be made", error)
            answer = jsonrpc.failure(id, INTERNAL_ERROR, f"Internal error: {one_line(error)}")
        if reply.claim():
            self._speaker.say(answer)
        reply.settle()

    def _refuse(self, id: int | str | None, code: int, message: str) -> None:
        self._speaker.say(jsonrpc.failure(id, code, message))

    def _notify(self, level: str, message: str) -> None:
        stderr_logging.remark(self._extension.name, f"{level}: {message}")

    def _finish(self) -> None:
        self._closing = True
        for reply in self._replies.wait(GRACE_S):
            if reply.claim():
                self._refuse(reply.call.id, INTERNAL_ERROR, "Internal error: shutting down")
        if self._extension.finishers:
            finished = threading.Event()
            self._crew.do(lambda: run_finishers(self._extension, finished))
            finished.wait(HOOKS_S)


def _described(offer: Offer) -> dict[str, Any]:
    described: dict[str, Any] = {"name": offer.name}
    if offer.description:
        described["description"] = offer.description
    described["inputSchema"] = {"type": "object", **offer.signature.schema}
    return described


def _content(result: Result, structured: dict[str, Any] | None = None) -> dict[str, Any]:
    content: dict[str, Any] = {
        "content": [
            {"type": "image", "data": base64_of(block.data), "mimeType": block.mime_type}
            if block.mime_type
            else {"type": "text", "text": block.text}
            for block in result.blocks
        ]
    }
    if structured is not None:
        content["structuredContent"] = structured
    if result.is_error:
        content["isError"] = True
    return content
