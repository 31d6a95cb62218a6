"""The socket of those who ask: sudo-proxy's conversations. The rules of the wire are in `wire.sudo_proxy`.

A connection costs nobody else anything: one that is silent is cut off, one that sends more than its request is not
read, one that does not take its answer is dropped, and one that hangs up withdraws its request. Connections that have
not asked yet do not count as requests in flight; there may be many of them, and the oldest makes room.
"""

import asyncio
import logging
import os
import signal
import socket
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from wicket.gateway import peer_process_identity, socket_file
from wicket.gateway.chunked_response import Piece, pieces
from wicket.gateway.disconnects import Disconnects
from wicket.gateway.peer_draining import let_out
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.requester_session import RequesterSession
from wicket.wire import sudo_proxy
from wicket.wire.errors import Fault
from wicket.wire.sudo_proxy.messages import Request, Response

__all__ = ["Patience", "Server"]

log = logging.getLogger(__name__)

BUSY = "server busy: too many in-flight requests"
NOT_ADMITTED = "this user may not ask"
TOO_SLOW = "handshake deadline exceeded"

# How much that a peer sent after its request is taken off its hands before we close. A socket that is closed with
# something unread in it reports an error to the peer instead of an end.
LEFTOVER_BYTES = 4 * 1024 * 1024
CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Patience:
    """How many, and how long."""

    in_flight: int = 64
    silent: int = 256  # connections that have not asked yet
    handshake_s: float = 10.0
    stalled_s: float = 5.0  # an answer that the peer does not take
    linger_s: float = 1.0  # a peer that is still sending what we have refused already
    drain_s: float = 4.0  # what runs, when the server stops


class Server:
    """The gateway's door. `run()` it once."""

    def __init__(
        self,
        gateway: Gateway,
        path: Path,
        *,
        version: str,
        uids: Collection[int] | None = None,
        patience: Patience | None = None,
    ) -> None:
        """`uids` are those who may ask; by default our own alone."""
        self.gateway = gateway
        self.path = path
        self.version = version
        self.patience = patience or Patience()
        self.ready = asyncio.Event()
        self.in_flight = 0
        self.hang_ups = Disconnects()
        self.silent: dict[Peer, None] = {}  # oldest first
        self.peers: set[Peer] = set()
        self.nobody_left = asyncio.Event()
        self._uids = frozenset(uids) if uids is not None else frozenset({os.geteuid()})

    def stop(self) -> None:
        """Have `run()` come to its end."""
        self.gateway.stop_wanted.set()

    def admits(self, uid: int) -> bool:
        """Whether this user may ask at all."""
        return uid in self._uids

    async def run(self, signals: Collection[signal.Signals] = ()) -> None:
        """Serve until `stop()`, a stop request, or one of these signals; then drain.

        Raises:
            NotStarted: there is no serving at this path.
        """
        loop = asyncio.get_running_loop()
        listener = socket_file.claim(self.path, socket_file.mode_for(self._uids))
        inode = self.path.lstat().st_ino
        for number in signals:
            loop.add_signal_handler(number, self.stop)
        try:
            async with asyncio.TaskGroup() as self.tasks:
                server = await loop.create_unix_server(lambda: Peer(self), sock=listener, backlog=socket_file.BACKLOG)
                self.ready.set()
                try:
                    await self.gateway.stop_wanted.wait()
                finally:
                    server.close()
                    socket_file.release(self.path, inode)
                    self.gateway.close()
                    await self._drain()
        finally:
            self.hang_ups.close()
            for number in signals:
                loop.remove_signal_handler(number)

    async def _drain(self) -> None:
        """Let the answers get out; who is not done then is cut off."""
        for peer in [*self.silent, *(peer for peer in self.peers if peer.lingers)]:
            peer.hang_up()
        await let_out(self.peers, self.nobody_left, self.patience.drain_s)


