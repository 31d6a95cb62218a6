"""The socket of agents' hooks: one question, the answer that the hook then gives, and the end.

Verdicts are made in processes of their own, in turns with those of requests. Whoever is silent, says what is no
question, or is another user is cut off: a hook without an answer judges by itself, or refuses.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from wicket.doors import hook_process
from wicket.doors.hook_messages import (
    ALONE,
    OTHER_VERSION,
    REFUSED,
    WAIT,
    Malformed,
    length_of,
    message,
    read_question,
    version_of,
)
from wicket.gateway import peer_process_identity, process_table, socket_file
from wicket.gateway.errors import LedgerError
from wicket.gateway.hook_questions import HookQuestions, dialog_line, is_asked
from wicket.gateway.judge_pool import HookAtOnce, Judges
from wicket.gateway.peer_draining import let_out
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.spooled_verdicts import note_of

__all__ = ["HookDoor", "Patience"]

log = logging.getLogger(__name__)

# So long before its time is over a hook is answered; and so long after that it gives us up.
SPARE_S = 2

# How an answer begins that leaves the call to the hook itself.
LEFT_ALONE = message(ALONE, b"")[:8]

# So many are let in before others have their turn, and so much is read of one.
ACCEPTED_AT_ONCE = 64
CHUNK = 256 * 1024

# Until somebody is let in again when too many files are open.
RETRY_S = 0.5

NOT_ADMITTED = "this user's hooks are not answered"


@dataclass(frozen=True, slots=True)
class Patience:
    """How many hooks at once, how long a question may take to come, and an answer to be taken."""

    in_flight: int = 512
    question_s: float = 10.0
    drain_s: float = 2.0
    spool_s: float = 30.0  # until a hook that was left alone has its answer


class HookDoor:
    """The hooks' door. `run()` it once."""

    def __init__(
        self,
        gateway: Gateway,
        judges: Judges,
        path: Path,
        *,
        version: str,
        uids: Collection[int] | None = None,
        patience: Patience | None = None,
        look_at_spool: Callable[[], object] | None = None,
        ask_here: bool = False,
        notice: Callable[[str], object] | None = None,
    ) -> None:
        """`uids` are those whose hooks are answered; by default our own alone.

        `ask_here`: questions are asked at the gateway's doors even where the agent has a dialog. Where it has one and
        they are not, `notice` is told what it asks.

        `look_at_spool` records what hooks have written down that were left alone. It runs in a thread.
        """
        self.gateway = gateway
        self.judges = judges
        self.path = path
        self.version = version.encode()
        self.patience = patience or Patience()
        self.ready = asyncio.Event()
        self.peers: set[HookPeer] = set()
        self.nobody_left = asyncio.Event()
        self.ask_here = ask_here
        self.notice = notice
        self.questions = HookQuestions(gateway, self._outlive)
        self._look_at_spool = look_at_spool
        self._looking: asyncio.TimerHandle | None = None
        self._uids = frozenset(uids) if uids is not None else frozenset({os.geteuid()})

    def admits(self, uid: int) -> bool:
        """Whether this user's hooks are answered."""
        return uid in self._uids

    def _outlive(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.create_task(work)

    def look_at_spool_later(self) -> None:
        """A hook judges by itself now, and writes down what it found: take that over when it is done."""
        if self._look_at_spool is not None and self._looking is None:
            loop = asyncio.get_running_loop()
            self._looking = loop.call_later(self.patience.spool_s, self._start_looking)

    def _start_looking(self) -> None:
        self._looking = None
        if not self.gateway.stop_wanted.is_set():
            self.tasks.create_task(self._look())

    async def _look(self) -> None:
        try:
            if self._look_at_spool is not None:
                await asyncio.to_thread(self._look_at_spool)
        except (OSError, LedgerError) as error:
            log.warning("what hooks have written down is not recorded yet: %s", error)

    async def run(self) -> None:
        """Serve until the gateway stops; then let the answers get out.

        Raises:
            NotStarted: there is no serving at this path.
        """
        loop = asyncio.get_running_loop()
        listener = socket_file.claim(self.path, socket_file.mode_for(self._uids))
        inode = self.path.lstat().st_ino
        async with asyncio.TaskGroup() as self.tasks:
            listener.setblocking(False)
            listener.listen(socket_file.BACKLOG)
            loop.add_reader(listener.fileno(), self._accept, listener)
            self.ready.set()
            try:
                await self.gateway.stop_wanted.wait()
            finally:
                if self._looking is not None:
                    self._looking.cancel()
                loop.remove_reader(listener.fileno())
                listener.close()
                socket_file.release(self.path, inode)
                await let_out(self.peers, self.nobody_left, self.patience.drain_s)

    def _accept(self, listener: socket.socket) -> None:
        """Let in whoever waits, so many at a time."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, _address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # too many files are open
                log.warning("hooks wait for a while: %s", error)
                loop = asyncio.get_running_loop()
                loop.remove_reader(listener.fileno())
                loop.call_later(RETRY_S, self._accept_again, listener)
                return
            connection.setblocking(False)
            HookPeer(self, connection).begin()

    def _accept_again(self, listener: socket.socket) -> None:
        if listener.fileno() >= 0 and not self.gateway.stop_wanted.is_set():
            asyncio.get_running_loop().add_reader(listener.fileno(), self._accept, listener)

    def left(self, peer: "HookPeer") -> None:
        """A hook is gone."""
        self.peers.discard(peer)
        if not self.peers:
            self.nobody_left.set()


class HookPeer:
    """One hook. Its question is most often there when it is accepted, so that it is looked for at once."""

    def __init__(self, door: HookDoor, connection: socket.socket) -> None:
        self._door = door
        self._connection = connection
        self._fd = connection.fileno()
        self._loop = asyncio.get_running_loop()
        self._heard = bytearray()
        self._whole = 0  # how long the question is, once that is known
        self._unsaid: memoryview = memoryview(b"")
        self._asking = False  # it has said all that it had to say
        self._quick: HookAtOnce | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._gone = False
        self._pid, self._uid = peer_process_identity.peer(connection)
        door.peers.add(self)
        # Said when all was heard: a socket that is closed with something unread in it loses what was said.
        self._refused = len(door.peers) > door.patience.in_flight

    def begin(self) -> None:
        """Hear what it asks."""
        if not self._door.admits(self._uid):
            self._door.gateway.reject("", NOT_ADMITTED, self._uid)
            self.hang_up()
            return
        self._hear()
        if not self._gone:
            self._loop.add_reader(self._fd, self._hear)
            if not self._asking:
                self._timer = self._loop.call_later(self._door.patience.question_s, self.hang_up)

    def hang_up(self) -> None:
        """Have no more to do with this hook."""
        if self._gone:
            return
        self._gone = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
        if self._quick is not None:
            self._quick.cancel()
        self._loop.remove_reader(self._fd)
        if self._unsaid:
            self._loop.remove_writer(self._fd)
        self._connection.close()
        self._door.left(self)

    def _hear(self) -> None:
        try:
            data = self._connection.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:  # it is gone, and nobody wants to know any more
            self.hang_up()
        elif not self._asking:
            self._heard += data
            self._take()

    def _take(self) -> None:
        """Answer a question that is whole."""
        try:
            if not self._whole and len(self._heard) >= 8:
                self._whole = length_of(self._heard)
            if not self._whole or len(self._heard) < self._whole:
                return
            version = version_of(self._heard)
        except Malformed:
            self.hang_up()
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if len(self._heard) > self._whole:
            self.hang_up()
        elif version != self._door.version:
            self._say(message(OTHER_VERSION, self._door.version))
        elif self._refused:
            self._say(message(REFUSED, b"too many hooks at once"))
        else:
            asked = bytes(self._heard)
            self._heard.clear()
            self._asking = True
            self._quick = self._door.judges.hook_at_once(asked, self._whose, partial(self._answered, asked))
            if self._quick is None:
                # A session is an agent's: its hooks are served in turns with those of others.
                self._task = self._door.tasks.create_task(self._serve(asked, self._whose()))

    def _whose(self) -> object:
        found = process_table.entry(self._pid)
        return ("hook", self._uid, 0 if found is None else found.session)

    async def _serve(self, asked: bytes, whose: object) -> None:
        answer, record = await self._door.judges.hook(asked, whose)
        self._task = None
        self._answered(asked, answer, record)

    def _answered(self, asked: bytes, answer: bytes, record: Any) -> None:
        """Give the answer, unless a person has to be asked."""
        self._quick = None
        if self._gone:
            return
        try:
            note = note_of(record, self._uid) if is_asked(record, queue=self._door.ask_here) else None
            if note is not None:
                self._task = self._door.tasks.create_task(self._ask(asked, record))
                return
            self._say(answer)
            if answer[:8] == LEFT_ALONE:
                self._door.look_at_spool_later()
            if (note := note_of(record, self._uid)) is not None:
                self._door.gateway.record(note)
                if self._door.notice is not None and (line := dialog_line(record)):
                    self._door.notice(line)
        except Exception:  # a mistake of ours with one hook must not end the others
            log.exception("a hook")
            self.hang_up()

    async def _ask(self, asked: bytes, record: dict[str, Any]) -> None:
        """Wait for a person, for as long as the agent waits for its hook."""
        try:
            limit = hook_process.patience(read_question(asked).words)
            seconds = limit - SPARE_S if limit > SPARE_S else limit / 2
            with suppress(OSError):  # that it is gone is heard elsewhere
                self._connection.send(message(WAIT, (limit + SPARE_S).to_bytes(4, "big")))
            decided = await self._door.questions.answer(record, self._uid, self._pid, seconds)
            answer, _ = await self._door.judges.hook(asked, self._whose(), decided)
        except Exception:  # a mistake of ours with one hook must not end the others
            log.exception("a hook")
            answer = message(REFUSED, b"the gateway made a mistake")
        self._task = None  # from now on there is nothing to be cancelled
        self._say(answer)

    def _say(self, answer: bytes) -> None:
        """Give the answer, and hang up when it is out."""
        if self._gone:
            return
        self._unsaid = memoryview(answer)
        self._send()
        if not self._gone:
            self._loop.add_writer(self._fd, self._send)
            self._timer = self._loop.call_later(self._door.patience.question_s, self.hang_up)

    def _send(self) -> None:
        try:
            sent = self._connection.send(self._unsaid)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.hang_up()
            return
        self._unsaid = self._unsaid[sent:]
        if not self._unsaid:
            self._loop.remove_writer(self._fd)
            self.hang_up()
