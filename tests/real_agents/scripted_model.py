"""A model on loopback that plays a script: it speaks the protocols of Anthropic, OpenAI (both) and Gemini, as streams.

It keeps no state. The step that is due is the number of earlier answers with calls in the request's history, so that
retries and side requests do no harm. A request that offers no tools is answered with `ok`.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

__all__ = ["Call", "Script", "ScriptedModel"]

# The name of a tool, and its arguments, or what makes them of the request.
Call = tuple[str, "dict[str, Any] | Callable[[dict[str, Any]], dict[str, Any]]"]

# For each step the calls that are made at once, by the first message of the conversation.
Script = Callable[[str], list[list[Call]]]

Made = tuple[str, dict[str, Any]]
Event = tuple[str, dict[str, Any]]


class ScriptedModel:
    """Serves a script. `requests` holds every request that offered tools: what the model was told is in there."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                try:
                    asked = json.loads(self.rfile.read(length) or b"{}")
                except ValueError:
                    asked = {}
                kind, body = model.answer(self.path, asked)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:
                body = b'{"data":[],"models":[],"object":"list"}'
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                model.paths.append(self.path)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "ScriptedModel":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, asked: dict[str, Any]) -> tuple[str, bytes]:
        """Give the type and the text of the answer to a request."""
        where = path.partition("?")[0]
        end = next((end for end in _PROTOCOLS if where.endswith(end)), "")
        if not end:
            return "application/json", b"{}"
        calls: list[Made] = []
        first, done = _history(asked)
        if asked.get("tools"):
            self.requests.append(asked)
            steps = self.script(first)
            due = steps[done] if done < len(steps) else []
            calls = [(name, given(asked) if callable(given) else given) for name, given in due]
        events = list(_PROTOCOLS[end](asked, calls, f"{done}"))
        if asked.get("stream") or "alt=sse" in path:
            lines = []
            for name, event in events:
                lines.append(f"event: {name}\n" if name else "")
                lines.append(f"data: {json.dumps(event)}\n\n")
            if end == "/chat/completions":
                lines.append("data: [DONE]\n\n")
            return "text/event-stream", "".join(lines).encode()
        return "application/json", json.dumps(_whole(end, asked, calls, f"{done}")).encode()


# ── what was said before ─────────────────────────────────────────────────────


def _history(asked: dict[str, Any]) -> tuple[str, int]:
    """Give the first thing that was said, and how many answers made calls."""
    turns = asked.get("messages") or asked.get("input") or asked.get("contents") or []
    said = "".join(_texts(turns[:4] if isinstance(turns, list) else turns))
    done = 0
    within = False
    for turn in turns if isinstance(turns, list) else []:
        calls = _makes_calls(turn)
        # Responses has each call as an item of its own: those that stand together are one answer.
        loose = turn.get("type") in ("function_call", "custom_tool_call", "local_shell_call")
        done += calls and not (loose and within)
        within = (loose and calls) or (within and turn.get("type") == "reasoning")
    return said, done


def _makes_calls(turn: dict[str, Any]) -> bool:
    if turn.get("tool_calls") or turn.get("type") in ("function_call", "custom_tool_call", "local_shell_call"):
        return True
    parts = turn.get("parts") if "parts" in turn else turn.get("content")
    if not isinstance(parts, list):
        return False
    return any(isinstance(part, dict) and (part.get("type") == "tool_use" or "functionCall" in part) for part in parts)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


# ── the protocols ────────────────────────────────────────────────────────────


def _anthropic(asked: dict[str, Any], calls: list[Made], turn: str) -> Iterator[Event]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = _whole("/messages", asked, [], turn) | {"content": [], "stop_reason": None, "usage": usage}
    yield "message_start", {"type": "message_start", "message": whole}
    blocks = _anthropic_blocks(calls, turn)
    for index, block in enumerate(blocks):
        empty = {**block, "input": {}} if block["type"] == "tool_use" else {**block, "text": ""}
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": empty}
        if block["type"] == "tool_use":
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            delta = {"type": "text_delta", "text": block["text"]}
        yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    end = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": end, "usage": usage}
    yield "message_stop", {"type": "message_stop"}


