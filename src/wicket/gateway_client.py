"""The other end of the gateway: puts a pipeline to it and waits for what comes of it.

    client = wicket.Client()
    result = client.run(["apt", "install", "nginx"], reason="to set up a web server")
    result.status, result.exit_code, result.stdout

A denial is a result, not an error; what cannot be reached or understood raises. Every method has a twin for asyncio:
`await client.arun(...)`. A connection that ends without an answer is tried again with the same id for a moment, which
is safe, since a gateway takes an id once. Closing the connection withdraws what waits: Ctrl-C does so, and so does the
end of our patience. What runs already, runs to its end; an error says which it was.

Another daemon may answer at the socket, which speaks the same protocol and no more: sudo-proxy's own runs everything in
/ and does not notice that a client has left. `client.extras()` tells.
"""

import asyncio
import os
import re
import select
import socket
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

from msgspec import UNSET

from wicket import __version__
from wicket.gateway_address import find_socket
from wicket.gateway_results import Place, Result, StageResult, extras_of, place_in_line, result_of, version_of
from wicket.request_retries import (
    RETRY_PAUSE_S,
    Attempt,
    Attempts,
    BadRequest,
    ClientError,
    GaveUp,
    Misunderstood,
    NotAdmitted,
    Unreachable,
)
from wicket.wire.sudo_proxy.messages import NOTICES_LEAVING, Request, Response

__all__ = [
    "BadRequest",
    "Client",
    "ClientError",
    "GaveUp",
    "Misunderstood",
    "NotAdmitted",
    "Place",
    "Result",
    "StageResult",
    "Unreachable",
]

# Longer than any request may wait for a person (600 s) and run (300 s).
TIMEOUT_S = 960.0
MAX_TIMEOUT_S = 24 * 3600.0

# Of a daemon that does not notice who leaves.
NOT_WITHDRAWN = "the request cannot be withdrawn there: it may still be approved, and then it runs; deny it there"

# How long a daemon may take to say what it can do.
EXTRAS_S = 10.0

# How often whoever wants to know is told how the matter stands.
NEWS_S = 1.0

CHUNK_BYTES = 1024 * 1024

_HOST = re.compile(r"[A-Za-z0-9._@:][A-Za-z0-9._@:-]*")


# Told where we are in the line; None: we are no longer in it, or nobody says.
News = Callable[[Place | None], object]
AsyncNews = Callable[[Place | None], Awaitable[object]]


