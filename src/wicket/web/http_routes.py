"""The routes of a gateway's console: what its page can ask for, and what it can have done."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from wicket.gateway.approval_queue import Waiting
from wicket.gateway.command_display import free_text
from wicket.gateway.errors import NotWaiting
from wicket.gateway.record_search import Search
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.sudo_password_questions import PasswordDoor
from wicket.gateway.trial_of_request import try_request
from wicket.web.assets import assets
from wicket.web.http_application import Request, Response, Routed, body_of, event_stream, json_answer
from wicket.web.http_application import application as make_application
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


def application(parts: Parts, admission: Admission, welcome: Callable[[object], object]) -> Any:
    """Make the console. `welcome` is told the address of each client that has shown the token."""
    routes = _Routes(parts)
    paths: list[Routed] = [
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
    return make_application(paths, assets(), admission, welcome)


class _Routes:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._gateway = parts.gateway

    # ── the line ─────────────────────────────────────────────────────────────

    async def events(self, request: Request) -> Response:
        return event_stream(self._parts.feed.messages())

    async def request(self, request: Request) -> Response:
        waiting = self._waiting(request.path_params["ticket"])
        password = waiting.admitted.privileged and await self._parts.sudo.is_asked()
        return json_answer(sheet(waiting, self._gateway.judgement(waiting.ticket), password=password))

    async def preview(self, request: Request) -> Response:
        terms = await body_of(request, Terms)
        agreed = self._gateway.preview(
            request.path_params["ticket"],
            by=self._parts.by,
            times=terms.times,
            seconds=terms.seconds,
            wide=terms.similar,
        )
        return json_answer(agreement(agreed, self._to_epoch()))

    async def approve(self, request: Request) -> Response:
        said, ticket, by = await body_of(request, Approve), request.path_params["ticket"], self._parts.by
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
        return json_answer({"written": free_text(written)})

    async def approve_alike(self, request: Request) -> Response:
        """Say yes to several that want the same; whoever has left meanwhile is passed over."""
        said = await body_of(request, ApproveAlike)
        there = [waiting for waiting in self._gateway.pending() if waiting.ticket in set(said.ids)]
        if not there:
            raise NotWaiting("none of them waits for an answer any more")
        if len({sameness(waiting) for waiting in there}) > 1:
            raise NotUnderstood(422, "these requests are not alike; approve each by itself")
        for waiting in there:
            self._gateway.approve(
                waiting.ticket, by=self._parts.by, door=DOOR, comment=said.comment, password=_ConsolePassword()
            )
        return json_answer({"approved": len(there)})

    async def rule(self, request: Request) -> Response:
        said = await body_of(request, Propose)
        proposal = await self._standing().propose(request.path_params["ticket"], wide=said.wide)
        return json_answer(rule_sheet(proposal.view()))

    async def trial(self, request: Request) -> Response:
        """Say what a request would change."""
        await body_of(request, Nothing)
        if self._parts.home is None:
            raise NotWaiting("nothing can be tried here")
        ticket, by = request.path_params["ticket"], self._parts.by
        lines = await try_request(self._gateway, ticket, self._parts.home, by=by, door=DOOR)
        return json_answer({"lines": [free_text(line) for line in lines]})

    def _standing(self) -> StandingRules:
        if self._parts.standing is None:
            raise NotWaiting("this gateway writes no rules")
        return self._parts.standing

    async def deny(self, request: Request) -> Response:
        said = await body_of(request, Deny)
        late = []
        for ticket in said.ids:
            try:
                self._gateway.deny(ticket, by=self._parts.by, door=DOOR, because=said.because)
            except NotWaiting as error:
                late.append(error)
        if late and len(late) == len(said.ids):
            raise late[0]
        return json_answer({"denied": len(said.ids) - len(late)})

    async def revoke(self, request: Request) -> Response:
        await body_of(request, Nothing)
        if not self._gateway.revoke(request.path_params["id"], by=self._parts.by):
            raise NotWaiting("that grant is no longer in force")
        return json_answer({})

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
        return json_answer(await self._parts.reading.page(search, integer_in(asked.get("before"))))

    async def story(self, request: Request) -> Response:
        story = await self._parts.reading.story(request.path_params["request"])
        return json_answer(story) if story else json_answer({"error": "nothing is recorded under that name"}, 404)

    async def ticket(self, request: Request) -> Response:
        found = await self._parts.reading.request_of(request.path_params["ticket"])
        return json_answer(
            {"request": found} if found else {"error": "nobody ever waited under that name"}, 200 if found else 404
        )

    # ── extensions and policy ────────────────────────────────────────────────

    async def extensions(self, request: Request) -> Response:
        return json_answer(None if self._parts.extensions is None else self._parts.extensions.seen())

    async def extension_log(self, request: Request) -> Response:
        return json_answer({"log": await self._hosted().log(request.path_params["name"])})

    async def restart(self, request: Request) -> Response:
        await body_of(request, Nothing)
        return json_answer({"said": free_text(await self._hosted().restart(request.path_params["name"]))})

    def _hosted(self) -> Extensions:
        if self._parts.extensions is None:
            raise NotWaiting("this gateway runs no extensions")
        return self._parts.extensions

    async def policy(self, request: Request) -> Response:
        return json_answer(await self._parts.rules.seen(request.query_params.get("cwd") or ""))

    async def try_command(self, request: Request) -> Response:
        said = await body_of(request, Try)
        return json_answer(await self._parts.rules.tried(said.command, said.cwd))
