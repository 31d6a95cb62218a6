"""A zot extension without an SDK that does everything right; the faulty ones beside it differ from it in one thing."""

import json
import os
import signal
import sys
from typing import Any

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


class Extension:
    """Each method is a habit that a faulty one may lack."""

    end = b"\n"

    def run(self) -> None:
        self.set_signals()
        for frame in self.greeting():
            self.say(frame)
        for line in sys.stdin.buffer:
            self.take(line)
        self.at_end()

    def set_signals(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))

    def at_end(self) -> None:
        """The input has ended."""

    def greeting(self) -> list[dict[str, Any]]:
        return [
            self.hello(),
            {"type": "register_command", "name": "echo"},
            {"type": "register_tool", "name": "echo", "description": "Say it again.", "schema": self.schema()},
            {"type": "subscribe", "events": ["turn_end"], "intercept": ["tool_call", "assistant_message"]},
            {"type": "ready"},
        ]

    def hello(self) -> dict[str, Any]:
        return {"type": "hello", "name": "honest", "version": "1.0.0", "capabilities": ["tools"]}

    def schema(self) -> dict[str, Any]:
        return SCHEMA

    def say(self, frame: dict[str, Any]) -> None:
        try:
            sys.stdout.buffer.write(self.encoded(frame) + self.end)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            self.on_broken_pipe()

    def encoded(self, frame: dict[str, Any]) -> bytes:
        return json.dumps(frame).encode()

    def on_broken_pipe(self) -> None:
        os._exit(0)

    def take(self, line: bytes) -> None:
        try:
            frame = json.loads(line)
        except ValueError:
            self.malformed()
            return
        match frame:
            case {"type": "tool_call", "id": id, "name": name}:
                self.say(self.call(id, name, frame.get("args") or {}))
            case {"type": "command_invoked", "id": id, "name": name}:
                self.say(self.command(id, name, frame.get("args", "")))
            case {"type": "event_intercept", "id": id}:
                self.say({"type": "event_intercept_response", "id": id, **self.judge(frame)})
            case {"type": "event"}:
                self.event(frame)
            case {"type": "hello_ack"}:
                self.acknowledged(frame)
            case {"type": "shutdown"}:
                self.goodbye()
            case _:
                self.unknown(frame)

    def malformed(self) -> None:
        """Is skipped."""

    def unknown(self, frame: Any) -> None:
        """Is ignored."""

    def acknowledged(self, frame: dict[str, Any]) -> None:
        """Is welcome."""

    def event(self, frame: dict[str, Any]) -> None:
        """Is listened to."""

    def goodbye(self) -> None:
        self.say({"type": "shutdown_ack"})
        sys.exit(0)

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        if name != "echo":
            return self.result(id, f"no tool {name} here", True)
        if not isinstance(args.get("text"), str):
            return self.result(id, "text must be a string", True)
        return self.result(id, args["text"], False)

    def result(self, id: str, text: str, is_error: bool) -> dict[str, Any]:
        return {"type": "tool_result", "id": id, "content": [{"type": "text", "text": text}], "is_error": is_error}

    def command(self, id: str, name: str, args: str) -> dict[str, Any]:
        if name != "echo":
            return {"type": "command_response", "id": id, "action": "noop", "error": f"no command {name} here"}
        return {"type": "command_response", "id": id, "action": "display", "display": args}

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {}


if __name__ == "__main__":
    Extension().run()
