"""An ACP agent of a few lines: a script says what it asks for, and it tells what it got."""

import json
import sys
from pathlib import Path
from typing import Any

__all__ = ["write_acp_agent"]

PROGRAM = """\
import json, sys

STORY = json.loads({story!r})
count = 100

def say(**message):
    print(json.dumps({{"jsonrpc": "2.0", **message}}), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def ask(method, **params):
    global count
    count += 1
    say(id=count, method=method, params={{"sessionId": "s", **params}})
    while (answer := hear()).get("id") != count:
        pass
    return answer.get("result") if "result" in answer else "ERROR " + answer["error"]["message"]

def tell(text, kind="agent_message_chunk"):
    content = {{"type": "text", "text": text}}
    say(method="session/update", params={{"sessionId": "s", "update": {{"sessionUpdate": kind, "content": content}}}})

request = hear()
print("noise", flush=True)
say(id=request["id"], result={{"protocolVersion": STORY.get("version", 1), "agentCapabilities": {{}}}})
request = hear()
servers = [server["name"] for server in request["params"]["mcpServers"]]
say(id=request["id"], result={{"sessionId": "s"}})
request = hear()
tell("thinking")
if STORY.get("hang"):
    hear()
if STORY.get("leave"):
    sys.exit(STORY["leave"])
for part in STORY.get("parts", ()):
    tell(part)
if "odd" in STORY:
    for method in ("session/request_permission", "fs/read_text_file", "terminal/create"):
        say(id=7, method=method, params=STORY["odd"])
        hear()
got = []
last = {{}}
for method, params in STORY["asks"]:
    params = {{key: last.get("terminalId", value) if key == "terminalId" else value for key, value in params.items()}}
    answer = ask(method, **params)
    last = answer if isinstance(answer, dict) and "terminalId" in answer else last
    got.append(answer)
tell("", "tool_call")
tell(json.dumps([request["params"]["prompt"][0]["text"], servers]))
tell(json.dumps(got))
say(id=request["id"], result={{"stopReason": STORY.get("stop", "end_turn"), "usage": {{"totalTokens": 7}}}})
"""


def write_acp_agent(folder: Path, *asks: tuple[str, dict[str, Any]], **story: Any) -> list[str]:
    """Put the agent there, and give the words that start it."""
    path = folder / "acp.py"
    path.write_text(PROGRAM.format(story=json.dumps({"asks": asks, **story})), encoding="utf-8")
    return [sys.executable, str(path)]
