"""The console's routes: what a page can ask for, and what it can have done. The one place that knows starlette.

Reading is GET and changes nothing. Deciding is POST, in JSON, and every answer is JSON, too; what cannot be done is
`{"error": sentence}`.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wicket.errors import WicketError
from wicket.gateway.approval_queue import Waiting
from wicket.gateway.command_display import free_text
from wicket.gateway.errors import NotWaiting
from wicket.gateway.record_search import Search
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.sudo_password_questions import PasswordDoor
from wicket.gateway.trial_of_request import try_request
from wicket.web.assets import assets
from wicket.web.live_feed import Feed
from wicket.web.page_messages import (
    Approve,
    ApproveAlike,
    Deny,
    Nothing,
    NotUnderstood,
    Propose,
    Try,
    integer_in,
    time_in,
)
from wicket.web.record_lookups import Reading
from wicket.web.request_views import sameness, sheet
from wicket.web.rule_and_grant_views import agreement, rule_sheet
from wicket.web.sudo_password_check import SudoQuestion
from wicket.web.token_and_origin_check import Admission
from wicket.wire.approver_views import Terms

__all__ = ["Extensions", "Parts", "Rules", "application"]

log = logging.getLogger(__name__)

DOOR = "console"

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


class Extensions(Protocol):
    """What there is to see of hosted extensions, and how one is started again."""

    def seen(self) -> object: ...

    async def log(self, name: str) -> str: ...

    async def restart(self, name: str) -> str: ...


class Rules(Protocol):
    """What there is to see of the policy, and what it says of a command."""

    async def seen(self, cwd: str) -> object: ...

    async def tried(self, command: str, cwd: str) -> object: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What the console stands on. `by` is who decides here, for the record."""

    gateway: Gateway
    feed: Feed
    reading: Reading
    rules: Rules
    by: str
    sudo: SudoQuestion
    extensions: Extensions | None = None
    standing: StandingRules | None = None
    home: Path | None = None  # wicket's; without it, nothing can be tried


class _ConsolePassword(PasswordDoor):
    """sudo's password never goes through the web."""

    async def ask(self, question: str) -> bytearray | None:
        log.warning("sudo asked for a password that the console does not take; use `wicket approve` in a terminal")
        return None


def application(parts: Parts, admission: Admission, welcome: Callable[[object], object]) -> ASGIApp:
    """Make the console. `welcome` is told the address of each client that has shown the token."""
    routes = _Routes(parts)
    files = assets()
    paths: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
        ("GET", "/api/events", routes.events),
        ("GET", "/api/requests/{ticket}", routes.request),
        ("POST", "/api/requests/{ticket}/preview", routes.preview),
        ("POST", "/api/requests/{ticket}/rule", routes.rule),
        ("POST", "/api/requests/{ticket}/try", routes.trial),
        ("POST", "/api/requests/{ticket}/approve", routes.approve),
        ("POST", "/api/approve", routes.approve_alike),
        ("POST", "/api/deny", routes.deny),
        ("POST", "/api/grants/{id}/revoke", routes.revoke),
        ("GET", "/api/record", routes.record),
        ("GET", "/api/record/{request}", routes.story),
        ("GET", "/api/tickets/{ticket}", routes.ticket),
        ("GET", "/api/extensions", routes.extensions),
        ("GET", "/api/extensions/{name}/log", routes.extension_log),
        ("POST", "/api/extensions/{name}/restart", routes.restart),
        ("GET", "/api/policy", routes.policy),
        ("POST", "/api/policy/try", routes.try_command),
    ]

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


