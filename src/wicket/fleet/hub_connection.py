"""One connection to a hub: every question has a deadline, and every failure is `HubAway`. The owner of nats.

A connection is never repaired: it ends, and `hub_reconnection` makes another. So nothing that was said while the hub
was away is sent later, when nobody expects it any more.
"""

import asyncio
import base64
import logging
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from wicket.fleet.errors import HubAway, HubRefused
from wicket.fleet.hub_address import addresses, tls_context
from wicket.fleet.nats_subjects_and_rights import REGION_SERVER
from wicket.fleet.signing_keys import KeyPair

__all__ = ["ANSWER_S", "Link", "Login", "Stored", "connected"]

log = logging.getLogger(__name__)

# How long a hub may take to answer. One that takes longer is away.
ANSWER_S: Final = 10.0
CONNECT_S: Final = 10.0
CLOSE_S: Final = 2.0
LOOK_S: Final = 5.0
PING_S: Final = 10

# The oldest server whose behaviour was tried.
OLDEST: Final = (2, 11)

# How often a connection is tried anew that was reset before the server had said why.
_RESETS: Final = 2

_PAGE: Final = 500

_random = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Login:
    """Where a hub is and who comes. `inbox`: where answers go. `ca`: a file with the certificates to trust.

    A hub with several servers has several addresses, with commas between them.
    """

    address: str
    claim: str
    key: KeyPair
    inbox: str
    ca: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """A message as a stream has it."""

    subject: str
    sequence: int
    data: bytes
    headers: dict[str, str] = field(default_factory=dict)


class _Ack(msgspec.Struct):
    seq: int = 0
    stream: str = ""
    error: dict[str, Any] | None = None


@asynccontextmanager
async def connected(login: Login) -> AsyncIterator["Link"]:
    """Connect to one of the hub's servers, and let go at the end.

    Which one is tried first is left to chance, so that members spread over the servers.

    Raises:
        HubAway: there is no hub at that address, or it is too old.
        HubRefused: it does not let us in.
        FleetError: an address is not safe.
    """
    link = await _first_that_answers(login)
    try:
        yield link
    finally:
        await link.close()


async def _first_that_answers(login: Login) -> "Link":
    places = addresses(login.address)
    tls = tls_context(login.address, login.ca)
    trouble = HubAway("the hub has no address")
    for place in _random.sample(places, len(places)):
        try:
            return await _connect(place, login, tls)
        except HubAway as error:
            trouble = error
    raise trouble


async def _connect(place: str, login: Login, tls: ssl.SSLContext | None) -> "Link":
    """Connect. A server that refuses says so and closes at once; the reset that follows can destroy what it said."""
    resets = 0
    while True:
        link = Link(place)
        try:
            await link._connect(login, tls, waits_for_answer=resets > 0)
        except HubAway as away:
            resets += 1
            if resets > _RESETS or not isinstance(away.__cause__, ConnectionResetError | BrokenPipeError):
                raise
        else:
            return link


