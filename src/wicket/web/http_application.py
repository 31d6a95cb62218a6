"""What the consoles have in common: who is let in, how questions are read and answers sent. The owner of starlette.

Reading is GET and changes nothing. Deciding is POST, in JSON, and every answer is JSON, too; what cannot be done is
`{"error": sentence}`.
"""

import asyncio
import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wicket.errors import WicketError
from wicket.gateway.command_display import free_text
from wicket.gateway.errors import NotWaiting
from wicket.web.assets import Asset
from wicket.web.page_messages import NotUnderstood
from wicket.web.token_and_origin_check import Admission

__all__ = [
    "HEADERS",
    "MAX_BODY_BYTES",
    "Request",
    "Response",
    "Routed",
    "application",
    "body_of",
    "event_stream",
    "json_answer",
]

log = logging.getLogger(__name__)

# A method, a path, and what answers there.
Routed = tuple[str, str, Callable[[Request], Awaitable[Response]]]

# What a person types, and the names of all that wait, fit into this.
MAX_BODY_BYTES = 64 * 1024
BODY_S = 10.0

# Nothing but our own files; no text ever becomes markup or code; nobody puts the page into a frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def application(
    paths: Sequence[Routed],
    files: Mapping[str, Asset],
    admission: Admission,
    welcome: Callable[[object], object],
) -> ASGIApp:
    """Make a console. `files` are those of its page; `welcome` is told the address of who has shown the token."""

    async def file(request: Request) -> Response:
        asset = files[request.url.path]
        headers = {"etag": asset.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        return Response(asset.content, headers=headers | {"content-type": asset.kind})

    made = [Route(path, _answering(answer), methods=[method]) for method, path, answer in paths]
    made += [Route(path, file, methods=["GET"]) for path in files]
    handlers: Any = {HTTPException: _nothing_here}
    return _Gate(Starlette(routes=made, exception_handlers=handlers), admission, welcome)


class _Gate:
    """Stands before everything: lets nobody in who must not be, and sends nothing without its headers."""

    def __init__(self, app: ASGIApp, admission: Admission, welcome: Callable[[object], object]) -> None:
        self._app = app
        self._admission = admission
        self._welcome = welcome

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        refusal = self._admission.objection(scope["method"], scope["path"], scope["headers"])
        if refusal is None and self._admission.is_guarded(scope["path"]):
            self._welcome(scope["client"])
        app = self._app if refusal is None else _error(refusal.status, refusal.sentence)
        await app(scope, receive, guarded)


# ── what is said, both ways ──────────────────────────────────────────────────

Said = TypeVar("Said")


def _answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Make answers of what goes wrong on purpose."""

    @functools.wraps(answer)
    async def answering(request: Request) -> Response:
        try:
            return await answer(request)
        except NotUnderstood as error:
            return _error(error.status, str(error))
        except NotWaiting as error:
            return _error(409, str(error))
        except WicketError as error:
            return _error(422, str(error))
        except Exception:  # the one boundary: a mistake of ours with one page must not end the others
            log.exception("the console")
            return _error(500, "the console made a mistake; see the gateway's log")

    return answering


async def body_of(request: Request, kind: type[Said]) -> Said:
    """Read what a page says, within bounds."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    raise NotUnderstood(413, f"more than {MAX_BODY_BYTES} bytes were said")
    except TimeoutError:
        raise NotUnderstood(408, "it took too long to say") from None
    except ClientDisconnect:
        raise NotUnderstood(400, "the rest was never said") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(400, f"not understood: {error}") from None


def event_stream(messages: AsyncIterator[bytes]) -> Response:
    """Answer with what a page is told from now on."""
    headers = {"cache-control": "no-store", "content-type": "text/event-stream"}
    return StreamingResponse(messages, headers=headers)


def json_answer(value: object, status: int = 200) -> Response:
    """Answer in JSON."""
    headers = {"cache-control": "no-store", "content-type": "application/json"}
    return Response(msgspec.json.encode(value), status, headers)


def _error(status: int, sentence: str) -> Response:
    return json_answer({"error": free_text(sentence)}, status)


async def _nothing_here(request: Request, error: HTTPException) -> Response:  # noqa: ARG001 - a handler
    return _error(error.status_code, "there is nothing here" if error.status_code == 404 else error.detail)
