"""Answers gevals and mcpchecker: says what the extension can do, then does it, one step after another.

The main thread reads; the steps run in a lane of their own, so that a goodbye is heard while one of them works, and
so that everything the author's code does happens in one thread, in order.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time

from wicket.sdk import duration_type, json_codec, jsonrpc, stderr_logging
from wicket.sdk.handler_calls import call_offer, notices_cancelling, one_line, run_finishers, run_initializers, wait_for
from wicket.sdk.handler_context import Agent, Context
from wicket.sdk.handler_result_types import Fail, Refused
from wicket.sdk.handler_threads import Alarm, Lane
from wicket.sdk.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, Rejected
from wicket.sdk.operation_return_values import failed, succeeded
from wicket.sdk.protected_stdio import Overlong
from wicket.sdk.reply_writer import Ended, Replies, Reply, Speaker
from wicket.sdk.result_trimming import cut
from wicket.sdk.signature_schema import BadArguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.extension import Extension
    from wicket.sdk.protected_stdio import Wire

__all__ = ["PROTOCOL_VERSION", "Server", "manifest"]

PROTOCOL_VERSION = "0.0.1"
MAX_REQUEST_BYTES = 16 * 1024 * 1024

OPERATION_FAILED = -32000
TIMEOUT = -32001
REQUIREMENT_NOT_MET = -32002

# How long calls in hand may still take after a goodbye, after a signal, and how long the hooks may.
GRACE_S = 1.0
SIGNAL_GRACE_S = 0.3
HOOKS_S = 0.5

PHASES = ("setup", "verify", "cleanup", "")


def _context(value: Any, path: str) -> None:
    if not isinstance(value, dict):
        raise jsonrpc.unexpected("object", value, path)
    jsonrpc.members(value, path, CONTEXT)


def _agent(value: Any, path: str) -> None:
    jsonrpc.members(value, path, {"prompt": jsonrpc.text, "output": jsonrpc.text})


def _anything(_value: Any, _path: str) -> None:
    """Let every object pass."""


CONTEXT: dict[str, Callable[[Any, str], None]] = {
    "workdir": jsonrpc.text,
    "phase": jsonrpc.text,
    "env": jsonrpc.either(jsonrpc.strings),
    "timeout": jsonrpc.text_or_null,
    "agent": jsonrpc.either(_agent),
}
REQUIRED = ("operation", "context", "context.workdir")
STEP = {"operation": jsonrpc.text, "args": jsonrpc.either(_anything), "context": _context}
SETTINGS = {"protocolVersion": jsonrpc.text, "config": jsonrpc.either(_anything)}


def manifest(extension: Extension) -> dict[str, Any]:
    """Say who the extension is and what it can do."""
    said: dict[str, Any] = {
        "name": extension.name,
        "version": extension.version,
        "protocolVersion": PROTOCOL_VERSION,
    }
    if extension.description:
        said["description"] = extension.description
    if extension.requires:
        said["requires"] = [{"command": command} for command in extension.requires]
    named = extension.capabilities
    if "cancel" in named if named is not None else notices_cancelling(extension.operations.values()):
        said["capabilities"] = ["cancel"]
    said["operations"] = {
        offer.name: {
            **({"description": offer.description} if offer.description else {}),
            "params": offer.signature.schema,
        }
        for offer in extension.operations.values()
    }
    return said


class Server:
    """One conversation with a host that gives out steps."""

    def __init__(self, extension: Extension, wire: Wire, lost: Callable[[], None] | None = None) -> None:
        self._extension = extension
        self._lines = wire.lines
        self._lines.limit(MAX_REQUEST_BYTES)
        self._speaker = Speaker(wire, lost)
        self._replies = Replies()
        self._lane = Lane("operations")
        self._alarm = Alarm()
        self._state = "STARTED"
        self._initialized = False  # the author's own initialisers have run
        self._closing = False  # the host has had enough, and does not wait for long
        self._handler: Any = None  # of standard logging

    def serve(self, begun: bytes | None = None, config: dict[str, Any] | None = None) -> int:
        """Answer until the host is done, and give the exit code. `begun` is a line that has been read already."""
        self._extension.connect(self._notify)
        if config is not None:
            try:
                wait_for(lambda: self._initialize(config))
            except Exception as error:  # noqa: BLE001
                stderr_logging.report(self._extension.name, "initialization failed", error)
                return 1
        try:
            goodbye = self._listen(begun)
            self._closing = goodbye is not None
            left = self._replies.wait(None if goodbye is None else GRACE_S)
            self._finish(left, goodbye)
        except Ended:
            self._closing = True
            self._finish(self._replies.wait(SIGNAL_GRACE_S), None)
        finally:
            self._speaker.last_word()
            self._extension.disconnect(self._notify)
            if self._handler is not None:
                sys.modules["logging"].getLogger().removeHandler(self._handler)
        return 0

    def _listen(self, begun: bytes | None) -> jsonrpc.Call | None:
        """Take in lines until goodbye, which is returned, or until the input ends."""
        line: bytes | Overlong | None = begun if begun is not None else self._lines.next()
        while line is not None:
            if isinstance(line, Overlong):
                too_long = f"Parse error: a line of more than {MAX_REQUEST_BYTES} bytes"
                self._take(jsonrpc.Unreadable(PARSE_ERROR, too_long, unparsed=True))
            elif line.strip():
                heard = jsonrpc.read(line)
                if isinstance(heard, jsonrpc.Call) and heard.method == "shutdown" and heard.id is not None:
                    return heard
                self._take(heard)
            line = self._lines.next()
        return None

    def _take(self, heard: jsonrpc.Call | jsonrpc.Answer | jsonrpc.Unreadable) -> None:
        """Put what was heard in line. That nobody waits any more has to overtake the step that it is about."""
        if isinstance(heard, jsonrpc.Call) and heard.id is None and heard.method == "cancel":
            self._replies.cancel(heard.params.get("id") if isinstance(heard.params, dict) else None)
            return
        if isinstance(heard, jsonrpc.Call) and heard.id is not None and self._replies.find(heard.id):
            self._refuse(heard.id, INVALID_REQUEST, f"Invalid request: {heard.method} {heard.id!r} is already open")
            return
        reply = self._replies.owe(heard)

        def work() -> None:
            try:
                self._deal_with(heard, reply)
            finally:
                reply.settle()

        self._lane.do(work)

    def _deal_with(self, heard: jsonrpc.Call | jsonrpc.Answer | jsonrpc.Unreadable, reply: Reply) -> None:
        if isinstance(heard, jsonrpc.Answer):
            stderr_logging.remark(self._extension.name, f"skipped an answer to no open call: {heard.id!r}")
        elif isinstance(heard, jsonrpc.Unreadable):
            # An answer without an id breaks existing hosts, so only what cannot be read at all gets one.
            if heard.id is None and not heard.unparsed:
                stderr_logging.remark(self._extension.name, f"skipped: {heard.message}")
            elif reply.claim():
                self._refuse(heard.id, heard.code, heard.message)
        else:
            try:
                answer = jsonrpc.result(heard.id, self._carry_out(heard, reply))
            except Rejected as rejected:
                answer = jsonrpc.failure(heard.id, rejected.code, rejected.message)
            if reply.claim():
                self._answer(heard.id, answer)

    def _carry_out(self, call: jsonrpc.Call, reply: Reply) -> dict[str, Any]:
        if call.method == "execute":
            jsonrpc.fit(call.params, REQUIRED, STEP)
            if call.params["context"].get("phase", "") not in PHASES:
                raise Rejected(INVALID_PARAMS, "Invalid params: context.phase must be setup, verify or cleanup")
            if self._state == "STARTED":
                self._state = "ONE_SHOT"
            if self._state not in ("READY", "ONE_SHOT"):
                raise Rejected(INVALID_REQUEST, f"Invalid request: execute while {self._state}")
            return self._execute(call, reply)
        if call.method == "initialize" and call.id is not None:
            jsonrpc.fit(call.params, (), SETTINGS)
            version = call.params.get("protocolVersion", "")
            if version != PROTOCOL_VERSION:
                spoken = f"protocol version {version[:80]!r} is not spoken here, only {PROTOCOL_VERSION!r}"
                raise Rejected(INVALID_PARAMS, f"Invalid params: {spoken}")
            if self._state != "STARTED":
                raise Rejected(INVALID_REQUEST, f"Invalid request: initialize while {self._state}")
            return self._introduce(call.params.get("config") or {})
        raise Rejected(METHOD_NOT_FOUND, f"Method not found: {call.method[:80]!r}")

    def _introduce(self, config: dict[str, Any]) -> dict[str, Any]:
        self._state = "REFUSED"
        self._listen_to_logging()
        if self._extension.requires_at == "initialize":
            self._require(self._extension.requires)
        try:
            self._initialize(config)
        except Exception as error:
            if not isinstance(error, BadArguments | Fail):
                stderr_logging.report(self._extension.name, "initialization failed", error)
            raise Rejected(INTERNAL_ERROR, f"initialization failed: {one_line(error)}") from error
        said = manifest(self._extension)
        if self._too_long({"jsonrpc": "2.0", "id": 10**9, "result": said}):
            too_long = f"the manifest does not fit into a line of {self._extension.max_line_bytes} bytes"
            raise Rejected(INTERNAL_ERROR, f"initialization failed: {too_long}; shorten its descriptions")
        self._state = "READY"
        return said

    def _initialize(self, config: dict[str, Any]) -> None:
        self._initialized = True
        run_initializers(self._extension, config, Context(self._extension, log=self._log))

    # ── one step ─────────────────────────────────────────────────────────────

    def _execute(self, call: jsonrpc.Call, reply: Reply) -> dict[str, Any]:
        extension = self._extension
        name = call.params["operation"]
        offer = extension.operations.get(name)
        if offer is None:
            if extension.mcpchecker:
                return {"success": False, "error": f"unknown operation: {name}"}
            raise Rejected(METHOD_NOT_FOUND, f"Unknown operation: {name}")
        self._listen_to_logging()
        if not self._initialized:
            try:
                self._initialize({})
            except Exception as error:
                stderr_logging.report(extension.name, "initialization failed", error)
                raise Rejected(INTERNAL_ERROR, f"initialization failed: {one_line(error)}") from error
        self._require((*extension.requires, *offer.requires) if self._state == "ONE_SHOT" else offer.requires)
        if extension.requires_at == "execute":
            self._require(extension.requires)
        context = self._context_of(call.params["context"], reply)
        took_too_long = f"Timeout: {name} took longer than {call.params['context'].get('timeout')}"
        alarm = self._set_alarm(call, context, reply, took_too_long)
        try:
            value = wait_for(lambda: call_offer(offer, call.params.get("args") or {}, context))
            if context.remaining == 0:  # it may have stopped for that very reason
                raise Rejected(TIMEOUT, took_too_long)
            return succeeded(value)
        except Rejected:
            raise
        except BadArguments as bad:
            raise Rejected(INVALID_PARAMS, f"Invalid params: {bad}") from bad
        except Refused as refused:
            raise Rejected(refused.code, refused.message) from refused
        except Fail as fail:
            return failed(fail)
        except BaseException as error:  # noqa: BLE001
            return self._unexpected(name, error, reply)
        finally:
            if alarm is not None:
                self._alarm.off(alarm)

    def _unexpected(self, name: str, error: BaseException, reply: Reply) -> dict[str, Any]:
        stderr_logging.report(self._extension.name, f"operation {name} failed", error)
        if not reply.done:
            self._log(
                "error", f"operation {name} failed: {one_line(error)}", {"traceback": stderr_logging.trace(error)}
            )
        message = f"Internal error: {one_line(error)}"
        if self._extension.mcpchecker:
            return {"success": False, "error": message}
        raise Rejected(INTERNAL_ERROR, message) from error

    def _context_of(self, said: dict[str, Any], reply: Reply) -> Context:
        deadline = None
        if said.get("timeout") is not None:
            try:
                seconds = duration_type.parse(said["timeout"])
            except ValueError as error:
                raise Rejected(INVALID_PARAMS, f"Invalid params: context.timeout is {error}") from None
            if seconds <= 0:
                raise Rejected(INVALID_PARAMS, "Invalid params: context.timeout must be longer than nothing")
            deadline = time.monotonic() + seconds
        agent = said.get("agent")

        def log(level: str, message: str, data: dict[str, Any]) -> None:
            # A log line comes before the result of its step, or not at all.
            if not reply.done and (deadline is None or time.monotonic() < deadline):
                self._log(level, message, data)

        return Context(
            self._extension,
            workdir=said["workdir"],
            phase=said.get("phase", ""),
            env=said.get("env") or {},
            agent=None if agent is None else Agent(agent.get("prompt", ""), agent.get("output", "")),
            deadline=deadline,
            log=log,
            stopping=lambda: reply.done or reply.cancelled or self._closing,
            notify=self._notify,
        )

    def _set_alarm(self, call: jsonrpc.Call, context: Context, reply: Reply, took_too_long: str) -> int | None:
        if context.deadline is None:
            return None

        def expire() -> None:
            if reply.claim():
                self._answer(call.id, jsonrpc.failure(call.id, TIMEOUT, took_too_long))
                reply.settle()
                self._lane.abandon()

        return self._alarm.set(context.deadline, expire)

    def _require(self, commands: tuple[str, ...]) -> None:
        for command in commands:
            if shutil.which(command) is None:
                raise Rejected(REQUIREMENT_NOT_MET, f"Requirement not met: {command} is not on PATH")

    # ── what goes out ────────────────────────────────────────────────────────

    def _refuse(self, id: int | str | None, code: int, message: str) -> None:
        self._speaker.say(jsonrpc.failure(id, code, self._cut(message)))

    def _answer(self, id: int | str | None, answer: dict[str, Any]) -> None:
        if id is None:  # nobody waits for it
            return
        if self._too_long(answer):
            if "error" in answer:
                answer["error"]["message"] = self._cut(answer["error"]["message"])
            else:
                size = len(json_codec.encode(answer)) + 1
                limit = self._extension.max_line_bytes
                sentence = f"the result takes a line of {size} bytes, and hosts read at most {limit}"
                told = f"{sentence}; write it to a file and return its path"
                answer = jsonrpc.result(id, {"success": False, "error": told})
        self._speaker.say(answer)

    def _log(self, level: str, message: str, data: dict[str, Any]) -> None:
        params: dict[str, Any] = {"level": level, "message": message}
        if data:
            params["data"] = json_codec.plain(data)
        line = {"jsonrpc": "2.0", "method": "log", "params": params}
        if self._too_long(line):
            params.pop("data", None)
            params["message"] = message if data and not self._too_long(line) else self._cut(message)
        self._speaker.say(line)

    def _notify(self, level: str, message: str) -> None:
        self._log({"success": "info"}.get(level, level), message, {})

    def _too_long(self, line: dict[str, Any]) -> bool:
        limit = self._extension.max_line_bytes
        return limit is not None and len(json_codec.encode(line)) >= limit

    def _cut(self, text: str) -> str:
        limit = self._extension.max_line_bytes
        return text if limit is None else cut(text, limit - 256)

    def _listen_to_logging(self) -> None:
        """Take records of standard logging along, once the author's code has imported it."""
        if self._handler is None and "logging" in sys.modules:
            self._handler = stderr_logging.bridge(self._log, lambda: not self._speaker.silent)

    def _finish(self, left: list[Reply], goodbye: jsonrpc.Call | None) -> None:
        """Answer what could not be done any more, let the author clean up, and say the last word."""
        if left:
            self._lane.abandon()
        for reply in left:
            if isinstance(reply.call, jsonrpc.Call) and reply.call.id is not None and reply.claim():
                self._refuse(reply.call.id, OPERATION_FAILED, "Operation failed: shutting down")
        if self._extension.finishers:
            finished = threading.Event()
            self._lane.do(lambda: run_finishers(self._extension, finished))
            finished.wait(HOOKS_S)
        self._speaker.last_word(*([] if goodbye is None else [jsonrpc.result(goodbye.id, {})]))