def _anthropic_blocks(calls: list[Made], turn: str) -> list[dict[str, Any]]:
    if not calls:
        return [{"type": "text", "text": "ok"}]
    return [
        {"type": "tool_use", "id": f"toolu_{turn}_{number}", "name": name, "input": given}
        for number, (name, given) in enumerate(calls)
    ]


def _responses(asked: dict[str, Any], calls: list[Made], turn: str) -> Iterator[Event]:
    whole = {"id": f"resp_{turn}", "object": "response", "model": asked.get("model", "m"), "output": []}
    yield "response.created", {"type": "response.created", "response": {**whole, "status": "in_progress"}}
    items = _responses_items(asked, calls, turn)
    for index, item in enumerate(items):
        yield "response.output_item.added", {"type": "response.output_item.added", "output_index": index, "item": item}
        yield "response.output_item.done", {"type": "response.output_item.done", "output_index": index, "item": item}
    usage: dict[str, Any] = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    done = {**whole, "output": items, "status": "completed", "usage": usage}
    yield "response.completed", {"type": "response.completed", "response": done}


def _responses_items(asked: dict[str, Any], calls: list[Made], turn: str) -> list[dict[str, Any]]:
    if not calls:
        said = {"type": "output_text", "text": "ok", "annotations": []}
        return [{"type": "message", "id": f"msg_{turn}", "role": "assistant", "status": "completed", "content": [said]}]
    free = {tool.get("name") for tool in asked.get("tools", []) if tool.get("type") == "custom"}
    items: list[dict[str, Any]] = []
    for number, (name, given) in enumerate(calls):
        call: dict[str, Any] = {"id": f"fc_{turn}_{number}", "call_id": f"call_{turn}_{number}", "status": "completed"}
        space, dot, bare = name.partition(".")
        if name in free:
            items.append({**call, "type": "custom_tool_call", "name": name, "input": given["input"]})
        elif dot:
            items.append(
                {**call, "type": "function_call", "namespace": space, "name": bare, "arguments": json.dumps(given)}
            )
        else:
            items.append({**call, "type": "function_call", "name": name, "arguments": json.dumps(given)})
    return items


def _completions(asked: dict[str, Any], calls: list[Made], turn: str) -> Iterator[Event]:
    def chunk(delta: dict[str, Any], end: str | None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": end}
        return {"id": f"c{turn}", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}

    made = [{"index": number, **call} for number, call in enumerate(_completions_calls(calls, turn))]
    yield "", chunk({"role": "assistant", "content": None, "tool_calls": made} if made else {"content": "ok"}, None)
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield "", {**chunk({}, "tool_calls" if made else "stop"), "usage": usage}


def _completions_calls(calls: list[Made], turn: str) -> list[dict[str, Any]]:
    return [
        {"id": f"call_{turn}_{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
        for n, (name, given) in enumerate(calls)
    ]


def _gemini(asked: dict[str, Any], calls: list[Made], turn: str) -> Iterator[Event]:
    yield "", _whole(":streamGenerateContent", asked, calls, turn)


_PROTOCOLS: dict[str, Callable[[dict[str, Any], list[Made], str], Iterator[Event]]] = {
    "/messages": _anthropic,
    "/responses": _responses,
    "/chat/completions": _completions,
    ":streamGenerateContent": _gemini,
    ":generateContent": _gemini,
}


def _whole(end: str, asked: dict[str, Any], calls: list[Made], turn: str) -> dict[str, Any]:
    """Give an answer that is no stream."""
    if end == "/messages":
        return {
            "id": f"msg_{turn}",
            "type": "message",
            "role": "assistant",
            "model": asked.get("model", "m"),
            "content": _anthropic_blocks(calls, turn),
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    if end == "/chat/completions":
        message: dict[str, Any] = {"role": "assistant", "content": None if calls else "ok"}
        if calls:
            message["tool_calls"] = _completions_calls(calls, turn)
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return {
            "id": f"c{turn}",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [choice],
            "usage": usage,
        }
    if end == "/responses":
        *_, (_, last) = _responses(asked, calls, turn)
        return dict(last["response"])
    parts: list[dict[str, Any]] = [{"functionCall": {"name": name, "args": given}} for name, given in calls] or [
        {"text": "ok"}
    ]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"}