class Client:
    """Puts requests to one gateway. It holds no connection: each request has its own."""

    def __init__(
        self,
        socket_path: str | os.PathLike[str] | None = None,
        *,
        session: str = "",
        host: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`socket_path` is found as `wicket run` finds it if not given; `session` and `host` are shown to the person.

        Raises:
            BadRequest: `host` is no name of a host, or `timeout_s` is no time to wait.
        """
        if not 0 < timeout_s <= MAX_TIMEOUT_S:  # which no comparison with NaN is
            raise BadRequest(f"a timeout of {timeout_s:g} is none; give one in seconds, up to {MAX_TIMEOUT_S:g}")
        if host is not None and not _HOST.fullmatch(host):
            raise BadRequest(f"{host!r} is no name of a host; it may have letters, digits and . - _ @ :")
        self.socket_path = Path(socket_path) if socket_path is not None else find_socket()
        self.session = session
        self.host = host if host is not None else _own_host()
        self.timeout_s = timeout_s

    def run(
        self,
        command: Sequence[str] | Sequence[Sequence[str]],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        reason: str = "",
        privileged: bool = True,
        forward_agent: bool = False,
        news: News | None = None,
        meet: Callable[[frozenset[str]], object] | None = None,
    ) -> Result:
        """Have a command run, or a pipeline of commands, and wait for what comes of it.

        `news` is told each second where we are in the line of those who wait for a person. `meet` is told,
        before anything is asked, what the daemon does beyond the protocol (`extras`), unless it is too busy to say.

        Raises:
            ClientError: it could not be asked, or there was no answer.
        """
        request = self._request(command, cwd, env, reason, privileged, forward_agent)
        if meet is not None:
            Attempt(request)  # nobody is bothered about what cannot be asked at all
            with suppress(GaveUp, Misunderstood):
                meet(self.extras())
        return result_of(self._exchange(request, news))

    async def arun(
        self,
        command: Sequence[str] | Sequence[Sequence[str]],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        reason: str = "",
        privileged: bool = True,
        forward_agent: bool = False,
        news: AsyncNews | None = None,
    ) -> Result:
        """The same for asyncio. Cancelled, it withdraws the request.

        Raises:
            ClientError: it could not be asked, or there was no answer.
        """
        request = self._request(command, cwd, env, reason, privileged, forward_agent)
        return result_of(await self._aexchange(request, news))

    def ping(self) -> str:
        """Whether a gateway is there: its version.

        Raises:
            ClientError: it is not.
        """
        return version_of(self._exchange(self._control("ping"), None))

    async def aping(self) -> str:
        """The same for asyncio.

        Raises:
            ClientError: it is not.
        """
        return version_of(await self._aexchange(self._control("ping"), None))

    def extras(self) -> frozenset[str]:
        """What the daemon does beyond sudo-proxy's protocol: `cwd`, it runs a request there; `withdraw`, it drops one
        whose client has left. wicket's gateway does both, sudo-proxy's daemon neither.

        Raises:
            ClientError: there is none, or it does not say.
        """
        brief = self._brief(min(self.timeout_s, EXTRAS_S))
        return extras_of(brief._exchange(brief._control("ping"), None))

    async def aextras(self) -> frozenset[str]:
        """The same for asyncio.

        Raises:
            ClientError: there is none, or it does not say.
        """
        brief = self._brief(min(self.timeout_s, EXTRAS_S))
        return extras_of(await brief._aexchange(brief._control("ping"), None))

    def stop(self) -> None:
        """Have the gateway stop.

        Raises:
            ClientError: it does not.
        """
        version_of(self._exchange(self._control("stop"), None))

    # ── what is said ─────────────────────────────────────────────────────────

    def _request(
        self,
        command: Sequence[str] | Sequence[Sequence[str]],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        reason: str,
        privileged: bool,
        forward_agent: bool,
    ) -> Request:
        return Request(
            id=str(uuid.uuid4()),
            host=self.host,
            session=self.session,
            time=_now(),
            pipeline=_pipeline(command),
            env=dict(env or {}),
            reason=reason,
            privileged=privileged,
            forward_agent=forward_agent,
            version=__version__,
            cwd=UNSET if cwd is None else os.path.abspath(cwd),
        )

    def _control(self, action: str, about: str | None = None) -> Request:
        return Request(
            id=str(uuid.uuid4()),
            host=self.host,
            session=self.session,
            time=_now(),
            privileged=False,
            action="stop" if action == "stop" else "ping",
            version=__version__,
            about=UNSET if about is None else about,
        )

    # ── how it is said ───────────────────────────────────────────────────────

    def _exchange(self, request: Request, news: News | None) -> Response:
        deadline = time.monotonic() + self.timeout_s
        attempts = Attempts(request)
        for attempt in attempts:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            with closing(connection), attempts.tolerant(self.socket_path):
                connection.connect(os.fspath(self.socket_path))
                connection.settimeout(max(0.0, deadline - time.monotonic()))
                with suppress(BrokenPipeError, ConnectionResetError):  # it may have answered all the same
                    connection.sendall(attempt.line)
                connection.setblocking(False)
                while attempt.response is None and not attempt.ended:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        # While the connection stands: what waits still waits, and is withdrawn behind this.
                        raise self._gave_up(request, None if _is_control(request) else self._asked(str(request.id)))
                    if select.select([connection], [], [], min(left, NEWS_S) if news else left)[0]:
                        attempt.receive(connection.recv(CHUNK_BYTES))
                    elif news is not None:
                        news(place_in_line(self._asked(str(request.id))))
            if attempt.response is not None:
                return attempts.judged(attempt.response)
            if not attempts.more():
                break
            time.sleep(RETRY_PAUSE_S)
        raise attempts.unanswered(self.socket_path)

    async def _aexchange(self, request: Request, news: AsyncNews | None) -> Response:
        deadline = asyncio.get_running_loop().time() + self.timeout_s
        attempts = Attempts(request)
        for attempt in attempts:
            with attempts.tolerant(self.socket_path):
                async with asyncio.timeout_at(deadline):
                    reader, writer = await asyncio.open_unix_connection(self.socket_path)
                try:
                    writer.write(attempt.line)
                    with suppress(BrokenPipeError, ConnectionResetError):
                        async with asyncio.timeout_at(deadline):
                            await writer.drain()
                    while attempt.response is None and not attempt.ended:
                        attempt.receive(await self._heard(reader, request, news, deadline))
                finally:
                    writer.transport.abort()
                    await asyncio.sleep(0)  # the loop closes it when it has a turn, and the gateway sees us leave
            if attempt.response is not None:
                return attempts.judged(attempt.response)
            if not attempts.more():
                break
            await asyncio.sleep(RETRY_PAUSE_S)
        raise attempts.unanswered(self.socket_path)

    async def _heard(
        self, reader: asyncio.StreamReader, request: Request, news: AsyncNews | None, deadline: float
    ) -> bytes:
        """Wait for what the gateway says, and tell how the matter stands meanwhile."""
        now = asyncio.get_running_loop().time
        while (left := deadline - now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left if news is None else min(left, NEWS_S)):
                    return await reader.read(CHUNK_BYTES)
            if news is not None and now() < deadline:
                await news(place_in_line(await self._aasked(str(request.id))))
        raise self._gave_up(request, None if _is_control(request) else await self._aasked(str(request.id)))

    def _asked(self, id: str) -> Response | None:
        """Ask how our request stands; a gateway that does not say is none to wait for."""
        try:
            return self._brief()._exchange(self._control("ping", id), None)
        except ClientError:
            return None

    async def _aasked(self, id: str) -> Response | None:
        """The same for asyncio."""
        try:
            return await self._brief()._aexchange(self._control("ping", id), None)
        except ClientError:
            return None

    def _brief(self, timeout_s: float = NEWS_S) -> "Client":
        return Client(self.socket_path, session=self.session, host=self.host, timeout_s=timeout_s)

    def _gave_up(self, request: Request, said_of_it: Response | None) -> GaveUp:
        """Say what it means that we wait no longer. `said_of_it` is what the gateway just said of our request."""
        said = f"no answer from {self.socket_path} within {self.timeout_s:g}s"
        if _is_control(request):
            return GaveUp(f"{said}; look at the terminal of `wicket serve`")
        if said_of_it is not None and NOTICES_LEAVING not in said_of_it.extras:
            return GaveUp(f"{said}, and {NOT_WITHDRAWN}")
        if place_in_line(said_of_it) is None:
            return GaveUp(f"{said}, and the command may be running still; see `wicket audit` before asking again")
        return GaveUp(f"{said}; the request is withdrawn", withdrawn=True)


def _pipeline(command: Sequence[str] | Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    if isinstance(command, str):
        raise BadRequest("a command is a list of words, not a line: there is no shell to split it")
    words = tuple(word for word in command if isinstance(word, str))
    if len(words) == len(command):
        return (words,)
    if words:
        raise BadRequest("a pipeline is a list of commands, each a list of words; this one has both")
    return tuple(tuple(stage) for stage in command)


def _is_control(request: Request) -> bool:
    """Say whether a request is about the gateway itself, and has nothing to run."""
    return request.wants != "exec"


def _own_host() -> str:
    name = socket.gethostname()
    return name if _HOST.fullmatch(name) else ""


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
