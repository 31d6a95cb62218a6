"""An operations extension without an SDK that does everything right; the faulty ones differ from it in one thing."""

import json
import os
import signal
import sys
from typing import Any

NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


class Rejected(Exception):
    """Becomes an error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Extension:
    """Each method is a habit that a faulty one may lack."""

    schema: Any = NAMED
    ready = False

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        self.configure()
        try:
            for line in sys.stdin.buffer:
                if line.strip():
                    self.take(line)
                elif self.blank is not None:
                    self.say(self.blank)
            self.at_end()
        except BrokenPipeError:
            self.on_broken_pipe()

    blank: dict[str, Any] | None = None

    def configure(self) -> None:
        for index, word in enumerate(sys.argv):
            if word.startswith("--config"):
                try:
                    json.loads(word.partition("=")[2] or sys.argv[index + 1])
                except ValueError:
                    sys.exit("--config is no JSON")

    def at_end(self) -> None:
        """The input has ended."""

    def on_broken_pipe(self) -> None:
        os._exit(0)

    def say(self, frame: dict[str, Any]) -> None:
        sys.stdout.buffer.write(self.encoded(frame) + b"\n")
        sys.stdout.buffer.flush()

    def encoded(self, frame: dict[str, Any]) -> bytes:
        return json.dumps(frame).encode()

    def take(self, line: bytes) -> None:
        try:
            request = json.loads(line)
        except ValueError:
            self.malformed()
            return
        if not isinstance(request, dict):
            return
        id = request.get("id")
        if request.get("jsonrpc") != "2.0" or "method" not in request:
            self.incomplete(id)
            return
        if request["method"] == "shutdown":
            self.goodbye(id)
        try:
            answer = self.carry_out(request["method"], request.get("params"))
        except Rejected as rejected:
            self.fail(id, rejected.code, str(rejected))
        else:
            self.reply(id, answer)

    def malformed(self) -> None:
        self.say({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}})

    def incomplete(self, id: Any) -> None:
        if id is not None:
            self.fail(id, -32600, "Invalid request")

    def goodbye(self, id: Any) -> None:
        self.reply(id, {})
        sys.exit(0)

    def reply(self, id: Any, result: Any) -> None:
        if id is not None:
            self.say({"jsonrpc": "2.0", "id": id, "result": result})

    def fail(self, id: Any, code: int, message: str) -> None:
        if id is not None:
            self.say({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message[:1000]}})

    def carry_out(self, method: str, params: Any) -> Any:
        if method == "initialize":
            return self.initialize(params)
        if method != "execute":
            raise Rejected(self.unknown_method, f"Method not found: {method}")
        self.check_step(params)
        if params["operation"] != "greet":
            raise Rejected(-32601, f"Unknown operation: {params['operation']}")
        return self.greet(params.get("args"))

    unknown_method = -32601

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        self.check_version(params.get("protocolVersion"))
        if self.ready:
            self.initialized_again()
        self.ready = True
        return self.manifest()

    def check_version(self, version: Any) -> None:
        if version != "0.0.1":
            raise Rejected(-32602, f"protocol version {version!r} is not spoken here, only 0.0.1")

    def initialized_again(self) -> None:
        raise Rejected(-32600, "Invalid request: initialize again")

    def manifest(self) -> dict[str, Any]:
        operations = {"greet": {"params": self.schema}}
        return {"name": "honest", "version": "1.0.0", "protocolVersion": "0.0.1", "operations": operations}

    def check_step(self, params: Any) -> None:
        if not isinstance(params, dict):
            raise Rejected(-32600, "Invalid request: params must be an object")
        for name in ("operation", "context"):
            if name not in params:
                raise Rejected(-32600, f"Invalid request: missing required field '{name}'")
        self.check_phase(params["context"].get("phase", ""))

    def check_phase(self, phase: str) -> None:
        if phase not in ("", "setup", "verify", "cleanup"):
            raise Rejected(-32602, "Invalid params: context.phase must be setup, verify or cleanup")

    def greet(self, args: Any) -> dict[str, Any]:
        if "name" not in (args or {}):
            raise Rejected(-32602, "Invalid params: name is required")
        return {"success": True, "message": f"hello {args['name']}"}


if __name__ == "__main__":
    Extension().run()
