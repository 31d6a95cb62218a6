"""One conversation with an approver: each message is answered, calls run beside it, sudo's question is passed on."""

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from wicket.errors import WicketError
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Withdrawn
from wicket.gateway.approver_request_views import grant_view, request_view
from wicket.gateway.errors import GatewayError, NotWaiting, RuleRefused
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_types import Requester
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.sudo_password_questions import RemotePassword
from wicket.gateway.user_accounts import user_name
from wicket.wire import approver_messages
from wicket.wire.approver_messages import AtOnce, Call, Called, FromApprover, FromGateway, Offered, Replied

__all__ = ["ApproverConversation", "Offering"]

log = logging.getLogger(__name__)

DOOR = "command line"

# How long a silent approver is waited for: long enough to read, and no connection is kept for ever.
IDLE_S = 3600.0

# Of what extensions offer, at a time, for one approver.
MAX_CALLS = 16

NO_EXTENSIONS = "this gateway hosts no extensions"


class Offering(Protocol):
    """What approvers can use of the hosted extensions. A call always ends; WicketError: nothing is called so."""

    def offers(self) -> Offered: ...
    async def call_tool(self, id: str, name: str, args: Mapping[str, Any]) -> Called: ...
    async def run_command(self, id: str, name: str, line: str) -> Replied: ...