class _Routes:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._gateway = parts.gateway

    # ── the line ─────────────────────────────────────────────────────────────

    async def events(self, request: Request) -> Response:
        headers = {"cache-control": "no-store", "content-type": "text/event-stream"}
        return StreamingResponse(self._parts.feed.messages(), headers=headers)

    async def request(self, request: Request) -> Response:
        waiting = self._waiting(request.path_params["ticket"])
        password = waiting.admitted.privileged and await self._parts.sudo.is_asked()
        return _json(sheet(waiting, self._gateway.judgement(waiting.ticket), password=password))

    async def preview(self, request: Request) -> Response:
        terms = await _said(request, Terms)
        agreed = self._gateway.preview(
            request.path_params["ticket"],
            by=self._parts.by,
            times=terms.times,
            seconds=terms.seconds,
            wide=terms.similar,
        )
        return _json(agreement(agreed, self._to_epoch()))

    async def approve(self, request: Request) -> Response:
        said, ticket, by = await _said(request, Approve), request.path_params["ticket"], self._parts.by
        written = ""
        if said.always is not None:
            done = await self._standing().write(ticket, said.always, by=by, door=DOOR, comment=said.comment)
            written = done.path
        grant = None
        if (terms := said.terms) is not None:
            grant = self._gateway.grant(ticket, by=by, times=terms.times, seconds=terms.seconds, wide=terms.similar)
        try:
            self._gateway.approve(
                ticket,
                by=by,
                door=DOOR,
                comment=said.comment,
                password=_ConsolePassword(),
                any_session=said.any_session,
            )
        except NotWaiting:
            if grant is not None:  # who says yes too late has agreed to nothing
                self._gateway.revoke(grant.id, by=by)
            raise
        return _json({"written": free_text(written)})

    async def approve_alike(self, request: Request) -> Response:
        """Say yes to several that want the same; whoever has left meanwhile is passed over."""
        said = await _said(request, ApproveAlike)
        there = [waiting for waiting in self._gateway.pending() if waiting.ticket in set(said.ids)]
        if not there:
            raise NotWaiting("none of them waits for an answer any more")
        if len({sameness(waiting) for waiting in there}) > 1:
            raise NotUnderstood(422, "these requests are not alike; approve each by itself")
        for waiting in there:
            self._gateway.approve(
                waiting.ticket, by=self._parts.by, door=DOOR, comment=said.comment, password=_ConsolePassword()
            )
        return _json({"approved": len(there)})

    async def rule(self, request: Request) -> Response:
        said = await _said(request, Propose)
        proposal = await self._standing().propose(request.path_params["ticket"], wide=said.wide)
        return _json(rule_sheet(proposal.view()))

    async def trial(self, request: Request) -> Response:
        """Say what a request would change."""
        await _said(request, Nothing)
        if self._parts.home is None:
            raise NotWaiting("nothing can be tried here")
        ticket, by = request.path_params["ticket"], self._parts.by
        lines = await try_request(self._gateway, ticket, self._parts.home, by=by, door=DOOR)
        return _json({"lines": [free_text(line) for line in lines]})

    def _standing(self) -> StandingRules:
        if self._parts.standing is None:
            raise NotWaiting("this gateway writes no rules")
        return self._parts.standing

    async def deny(self, request: Request) -> Response:
        said = await _said(request, Deny)
        late = []
        for ticket in said.ids:
            try:
                self._gateway.deny(ticket, by=self._parts.by, door=DOOR, because=said.because)
            except NotWaiting as error:
                late.append(error)
        if late and len(late) == len(said.ids):
            raise late[0]
        return _json({"denied": len(said.ids) - len(late)})

    async def revoke(self, request: Request) -> Response:
        await _said(request, Nothing)
        if not self._gateway.revoke(request.path_params["id"], by=self._parts.by):
            raise NotWaiting("that grant is no longer in force")
        return _json({})

    def _waiting(self, ticket: str) -> Waiting:
        for waiting in self._gateway.pending():
            if waiting.ticket == ticket:
                return waiting
        raise NotWaiting("it no longer waits for an answer")

    def _to_epoch(self) -> float:
        return time.time() - asyncio.get_running_loop().time()

    # ── the record ───────────────────────────────────────────────────────────

    async def record(self, request: Request) -> Response:
        asked = request.query_params
        search = Search(
            since=time_in(asked.get("since")),
            until=time_in(asked.get("until")),
            decision=asked.get("decision") or None,
            session=asked.get("session") or None,
            cwd=asked.get("cwd") or None,
            text=asked.get("text") or None,
            exit_code=integer_in(asked.get("exit")),
            trials=asked.get("trials") == "yes",
        )
        return _json(await self._parts.reading.page(search, integer_in(asked.get("before"))))

    async def story(self, request: Request) -> Response:
        story = await self._parts.reading.story(request.path_params["request"])
        return _json(story) if story else _json({"error": "nothing is recorded under that name"}, 404)

    async def ticket(self, request: Request) -> Response:
        found = await self._parts.reading.request_of(request.path_params["ticket"])
        return _json(
            {"request": found} if found else {"error": "nobody ever waited under that name"}, 200 if found else 404
        )

    # ── extensions and policy ────────────────────────────────────────────────

    async def extensions(self, request: Request) -> Response:
        return _json(None if self._parts.extensions is None else self._parts.extensions.seen())

    async def extension_log(self, request: Request) -> Response:
        return _json({"log": await self._hosted().log(request.path_params["name"])})

    async def restart(self, request: Request) -> Response:
        await _said(request, Nothing)
        return _json({"said": free_text(await self._hosted().restart(request.path_params["name"]))})

    def _hosted(self) -> Extensions:
        if self._parts.extensions is None:
            raise NotWaiting("this gateway runs no extensions")
        return self._parts.extensions

    async def policy(self, request: Request) -> Response:
        return _json(await self._parts.rules.seen(request.query_params.get("cwd") or ""))

    async def try_command(self, request: Request) -> Response:
        said = await _said(request, Try)
        return _json(await self._parts.rules.tried(said.command, said.cwd))


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


async def _said(request: Request, kind: type[Said]) -> Said:
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


def _json(value: object, status: int = 200) -> Response:
    headers = {"cache-control": "no-store", "content-type": "application/json"}
    return Response(msgspec.json.encode(value), status, headers)


def _error(status: int, sentence: str) -> Response:
    return _json({"error": free_text(sentence)}, status)


async def _nothing_here(request: Request, error: HTTPException) -> Response:  # noqa: ARG001 - a handler
    return _error(error.status_code, "there is nothing here" if error.status_code == 404 else error.detail)