class Peer(asyncio.Protocol):
    """One connection: a request, an answer, and the end."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._connection = sudo_proxy.daemon(server.version, _fresh_id)
        self._visit: RequesterSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._answered = False
        self._unsaid: Iterator[Piece] = iter(())
        self._written = 0  # pieces of the answer
        self._full = False  # the socket takes no more for now
        self._finish: Callable[[], None] | None = None  # what follows the last piece
        self.lingers = False  # it was refused, and may not have finished asking

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._socket: socket.socket = transport.get_extra_info("socket")
        self._fd = self._socket.fileno()
        server = self._server
        server.peers.add(self)
        self._pid, self._uid = peer_process_identity.peer(self._socket)
        if not server.admits(self._uid):
            # Not one byte: not even that there is somebody here who could be asked.
            server.gateway.reject("", NOT_ADMITTED, self._uid)
            self._answered = True
            self._transport.abort()
        elif server.in_flight >= server.patience.in_flight:
            self._refuse(Response(id="", status="error", message=BUSY))
        else:
            server.silent[self] = None
            self._later(server.patience.handshake_s, self._too_slow)
            if len(server.silent) > server.patience.silent:
                next(iter(server.silent))._too_slow()

    def data_received(self, data: bytes) -> None:
        if not self._answered:
            self._connection.receive(data)
            self._listen()

    def eof_received(self) -> bool:
        if self.lingers:
            return False  # which closes
        if self._answered or self._visit is not None:
            return True
        self._connection.receive_eof()
        self._listen()
        return self._answered

    def connection_lost(self, error: Exception | None) -> None:
        server = self._server
        self._never()
        server.silent.pop(self, None)
        server.hang_ups.forget(self._fd)
        if self._visit is not None:
            server.in_flight -= 1
            self._visit.leave()
        server.peers.discard(self)
        if not server.peers:
            server.nobody_left.set()

    def hang_up(self) -> None:
        """Have no more to do with this peer, and end what was done for it."""
        if self._task is not None:
            self._task.cancel()
        self._transport.abort()

    def _listen(self) -> None:
        for message in self._connection.messages():
            match message:
                case Request():
                    self._take(message)
                case Fault(reply=Response() as reply):
                    self._refuse(reply)
                case Fault():
                    pass  # nothing to be said to it
            return

    def _take(self, request: Request) -> None:
        server = self._server
        server.silent.pop(self, None)
        self._never()
        if server.in_flight >= server.patience.in_flight:
            self._refuse(Response(id="", status="error", message=BUSY))
            return
        admitted = server.gateway.admit(request, self._uid, self._pid)
        if isinstance(admitted, Response):
            self._answer(admitted)
            return
        self._visit = admitted
        server.in_flight += 1
        self._transport.pause_reading()
        server.hang_ups.watch(self._fd, self._left)
        self._task = server.tasks.create_task(self._serve(admitted))

    async def _serve(self, visit: RequesterSession) -> None:
        try:
            response = await self._server.gateway.serve(visit)
            if visit.left:
                self._transport.abort()
            else:
                self._answer(response)
        except asyncio.CancelledError:
            pass  # by `hang_up()`: there is nobody to answer
        except Exception:  # a mistake of ours with one peer must not end the others
            log.exception("the answer to request %s", visit.key)
            self._transport.abort()

    def _left(self) -> None:
        if self._visit is not None:
            self._visit.leave()

    def _refuse(self, response: Response) -> None:
        """Answer what was not taken, and let the peer finish its sentence: cut off in it, it would not hear us."""
        if self._say(response):
            self._server.gateway.reject(response.id, response.message, self._uid)
            self.lingers = True
            self._finish = self._transport.write_eof
            self._pump()
            self._later(self._server.patience.linger_s, self._transport.abort)

    def _answer(self, response: Response) -> None:
        """Answer, and close."""
        if self._say(response):
            self._finish = self._close
            self._later(self._server.patience.stalled_s, self._look_whether_stalled, (-1, 0))
            self._pump()

    def _say(self, response: Response) -> bool:
        if self._answered or self._transport.is_closing():
            return False
        self._answered = True
        self._never()
        self._server.silent.pop(self, None)
        self._server.hang_ups.forget(self._fd)
        self._unsaid = pieces(self._connection, response)
        self._transport.set_write_buffer_limits(0)
        return True

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        # Not now: the transport is in the middle of writing, and would not expect to be closed there.
        asyncio.get_running_loop().call_soon(self._pump)

    def _pump(self) -> None:
        """Write as long as the socket takes it; given all at once, the transport would copy what it does not take."""
        if self._finish is None or self._transport.is_closing():
            return
        for piece in self._unsaid:
            self._written += 1
            self._transport.write(piece)
            # Once it has hung up, each further piece would be a line in the log.
            if self._full or self._transport.is_closing():
                return
        finish, self._finish = self._finish, None
        finish()

    def _close(self) -> None:
        self._take_leftovers()
        self._transport.close()

    def _take_leftovers(self) -> None:
        taken = 0
        with suppress(OSError):
            while taken < LEFTOVER_BYTES and (data := os.read(self._fd, CHUNK_BYTES)):
                taken += len(data)

    def _look_whether_stalled(self, before: tuple[int, int]) -> None:
        now = (self._written, self._transport.get_write_buffer_size())
        if now == before:
            self._transport.abort()
        else:
            self._later(self._server.patience.stalled_s, self._look_whether_stalled, now)

    def _too_slow(self) -> None:
        self._refuse(Response(id="", status="error", message=TOO_SLOW))

    def _later(self, seconds: float, callback: object, *args: object) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, callback, *args)  # type: ignore[arg-type]

    def _never(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _fresh_id() -> str:
    return str(uuid.uuid4())