class ApproverConversation:
    """One conversation with an approver."""

    def __init__(
        self,
        tasks: asyncio.TaskGroup,
        gateway: Gateway,
        hosted: Offering | None,
        rules: StandingRules | None,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        who: Requester,
    ) -> None:
        self._tasks = tasks
        self._gateway = gateway
        self._hosted = hosted
        self._rules = rules
        self._reader = reader
        self._writer = writer
        self._who = who
        self._name = user_name(who.uid)
        self._loop = asyncio.get_running_loop()
        self._calls: set[asyncio.Task[None]] = set()

    async def hear(self) -> FromApprover | None:
        """Take a line. None: it is none of the messages, and was answered."""
        try:
            line = await self._reader.readuntil(b"\n")
        except asyncio.LimitOverrunError as error:
            raise EOFError from error
        try:
            return approver_messages.decode_approver(line)
        except ValueError as error:
            await self.say(approver_messages.Refused(reason=f"not understood: {error}"))
            return None

    async def say(self, message: FromGateway) -> None:
        self._writer.write(approver_messages.encode(message))
        await self._writer.drain()

    async def go_on(self) -> None:
        """Answer until the approver leaves; nobody waits for its calls any more then."""
        try:
            while True:
                async with asyncio.timeout(IDLE_S):
                    message = await self.hear()
                if isinstance(message, Call):
                    await self._begin(message)
                elif message is not None:
                    await self._answer_at_once(message)
        finally:
            for call in self._calls:
                call.cancel()

    async def _begin(self, message: Call) -> None:
        """Start a call, which must not keep the approver from deciding meanwhile."""
        if len(self._calls) >= MAX_CALLS:
            reason = f"{MAX_CALLS} calls are under way; wait for one of them"
            await self.say(approver_messages.Refused(id=message.id, reason=reason))
            return
        call = self._tasks.create_task(self._call(message))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def _call(self, message: Call) -> None:
        """Make a call and give its answer. Whatever happens to it, the door stays open."""
        answer: FromGateway
        try:
            answer = _bounded(await self._outcome(message), message.id)
        except WicketError as error:
            answer = approver_messages.Refused(id=message.id, reason=str(error))
        except Exception:
            log.exception("a call at the approver's socket")
            answer = approver_messages.Refused(id=message.id, reason="it could not be called; see the gateway's log")
        with suppress(OSError):  # it has left
            await self.say(answer)

    async def _outcome(self, message: Call) -> FromGateway:
        match self._hosted, message:
            case _, approver_messages.Follow(id=id):
                return _left(id, await self._gateway.departure(id))
            case None, _:
                return approver_messages.Refused(id=message.id, reason=NO_EXTENSIONS)
            case hosted, approver_messages.CallTool(id=id, name=name, args=args):
                return await hosted.call_tool(id, name, args)
            case hosted, approver_messages.RunCommand(id=id, name=name, line=line):
                return await hosted.run_command(id, name, line)

    async def _answer_at_once(self, message: AtOnce) -> None:
        try:
            await self.say(await self._answer(message))
        except GatewayError as error:
            await self.say(approver_messages.Refused(reason=str(error)))

    async def _answer(self, message: AtOnce) -> FromGateway:
        gateway, to_epoch = self._gateway, time.time() - self._loop.time()
        match message:
            case approver_messages.Look():
                views = tuple(request_view(waiting, to_epoch) for waiting in gateway.pending())
                return approver_messages.Waiting(requests=views)
            case approver_messages.Preview(id=id, terms=terms):
                agreed = gateway.preview(
                    id, by=self._name, times=terms.times, seconds=terms.seconds, wide=terms.similar
                )
                return approver_messages.Previewed(grant=grant_view(agreed, to_epoch))
            case approver_messages.Propose(id=id, wide=wide):
                return approver_messages.Proposed(rule=(await self._standing_rules().propose(id, wide=wide)).view())
            case approver_messages.Approve():
                return await self._approve(message, to_epoch)
            case approver_messages.Deny(id=ticket, because=because):
                if ticket is None:
                    count = gateway.deny_all(by=self._name, door=DOOR, because=because)
                    self._did("deny all", "")
                    return approver_messages.Denied(count=count)
                gateway.deny(ticket, by=self._name, door=DOOR, because=because)
                self._did("deny", ticket)
                return approver_messages.Denied(count=1)
            case approver_messages.Grants():
                return approver_messages.Granted(
                    grants=tuple(grant_view(grant, to_epoch) for grant in gateway.granted())
                )
            case approver_messages.Revoke(id=id):
                if not gateway.revoke(id, by=self._name):
                    raise NotWaiting(f"no grant is called {id}; see `wicket grants`")
                self._did("revoke", id)
                return approver_messages.Revoked()
            case approver_messages.Offers():
                if self._hosted is None:
                    return approver_messages.Refused(reason=NO_EXTENSIONS)
                return _bounded(self._hosted.offers())
            case approver_messages.Hello() | approver_messages.Password():
                return approver_messages.Refused(reason="that was not asked for")

    async def _approve(self, message: approver_messages.Approve, to_epoch: float) -> FromGateway:
        gateway, terms = self._gateway, message.terms
        agreed = None
        written = ""
        if message.always is not None:
            done = await self._standing_rules().write(
                message.id, message.always, by=self._name, door=DOOR, comment=message.comment
            )
            written = done.path
            self._did("write a rule", message.id)
        if terms is not None:
            agreed = gateway.grant(
                message.id, by=self._name, times=terms.times, seconds=terms.seconds, wide=terms.similar
            )
            self._did("grant", agreed.id)
        door = RemotePassword()
        gateway.approve(
            message.id,
            by=self._name,
            door=DOOR,
            comment=message.comment,
            password=door,
            any_session=message.any_session,
        )
        self._did("approve", message.id)
        while (question := await door.next_question()) is not None:
            try:
                await self.say(approver_messages.Asks(question=question))
                door.answer(await self._typed(door))
            except BaseException:
                door.answer(None)
                raise
        return approver_messages.Approved(
            grant=None if agreed is None else grant_view(agreed, to_epoch), written=written
        )

    def _standing_rules(self) -> StandingRules:
        if self._rules is None:
            raise RuleRefused("this gateway writes no rules")
        return self._rules

    def _did(self, act: str, subject: str) -> None:
        """Have it recorded which process it was, as the kernel says; the decision itself has the user's name only."""
        self._gateway.record(record_entries.approver(self._who, act, subject, time.time()))

    async def _typed(self, door: "RemotePassword") -> bytes | None:
        """Take the password. None: nobody wants to give one, or sudo no longer wants it."""
        said = None
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as wanted:
                door.on_over = lambda: wanted.reschedule(self._loop.time())
                try:
                    said = await self.hear()
                finally:
                    door.on_over = None
        return said.secret if isinstance(said, approver_messages.Password) else None


def _left(id: str, decision: Decision) -> approver_messages.Left:
    match decision:
        case Approved(by):
            return approver_messages.Left(id=id, how="approved", by=by)
        case Denied(by):
            return approver_messages.Left(id=id, how="denied", by=by)
        case Expired():
            return approver_messages.Left(id=id, how="expired")
        case Withdrawn():
            return approver_messages.Left(id=id, how="withdrawn")
        case Closed():
            return approver_messages.Left(id=id, how="closed")


def _bounded(answer: FromGateway, id: str = "") -> FromGateway:
    """Give an answer in extensions' words, unless it is too much."""
    try:
        size = len(approver_messages.encode(answer))
    except RecursionError:
        return approver_messages.Refused(id=id, reason="the answer is nested too deeply")
    if size <= approver_messages.MAX_HOSTED_BYTES:
        return answer
    return approver_messages.Refused(
        id=id, reason=f"the answer has {size} bytes, more than {approver_messages.MAX_HOSTED_BYTES}"
    )
