"""Answers zot and every host of its protocol: greets, registers, and answers calls while events go by.

The main thread reads and does nothing else. Tools, commands and guards each have a crew in which none waits for
another; events run in one lane, and the keys of a panel in that panel's lane.
"""

from __future__ import annotations

import threading
import time

from wicket.sdk import json_codec, stderr_logging
from wicket.sdk.command_return_values import response_of
from wicket.sdk.events_and_keys import Event, Key
from wicket.sdk.handler_calls import (
    attempt,
    call_offer,
    call_with,
    notices_cancelling,
    one_line,
    run_finishers,
    run_initializers,
    wait_for,
)
from wicket.sdk.handler_context import Context, Host
from wicket.sdk.handler_result_types import Fail, Refused
from wicket.sdk.handler_threads import Alarm, Crew, Lane
from wicket.sdk.interceptor_calls import Guard
from wicket.sdk.panels import Panels
from wicket.sdk.protected_stdio import Overlong
from wicket.sdk.reply_writer import Ended, Replies, Reply, Speaker
from wicket.sdk.result_trimming import cut, trimmed
from wicket.sdk.signature_schema import BadArguments
from wicket.sdk.tool_return_values import result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.extension import Extension
    from wicket.sdk.protected_stdio import Wire

__all__ = ["Server", "greeting", "registrations"]

# What zot itself reads: a longer line kills its reader for good.
MAX_LINE_BYTES = 4 * 1024 * 1024 - 1

# How long hosts wait for a tool and for a command; a handler finds it in `ctx.deadline`.
TOOL_S = 60.0
COMMAND_S = 30.0

# How long calls in hand may still take after a goodbye, and how long the hooks may.
GRACE_S = 1.0
HOOKS_S = 0.5


def greeting(extension: Extension) -> dict[str, Any]:
    """Say who speaks."""
    capabilities = extension.capabilities
    if capabilities is None:
        offered = {
            "commands": extension.commands,
            "tools": extension.tools,
            "events": extension.listeners or extension.interceptors,
            "panels": extension.commands,
            "cancel": notices_cancelling(
                (*extension.tools.values(), *extension.commands.values(), *extension.interceptors)
            ),
        }
        capabilities = tuple(name for name, present in offered.items() if present)
    return {
        "type": "hello",
        "name": extension.name,
        "version": extension.version,
        "capabilities": list(capabilities),
    }


def registrations(extension: Extension) -> list[dict[str, Any]]:
    """Say what it offers, and that this is all."""
    frames: list[dict[str, Any]] = [
        {"type": "register_command", "name": each.name, "description": each.description}
        for each in extension.commands.values()
    ]
    frames += [
        {"type": "register_tool", "name": each.name, "description": each.description, "schema": each.signature.schema}
        for each in extension.tools.values()
    ]
    subscription = {
        "events": list(extension.listeners),
        "intercept": list(dict.fromkeys(each.event for each in extension.interceptors)),
    }
    if any(subscription.values()):
        frames.append({"type": "subscribe", **{name: events for name, events in subscription.items() if events}})
    return [
        {key: value for key, value in frame.items() if value or key == "schema"}
        for frame in (*frames, {"type": "ready"})
    ]


class Invocation:
    """A call as it came: its kind, its id, and the frame."""

    __slots__ = ("frame", "id", "kind")

    def __init__(self, frame: dict[str, Any]) -> None:
        self.frame = frame
        self.id: str = frame["id"]
        self.kind: str = frame["type"]


