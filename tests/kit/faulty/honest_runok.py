"""A validator without an SDK that does everything right. The faulty ones beside it differ from it in one thing."""

import json
import signal
import sys
from typing import Any

MISSING = "Invalid request: missing required field 'command'"


class Validator:
    """Each method is a habit that a faulty one may lack."""

    end = "\n"
    exit_code = 0

    def run(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self.begin()
        text = sys.stdin.read()
        sys.stdout.write(json.dumps(self.answer(text)) + self.end)
        sys.stdout.flush()
        raise SystemExit(self.exit_code)

    def begin(self) -> None:
        """Happens before anything is read."""

    def answer(self, text: str) -> dict[str, Any]:
        try:
            request = json.loads(text)
        except ValueError:
            return self.failure(None, -32700, "Parse error")
        id = self.id_of(request)
        if request.get("jsonrpc") != "2.0" or "method" not in request:
            return self.failure(id, self.lacking, "Invalid request")
        if request["method"] != "validateCommand":
            return self.failure(id, -32601, "Method not found")
        params = request.get("params", {})
        if "command" not in params:
            return self.failure(id, -32600, self.missing)
        if not isinstance(params.get("flags", {}), dict):
            return self.failure(id, -32602, "Invalid params: flags must be an object")
        return self.judge(id, params)

    lacking = -32600
    missing = MISSING

    def id_of(self, request: dict[str, Any]) -> Any:
        return request.get("id")

    def judge(self, id: Any, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": id, "result": {"status": "allow"}}

    def failure(self, id: Any, code: int, message: str) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


if __name__ == "__main__":
    Validator().run()
