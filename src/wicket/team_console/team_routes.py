"""The routes of a team console: what its page can ask for, and what it can have done.

A vote is signed over what was shown: the page says back the digest of the ask that it drew, and another ask that has
come under the same name meanwhile is not voted about.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from wicket.fleet.audit_questions_to_hub import AuditQuestion
from wicket.fleet.console_inbox import HeldAsk, NoLongerWaits, TeamInbox
from wicket.gateway.errors import NotWaiting
from wicket.team_console.archive_views import found_page, proof, story
from wicket.team_console.ask_views import ask_sheet, key_in, likeness
from wicket.team_console.fleet_views import machine_lines, rollouts
from wicket.team_console.team_feed import TeamFeed
from wicket.web.assets import assets
from wicket.web.http_application import Request, Response, Routed, application, body_of, event_stream, json_answer
from wicket.web.page_messages import Deny, NotUnderstood, integer_in, time_in
from wicket.web.token_and_origin_check import Admission
from wicket.wire.approver_views import Terms

__all__ = ["team_application"]


class ApproveShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Yes to the ask that has this digest; with `terms`, also to what is like it."""

    digest: str
    comment: str = ""
    terms: Terms | None = None


class ApproveAlikeShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Yes to all of these, which want the same as the one that has this digest."""

    ids: tuple[str, ...]
    digest: str
    comment: str = ""


class Prove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Does the record of this machine hold together?"""

    group: str
    machine: str


def team_application(
    inbox: TeamInbox, feed: TeamFeed, admission: Admission, welcome: Callable[[object], object]
) -> Any:
    """Make the console. `welcome` is told the address of each client that has shown the token."""
    routes = _Routes(inbox, feed)
    paths: list[Routed] = [
        ("GET", "/api/events", routes.events),
        ("GET", "/api/requests/{id}", routes.request),
        ("POST", "/api/requests/{id}/approve", routes.approve),
        ("POST", "/api/approve", routes.approve_alike),
        ("POST", "/api/deny", routes.deny),
        ("GET", "/api/machines", routes.machines),
        ("GET", "/api/rollout", routes.rollout),
        ("GET", "/api/record", routes.record),
        ("GET", "/api/record/{request}", routes.story),
        ("POST", "/api/prove", routes.prove),
    ]
    return application(paths, assets("fleet.html"), admission, welcome)


class _Routes:
    def __init__(self, inbox: TeamInbox, feed: TeamFeed) -> None:
        self._inbox = inbox
        self._feed = feed

    # ── the inbox ────────────────────────────────────────────────────────────

    async def events(self, _request: Request) -> Response:
        return event_stream(self._feed.messages())

    async def request(self, request: Request) -> Response:
        """Show all of an ask; that it was opened is said to the others."""
        held = self._one(request.path_params["id"])
        me = self._inbox.me
        await me.look(held.waiting)
        return json_answer(ask_sheet(held, await me.lookers(held.waiting)))

    async def approve(self, request: Request) -> Response:
        said = await body_of(request, ApproveShown)
        held = self._shown(request.path_params["id"], said.digest)
        await self._inbox.vote(held, "approve", said.comment, said.terms)
        return json_answer({"written": ""})

    async def approve_alike(self, request: Request) -> Response:
        """Vote yes on several that want the same; whatever is over meanwhile is passed over."""
        said = await body_of(request, ApproveAlikeShown)
        there = self._there(said.ids)
        if not there:
            raise NotWaiting("none of them waits for an answer any more")
        like = {likeness(held) for held in there if held.sent.digest == said.digest}
        if like != {likeness(held) for held in there}:
            raise NotUnderstood(422, "these requests are not alike; approve each by itself")
        return json_answer({"approved": await self._vote_all(there, "approve", said.comment)})

    async def deny(self, request: Request) -> Response:
        said = await body_of(request, Deny)
        there = self._there(said.ids)
        if said.ids and not there:
            raise NotWaiting("none of them waits for an answer any more")
        return json_answer({"denied": await self._vote_all(there, "deny", said.because)})

    async def _vote_all(self, asks: list[HeldAsk], decision: Literal["approve", "deny"], because: str) -> int:
        for held in asks:
            await self._inbox.vote(held, decision, because)
        return len(asks)

    def _there(self, ids: tuple[str, ...]) -> list[HeldAsk]:
        wanted = {key_in(id) for id in ids}
        return [held for held in self._inbox.waiting() if held.key in wanted]

    def _shown(self, id: str, digest: str) -> HeldAsk:
        held = self._one(id)
        if held.sent.digest != digest:
            raise NotWaiting("the machine asks for something else under that name now; look at it again")
        return held

    def _one(self, id: str) -> HeldAsk:
        try:
            return self._inbox.one(key_in(id))
        except NoLongerWaits as error:
            raise NotWaiting(str(error)) from error

    # ── machines, policies, records ──────────────────────────────────────────

    async def machines(self, _request: Request) -> Response:
        return json_answer(await machine_lines(self._inbox.me))

    async def rollout(self, _request: Request) -> Response:
        return json_answer(await rollouts(self._inbox.me))

    async def record(self, request: Request) -> Response:
        asked = request.query_params
        question = AuditQuestion(
            machine=asked.get("machine") or None,
            kind="decision",
            since=time_in(asked.get("since")),
            until=time_in(asked.get("until")),
            text=asked.get("text") or None,
            before=integer_in(asked.get("before")),
        )
        group = asked.get("group") or ""
        return json_answer(await found_page(self._inbox.me, question, self._group(group) if group else ""))

    async def story(self, request: Request) -> Response:
        group, machine, name = key_in(request.path_params["request"])
        found = await story(self._inbox.me, self._group(group), machine, name)
        return json_answer(found) if found else json_answer({"error": "nothing is archived under that name"}, 404)

    async def prove(self, request: Request) -> Response:
        said = await body_of(request, Prove)
        return json_answer(await proof(self._inbox.me, self._group(said.group), said.machine))

    def _group(self, named: str) -> str:
        """A group as it may stand in a subject: one of their own."""
        if named not in self._inbox.me.person.groups:
            raise NotUnderstood(422, "that is no group of yours")
        return named
