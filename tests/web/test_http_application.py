"""What every console answers to whoever says too much, asks for nothing that is there, or meets a mistake."""

import json
from pathlib import Path

import pytest

from web.consoles import opened
from web.test_http_routes import protected
from wicket.web.http_application import MAX_BODY_BYTES


async def test_what_is_too_large_is_refused_and_the_console_lives_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        answer = await console.post("/api/deny", {"ids": [], "because": "x" * MAX_BODY_BYTES})
        assert answer.status == 413
        head = f"POST /api/deny HTTP/1.1\r\nhost: {console.host}\r\norigin: {console.base}\r\n"
        head += f"authorization: Bearer {console.token}\r\ncontent-type: application/json\r\n"
        head += "transfer-encoding: chunked\r\n\r\n"
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        assert (await console.raw(head.encode() + chunk * 3)).status == 413
        assert (await console.get("/api/record", x=("y" * 1_000_000))).status == 400
        assert (await console.get("/api/record")).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/page/",
        "/page/../main.js",
        "/page/%2e%2e/__init__.py",
        "/page//etc/passwd",
        "/api/",
        "/api/nothing",
        "/.git/config",
    ],
)
async def test_what_is_not_there_is_not_there(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as console:
        answer = await console.get(path)
        assert (answer.status, answer.json, protected(answer)) == (404, {"error": "there is nothing here"}, True)


async def test_a_mistake_of_ours_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as console:
        monkeypatch.setattr(console.gateway, "pending", lambda: 1 / 0)
        answer = await console.get("/api/requests/x")
        assert (answer.status, json.loads(answer.body)) == (
            500,
            {"error": "the console made a mistake; see the gateway's log"},
        )
        monkeypatch.undo()