class Server:
    """One conversation with a host of agents."""

    def __init__(self, extension: Extension, wire: Wire, lost: Callable[[], None] | None = None) -> None:
        self._extension = extension
        self._lines = wire.lines
        self._lines.limit(MAX_LINE_BYTES)
        self._speaker = Speaker(wire, lost)
        self._replies = Replies()
        self._crew = Crew("tools")
        self._commands = Crew("commands")
        self._guards = Guard(extension, Crew("guards"), Alarm())
        self._events = Lane("events")
        self._panels = Panels(extension.name, self._speaker.say)
        self._host = Host()
        self._unknown: set[str] = set()
        self._ready = threading.Event()  # the author's initialisers are done
        self._not_ready = ""  # or have failed, and why
        self._closing = False
        self._waits_for_ack = bool(extension.greeters)

    def serve(self) -> int:
        """Greet, answer until the host is done, and give the exit code."""
        first = [greeting(self._extension)]
        if not self._waits_for_ack:
            first += self._registrations()
        self._speaker.say(*first)
        self._extension.connect(self._notify)
        if self._extension.initializers and not self._waits_for_ack:
            self._crew.do(self._initialize)
        elif not self._waits_for_ack:
            self._ready.set()
        try:
            said_goodbye = self._listen()
            self._finish(acknowledge=said_goodbye)
        except Ended:
            self._finish(acknowledge=False)
        finally:
            self._speaker.last_word()
            self._extension.disconnect(self._notify)
        return 0

    def _registrations(self) -> list[dict[str, Any]]:
        frames = registrations(self._extension)
        for frame in frames:
            if len(json_codec.encode(frame)) > MAX_LINE_BYTES:
                raise Fail(f"{frame['type']} {frame.get('name', '')} does not fit into one line; shorten its schema")
        return frames

    def _listen(self) -> bool:
        """Take in frames until goodbye (true) or the end of the input (false)."""
        while (line := self._lines.next()) is not None:
            if isinstance(line, Overlong):
                self._skip(f"a line of more than {MAX_LINE_BYTES} bytes")
                continue
            if not line.strip():
                continue
            try:
                frame = json_codec.decode(line)
            except (ValueError, RecursionError) as error:
                self._skip(f"no frame: {error}")
                continue
            if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
                self._skip("no frame: it has no type")
            elif frame["type"] == "shutdown":
                return True
            else:
                self._take(frame)
        return False

    def _take(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind in ("tool_call", "command_invoked", "event_intercept"):
            if not isinstance(frame.get("id"), str):
                self._skip(f"{kind} without an id")
                return
            reply = self._replies.owe(Invocation(frame))
            if kind == "event_intercept":
                self._intercept(reply)
            elif kind == "tool_call":
                self._crew.do(lambda: self._call_tool(reply))
            else:
                self._commands.do(lambda: self._run_command(reply))
        elif kind == "event":
            self._event(frame)
        elif kind == "panel_key":
            self._panels.pressed(_text(frame, "panel_id"), Key(_text(frame, "key"), _text(frame, "text")))
        elif kind == "panel_close":
            self._panels.closed(_text(frame, "panel_id"))
        elif kind == "cancel":
            self._replies.cancel(frame.get("id"))
        elif kind == "hello_ack":
            self._acknowledged(frame)
        elif kind not in self._unknown:
            self._unknown.add(kind)
            self._skip(f"unknown frame type {kind[:80]!r}")

    # ── beginning ────────────────────────────────────────────────────────────

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        self._host = Host(frame)
        if self._waits_for_ack:
            self._waits_for_ack = False
            self._crew.do(self._register_by_host)

    def _register_by_host(self) -> None:
        try:
            for function in self._extension.greeters:
                wait_for(lambda function=function: function(self._host))  # type: ignore[misc]
        except Exception as error:  # noqa: BLE001
            stderr_logging.report(self._extension.name, "on_hello failed", error)
        self._speaker.say(*self._registrations())
        self._initialize()

    def _initialize(self) -> None:
        try:
            run_initializers(self._extension, {}, self._context(None))
        except Exception as error:  # noqa: BLE001
            stderr_logging.report(self._extension.name, "initialization failed", error)
            self._not_ready = f"initialization failed: {one_line(error)}"
        self._ready.set()

    # ── calls ────────────────────────────────────────────────────────────────

    def _call_tool(self, reply: Reply) -> None:
        frame = reply.call.frame
        offer = self._extension.tools.get(_text(frame, "name"))

        def work() -> Any:
            if offer is None:
                raise Fail(f"no tool {_text(frame, 'name')!r} here")
            self._wait_until_ready()
            arguments = frame.get("args")
            if arguments is not None and not isinstance(arguments, dict):
                raise BadArguments("the arguments must be an object")
            return call_offer(offer, arguments or {}, self._context(TOOL_S, reply))

        def done(value: Any, error: BaseException | None) -> None:
            try:
                result = result_of(value) if error is None else result_of(self._failure(frame, error))
            except Exception as unfit:  # noqa: BLE001
                result = result_of(self._failure(frame, unfit))
            self._answer(reply, trimmed(reply.call.id, result, MAX_LINE_BYTES))

        attempt(work, done)

    def _failure(self, frame: dict[str, Any], error: BaseException) -> Fail:
        if isinstance(error, Fail):
            return error
        if isinstance(error, BadArguments | Refused):
            return Fail(str(error))
        stderr_logging.report(self._extension.name, f"{frame['type']} {_text(frame, 'name')} failed", error)
        return Fail(one_line(error))

    def _run_command(self, reply: Reply) -> None:
        frame = reply.call.frame
        name = _text(frame, "name")
        command = self._extension.commands.get(name)

        def work() -> Any:
            if command is None:
                raise Fail(f"no command /{name} here")
            self._wait_until_ready()
            return call_with(command.function, _text(frame, "args"), self._context(COMMAND_S, reply))

        def done(value: Any, error: BaseException | None) -> None:
            if error is None:
                try:
                    self._answer(reply, response_of(reply.call.id, value, self._panels.open, MAX_LINE_BYTES))
                    return
                except Exception as unfit:  # noqa: BLE001
                    error = unfit
            sentence = one_line(self._failure(frame, error))
            self._answer(reply, {"type": "command_response", "id": reply.call.id, "action": "noop", "error": sentence})

        attempt(work, done)

    def _intercept(self, reply: Reply) -> None:
        event = Event(reply.call.frame)

        def answer(decision: dict[str, Any]) -> None:
            self._answer(reply, {"type": "event_intercept_response", "id": reply.call.id, **decision})

        self._guards.ask(event, self._context(None, reply), answer)

    def _answer(self, reply: Reply, frame: dict[str, Any]) -> None:
        if reply.claim():
            self._speaker.say(frame)
        reply.settle()

    # ── what goes by ─────────────────────────────────────────────────────────

    def _event(self, frame: dict[str, Any]) -> None:
        event = Event(frame)
        for function in self._extension.listeners.get(event.name, ()):
            self._events.do(lambda function=function: self._tell(function, event))  # type: ignore[misc]

    def _tell(self, function: Callable[..., Any], event: Event) -> None:
        try:
            wait_for(lambda: call_with(function, event, self._context(None)))
        except BaseException as error:  # noqa: BLE001
            stderr_logging.report(self._extension.name, f"a listener of {event.name} failed", error)

    # ── the rest ─────────────────────────────────────────────────────────────

    def _context(self, seconds: float | None, reply: Reply | None = None) -> Context:
        return Context(
            self._extension,
            workdir=self._host.cwd,
            deadline=None if seconds is None else time.monotonic() + seconds,
            host=self._host,
            stopping=lambda: self._closing or (reply is not None and reply.cancelled),
            notify=self._notify,
        )

    def _wait_until_ready(self) -> None:
        self._ready.wait()
        if self._not_ready:
            raise Fail(self._not_ready)

    def _notify(self, level: str, message: str) -> None:
        self._speaker.say({"type": "notify", "level": level, "message": cut(message, MAX_LINE_BYTES - 256)})

    def _skip(self, reason: str) -> None:
        stderr_logging.remark(self._extension.name, f"skipped: {reason}")

    def _finish(self, acknowledge: bool) -> None:
        """Give calls in hand a moment, answer the rest, let the author clean up, and say the last word."""
        self._closing = True
        self._panels.end()
        deadline = time.monotonic() + GRACE_S
        events_done = threading.Event()
        if self._extension.listeners:
            self._events.do(events_done.set)
        else:
            events_done.set()
        left = self._replies.wait(GRACE_S)
        events_done.wait(max(0.0, deadline - time.monotonic()))
        for reply in left:
            call = reply.call
            if call.kind == "tool_call":
                late = result_of(Fail("the extension is shutting down"))
                self._answer(reply, trimmed(call.id, late, MAX_LINE_BYTES))
            elif call.kind == "command_invoked":
                response = {"type": "command_response", "id": call.id, "action": "noop"}
                self._answer(reply, {**response, "error": "the extension is shutting down"})
            else:
                decision = self._guards.by_policy(Event(call.frame), "the extension is shutting down")
                self._answer(reply, {"type": "event_intercept_response", "id": call.id, **decision})
        if self._extension.finishers:
            finished = threading.Event()
            self._crew.do(lambda: run_finishers(self._extension, finished))
            finished.wait(HOOKS_S)
        self._speaker.last_word(*([{"type": "shutdown_ack"}] if acknowledge else []))


def _text(frame: dict[str, Any], name: str) -> str:
    value = frame.get(name)
    return value if isinstance(value, str) else ""
