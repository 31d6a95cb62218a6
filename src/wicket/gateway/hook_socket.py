"""The socket of agents' hooks: one question, the answer that the hook then gives, and the end.

Verdicts are made in processes of their own, in turns with those of requests. Whoever is silent, says what is no
question, or is another user is cut off: a hook without an answer judges by itself, or refuses.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from wicket.doors import hook
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
from wicket.gateway import process_table, socket_file
from wicket.gateway.errors import LedgerError
from wicket.gateway.hook_questions import HookQuestions, dialog_line, is_asked
from wicket.gateway.judge_pool import Judges
from wicket.gateway.peer_draining import let_out
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.spooled_verdicts import note_of

__all__ = ["HookDoor", "Patience"]

log = logging.getLogger(__name__)

# So long before its time is over a hook is answered; and so long after that it gives us up.
SPARE_S = 2

# How an answer begins that leaves the call to the hook itself.
LEFT_ALONE = message(ALONE, b"")[:8]

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
            server = await loop.create_unix_server(lambda: HookPeer(self), sock=listener, backlog=socket_file.BACKLOG)
            self.ready.set()
            try:
                await self.gateway.stop_wanted.wait()
            finally:
                if self._looking is not None:
                    self._looking.cancel()
                server.close()
                socket_file.release(self.path, inode)
                await let_out(self.peers, self.nobody_left, self.patience.drain_s)


class HookPeer(asyncio.Protocol):
    """One hook."""

    def __init__(self, door: HookDoor) -> None:
        self._door = door
        self._heard = bytearray()
        self._refused = False
        self._whole = 0  # how long the question is, once that is known
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        door = self._door
        door.peers.add(self)
        pid, uid = process_table.peer(transport.get_extra_info("socket"))
        if not door.admits(uid):
            door.gateway.reject("", NOT_ADMITTED, uid)
            self._transport.abort()
        else:
            # Said when all was heard: a socket that is closed with something unread in it loses what was said.
            self._refused = len(door.peers) > door.patience.in_flight
            # A session is an agent's: its hooks are served in turns with those of others.
            found = process_table.entry(pid)
            self._pid, self._uid = pid, uid
            self._whose = ("hook", uid, 0 if found is None else found.session)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(door.patience.question_s, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._task is not None or self._transport.is_closing():
            return  # it has said all that it had to say
        self._heard += data
        try:
            if not self._whole and len(self._heard) >= 8:
                self._whole = length_of(self._heard)
            if not self._whole or len(self._heard) < self._whole:
                return
            version = version_of(self._heard)
        except Malformed:
            self._transport.abort()
            return
        self._never()
        if len(self._heard) > self._whole:
            self._transport.abort()
        elif version != self._door.version:
            self._say(message(OTHER_VERSION, self._door.version))
        elif self._refused:
            self._say(message(REFUSED, b"too many hooks at once"))
        else:
            self._task = self._door.tasks.create_task(self._serve(bytes(self._heard)))
            self._heard.clear()

    def connection_lost(self, error: Exception | None) -> None:
        self._never()
        if self._task is not None:
            self._task.cancel()
        self._door.peers.discard(self)
        if not self._door.peers:
            self._door.nobody_left.set()

    def hang_up(self) -> None:
        """Have no more to do with this hook."""
        if self._task is not None:
            self._task.cancel()
        self._transport.abort()

    async def _serve(self, asked: bytes) -> None:
        try:
            answer, record = await self._door.judges.hook(asked, self._whose)
            if is_asked(record, queue=self._door.ask_here) and (note_of(record, self._uid)) is not None:
                answer, record = await self._ask(asked, record), None
            self._say(answer)
            if answer[:8] == LEFT_ALONE:
                self._door.look_at_spool_later()
            if (note := note_of(record, self._uid)) is not None:
                self._door.gateway.record(note)
                if self._door.notice is not None and (line := dialog_line(record)):
                    self._door.notice(line)
        except asyncio.CancelledError:
            pass  # nobody waits for the answer
        except Exception:  # a mistake of ours with one hook must not end the others
            log.exception("a hook")
            self._transport.abort()

    async def _ask(self, asked: bytes, record: dict[str, Any]) -> bytes:
        """Wait for a person, for as long as the agent waits for its hook."""
        seconds = max(1, hook.patience(read_question(asked).words) - SPARE_S)
        self._transport.write(message(WAIT, (seconds + 2 * SPARE_S).to_bytes(4, "big")))
        decided = await self._door.questions.answer(record, self._uid, self._pid, seconds)
        answer, _ = await self._door.judges.hook(asked, self._whose, decided)
        return answer

    def _say(self, answer: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()

    def _never(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
