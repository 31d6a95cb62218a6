"""The scripted agent of `wicket task demo`: it speaks ACP, and does what each task's prompt says, or not quite.

It is started as a file, in a folder of its own, and imports nothing of wicket.
"""

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["main"]


class Client:
    """Whoever has started us: asks us, and is asked."""

    def __init__(self) -> None:
        self._asked = 0

    def say(self, **message: "Any") -> None:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()

    def hear(self) -> "dict[str, Any]":
        line = sys.stdin.readline()
        if not line:
            raise SystemExit
        return dict(json.loads(line))

    def ask(self, method: str, **params: "Any") -> "dict[str, Any]":
        """Ask, and wait for the answer."""
        self._asked += 1
        self.say(id=self._asked, method=method, params={"sessionId": "demo", **params})
        while True:
            answer = self.hear()
            if answer.get("id") == self._asked and "method" not in answer:
                return answer

    def run(self, command: str) -> str:
        """Run a command in a terminal of the client's; say what it printed, or why it may not run."""
        made = self.ask("terminal/create", command=command)
        if "error" in made:
            return str(made["error"]["message"])
        self.ask("terminal/wait_for_exit", **made["result"])
        return str(self.ask("terminal/output", **made["result"])["result"]["output"]).strip()

    def write(self, path: str, content: str) -> None:
        self.ask("fs/write_text_file", path=path, content=content)


def work(client: Client, prompt: str) -> str:
    """Do a task."""
    if "report" in prompt:
        client.write("report.txt", client.run("wc -l data.txt") + "\n")
        return "I counted the lines and wrote report.txt."
    if "greeting" in prompt:
        client.write("greeting.txt", "good bye\n")
        return "I wrote greeting.txt."
    return f"I tried to make room. {client.run('rm -rf data.txt')}"


def main() -> None:
    """Answer until the client leaves."""
    client = Client()
    while True:
        request = client.hear()
        match request.get("method"):
            case "initialize":
                client.say(id=request["id"], result={"protocolVersion": 1, "agentCapabilities": {}})
            case "session/new":
                client.say(id=request["id"], result={"sessionId": "demo"})
            case "session/prompt":
                text = work(client, request["params"]["prompt"][0]["text"])
                update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
                client.say(method="session/update", params={"sessionId": "demo", "update": update})
                usage = {"inputTokens": len(json.dumps(request)), "outputTokens": len(text)}
                client.say(id=request["id"], result={"stopReason": "end_turn", "usage": usage})
            case _:
                pass  # news, which need no answer


if __name__ == "__main__":
    main()