class Link:
    """A connection. Use `connected()`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.ended = asyncio.Event()
        self.is_region = False  # the server only passes on what is said: the hub is behind it
        self._loop = asyncio.get_running_loop()
        self._client = Client()
        self._waiting: dict[str, list[_Wait]] = {}  # by subject in small letters, as the server names it
        self._refused = ""

    # ── asking ───────────────────────────────────────────────────────────────

    async def ask(self, subject: str, data: bytes, headers: dict[str, str] | None = None) -> bytes:
        """Ask, and wait for the answer.

        Raises:
            HubAway: there is none in time.
            HubRefused: it is forbidden.
        """
        return (await self._request(subject, data, headers)).data

    async def store(self, subject: str, data: bytes, *, id: str = "", after: int | None = None) -> int:
        """Have a message stored; say its number in the stream. `after`: only if the subject's last has this number.

        Raises:
            HubAway: nobody knows whether it was stored.
            HubRefused: it was not.
        """
        headers = {}
        if id:
            headers["Nats-Msg-Id"] = id
        if after is not None:
            headers["Nats-Expected-Last-Subject-Sequence"] = str(after)
        answer = await self._request(subject, data, headers or None)
        try:
            ack = msgspec.json.decode(answer.data, type=_Ack)
        except ValueError:
            raise HubAway(f"the hub at {self.address} answered with nonsense") from None
        if ack.error is not None:
            raise HubRefused(f"the hub did not take it: {ack.error.get('description', 'it does not say why')}")
        if not ack.stream or ack.seq < 1:
            raise HubAway(f"the hub at {self.address} answered with nonsense")
        return ack.seq

    async def fetch(self, subject: str) -> Stored | None:
        """Fetch the last message of what this subject stands for. None: there is none.

        Raises:
            HubAway: the hub does not answer.
            HubRefused: it is forbidden.
        """
        answer = await self._request(subject, b"", None)
        status = (answer.headers or {}).get("Status", "")
        if status == "404":
            return None
        return self._stored(answer)

    async def fetch_all(self, subject: str, wanted: str, begin: int = 1) -> AsyncIterator[Stored]:
        """Fetch all messages of a stream whose subjects fit `wanted`, from the number `begin` on, in pages.

        Raises:
            HubAway: the hub does not answer, or not to the end.
        """
        more = True
        while more:
            inbox = self._client.new_inbox()
            page = await self._client.subscribe(inbox)
            try:
                query = msgspec.json.encode({"seq": begin, "next_by_subj": wanted, "batch": _PAGE})
                async with self._deadline(subject):
                    await self._client.publish(subject, query, reply=inbox)
                more = False
                while True:
                    async with self._deadline(subject):
                        answer = await page.next_msg(timeout=None)
                    headers = answer.headers or {}
                    status = headers.get("Status", "")
                    if status == "404":
                        return
                    if status == "204":
                        more = headers.get("Nats-Num-Pending", "0") != "0"
                        break
                    found = self._stored(answer)
                    begin = found.sequence + 1
                    yield found
            finally:
                with suppress(nats.errors.Error):  # the connection has ended meanwhile
                    await page.unsubscribe()

    async def listen(self, subject: str, hear: Callable[[Stored], Awaitable[None]]) -> None:
        """Hear what is published from now on. `hear` is called for one message after the other.

        Raises:
            HubAway: the hub is not there.
            HubRefused: it is forbidden.
        """

        async def heard(message: Msg) -> None:
            headers = {str(name): value for name, value in (message.headers or {}).items()}
            number = headers.get("Nats-Sequence", "")
            sequence = int(number) if number.isdecimal() else 0
            await hear(Stored(message.subject, sequence, message.data, headers))

        async with self._deadline(subject):
            await self._client.subscribe(subject, cb=heard)
            await self.settle()

    async def serve(self, subject: str, answer: Callable[[str, bytes], Awaitable[bytes]]) -> None:
        """Answer what is asked on a subject, with what `answer` makes of subject and data. For the hub's helper.

        Raises:
            HubAway: the hub is not there.
        """

        async def asked(message: Msg) -> None:
            said = await answer(message.subject, message.data)
            if message.reply:
                await message.respond(said)

        async with self._deadline(subject):
            await self._client.subscribe(subject, cb=asked)
            await self.settle()

    async def settle(self) -> None:
        """Wait until the server has taken all that was said so far.

        The client sends a ping before what it still holds back, so that only the second one comes after it.
        """
        await self._client.flush()
        await self._client.flush()

    async def until_ended(self) -> None:
        """Wait for the end. The client does not tell of one if the server hung and took nothing more meanwhile."""
        while not self.ended.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self.ended.wait()
            if self._client.is_closed:
                await self._closed()

    async def close(self) -> None:
        """Let go."""
        with suppress(TimeoutError):  # after a handshake that failed, the client waits for an end that never comes
            async with asyncio.timeout(CLOSE_S):
                await self._client.close()
        self.ended.set()

    # ── how ──────────────────────────────────────────────────────────────────

    async def _connect(self, login: Login, tls: ssl.SSLContext | None, waits_for_answer: bool) -> None:
        """Connect. `waits_for_answer`: hear what the server says to it before anything else is sent.

        So nothing is under way that makes a server which refuses and closes send a reset. It costs an answer to
        each message, for as long as the connection lasts.
        """
        options: dict[str, Any] = {"tls": tls, "tls_handshake_first": True} if tls is not None else {}
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._client.connect(
                    self.address,
                    user_jwt_cb=lambda: login.claim.encode(),
                    signature_cb=lambda nonce: base64.b64encode(login.key.sign_text(nonce.encode())),
                    inbox_prefix=login.inbox.encode(),
                    allow_reconnect=False,
                    verbose=waits_for_answer,
                    ping_interval=PING_S,
                    error_cb=self._failed,
                    closed_cb=self._closed,
                    **options,
                )
        except (OSError, TimeoutError, nats.errors.Error, ssl.SSLError) as error:
            await self.close()
            said = self._refused or str(error) or type(error).__name__
            if "authorization" in said.lower() or "authentication" in said.lower():
                raise HubRefused(f"the hub at {self.address} does not let us in: {said}") from error
            raise HubAway(f"there is no hub at {self.address}: {said}") from error
        version = str(self._client._server_info.get("version", ""))
        if _numbers(version) < OLDEST:
            await self.close()
            raise HubAway(f"the server at {self.address} is nats-server {version or '?'}; 2.11 or newer is needed")
        self.is_region = str(self._client._server_info.get("server_name", "")).startswith(REGION_SERVER)
        if not self.is_region and not self._client._server_info.get("jetstream"):
            await self.close()
            raise HubAway(f"the server at {self.address} has no JetStream; switch it on in its configuration")

    async def _request(self, subject: str, data: bytes, headers: dict[str, str] | None) -> Msg:
        try:
            async with self._deadline(subject):
                return await self._client.request(subject, data, timeout=2 * ANSWER_S, headers=headers)
        except nats.errors.NoRespondersError:
            raise HubAway(
                f"nobody answers at {self.address} for {subject}; see whether the hub's helper runs"
            ) from None

    @asynccontextmanager
    async def _deadline(self, subject: str) -> AsyncIterator[None]:
        """Give up in time, at once if the server says that it is forbidden, or when the connection ends."""
        wait = _Wait()
        waiting = self._waiting.setdefault(subject.lower(), [])
        waiting.append(wait)
        try:
            async with asyncio.timeout(ANSWER_S) as wait.limit:
                yield
            _heed_cancellation()
            if wait.refused:
                raise TimeoutError
        except nats.errors.NoRespondersError:
            raise
        except (TimeoutError, OSError, nats.errors.Error) as error:
            _heed_cancellation()
            if wait.refused:
                raise HubRefused(f"the hub forbids it: {wait.refused}") from None
            said = str(error) or "no answer in time"
            raise HubAway(f"the hub at {self.address} is away: {said}") from error
        finally:
            waiting.remove(wait)
            if not waiting:
                del self._waiting[subject.lower()]

    async def _failed(self, error: Exception) -> None:
        said = str(error)
        self._refused = said
        if "permissions violation" not in said:
            log.info("the hub at %s: %s", self.address, said)
            return
        subject = said.rpartition(' to "')[2].partition('"')[0]
        for wait in self._waiting.get(subject, ()):
            wait.end(said.removeprefix("nats: "), self._loop.time())

    async def _closed(self) -> None:
        self.ended.set()
        for waits in list(self._waiting.values()):
            for wait in waits:
                wait.end("", self._loop.time())

    def _stored(self, answer: Msg) -> Stored:
        headers = {str(name): value for name, value in (answer.headers or {}).items()}
        subject, number = headers.get("Nats-Subject", ""), headers.get("Nats-Sequence", "")
        if headers.get("Status"):
            raise HubRefused(f"the hub does not give it: {headers.get('Description', headers['Status'])}")
        if not subject or not number.isdecimal():
            raise HubAway(f"the hub at {self.address} answered with nonsense")
        return Stored(subject, int(number), answer.data, headers)


def _heed_cancellation() -> None:
    """End a task that is cancelled. The client waits with `wait_for`, which forgets it if an answer comes just then."""
    if (task := asyncio.current_task()) is not None and task.cancelling():
        raise asyncio.CancelledError


class _Wait:
    """Somebody waits for an answer."""

    def __init__(self) -> None:
        self.limit: asyncio.Timeout | None = None
        self.refused = ""

    def end(self, refused: str, now: float) -> None:
        self.refused = refused
        if self.limit is not None and not self.limit.expired():
            self.limit.reschedule(now)


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.partition("-")[0].split(".")
    return tuple(int(part) for part in parts if part.isdecimal())
