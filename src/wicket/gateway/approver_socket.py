"""The socket of those who decide: see who waits, say yes or no, agree in advance, give sudo its password, call tools.

Who may speak here is decided by the kernel's word for the user at the other end and by the token, a file that only the
gateway's user can read. The token is asked of users who may also put requests, since their agents are the same user;
who may only approve needs none.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from wicket.gateway import record_entries, socket_file
from wicket.gateway.approver_conversation import ApproverConversation, Offering
from wicket.gateway.peer_process_identity import look_up, peer
from wicket.gateway.record_rate_limit import LimitedEntries
from wicket.gateway.record_redaction import Note
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.rule_from_approval import StandingRules
from wicket.wire import approver_messages

__all__ = ["ApproverDoor"]

log = logging.getLogger(__name__)

REMEDY = "set XDG_RUNTIME_DIR to another folder"

MAX_CONNECTIONS = 32
HELLO_S = 10.0

# How many who were turned away are recorded, of each user; they may come as often as they like, and are counted then.
TURNED_AWAY_A_MINUTE = 60

OTHER_USER = "this user may not approve"
TOO_MANY = f"{MAX_CONNECTIONS} approvers are here already"
WRONG_TOKEN = "the token is not the approver's"  # noqa: S105 - a sentence


class ApproverDoor:
    """Serves approvers until the gateway stops. `run()` it once."""

    def __init__(
        self,
        gateway: Gateway,
        path: Path,
        *,
        token: str,
        version: str,
        uids: Collection[int],
        exempt: Collection[int],
        hosted: Offering | None = None,
        rules: StandingRules | None = None,
    ) -> None:
        """`uids` are those who may approve; of these, `exempt` need no token. Without `rules`, none are written."""
        self.path = path
        self.ready = asyncio.Event()
        self._gateway = gateway
        self._token = token
        self._version = version
        self._uids = frozenset(uids)
        self._exempt = frozenset(exempt)
        self._hosted = hosted
        self._rules = rules
        self._open: set[asyncio.StreamWriter] = set()
        self._strangers: dict[asyncio.StreamWriter, None] = {}  # those who have not been welcomed, oldest first
        self._turned_away = LimitedEntries(gateway.record, "turned_away", TURNED_AWAY_A_MINUTE)

    async def run(self) -> None:
        """Serve, and leave no trace.

        Raises:
            NotStarted: there is no serving at this path.
        """
        listener = socket_file.claim(self.path, socket_file.mode_for(self._uids), REMEDY)
        inode = self.path.lstat().st_ino
        try:
            async with asyncio.TaskGroup() as self._tasks:
                server = await asyncio.start_unix_server(
                    self._connected, sock=listener, limit=approver_messages.MAX_LINE_BYTES, backlog=socket_file.BACKLOG
                )
                self.ready.set()
                try:
                    await self._gateway.stop_wanted.wait()
                finally:
                    server.close()
                    socket_file.release(self.path, inode)
                    for writer in list(self._open):
                        writer.transport.abort()
        finally:
            self._turned_away.close()
            socket_file.release(self.path, inode)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pid, uid = peer(writer.get_extra_info("socket"))
        if len(self._open) >= MAX_CONNECTIONS and self._strangers and uid in self._uids:
            # Whoever is silent must not keep out those who have something to say.
            oldest = next(iter(self._strangers))
            self._let_go(oldest)
            oldest.transport.abort()
        if uid not in self._uids or len(self._open) >= MAX_CONNECTIONS:
            self._turn_away(pid, uid, OTHER_USER if uid not in self._uids else TOO_MANY)
            writer.transport.abort()
            return
        self._open.add(writer)
        self._strangers[writer] = None
        self._tasks.create_task(self._talk(reader, writer, pid, uid))

    def _let_go(self, writer: asyncio.StreamWriter) -> None:
        self._open.discard(writer)
        self._strangers.pop(writer, None)

    def _turn_away(self, pid: int, uid: int, because: str) -> None:
        def note() -> Note:
            log.warning("uid %d, process %d, was turned away from the approver's socket: %s", uid, pid, because)
            return record_entries.turned_away(look_up(pid, uid), because, time.time())

        self._turned_away.add(uid, because, note)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pid: int, uid: int) -> None:
        talk = ApproverConversation(
            self._tasks, self._gateway, self._hosted, self._rules, reader, writer, look_up(pid, uid)
        )
        try:
            async with asyncio.timeout(HELLO_S):
                hello = await talk.hear()
            if not isinstance(hello, approver_messages.Hello):
                await talk.say(approver_messages.Refused(reason="say hello first"))
            elif uid not in self._exempt and not hmac.compare_digest(hello.token.encode(), self._token.encode()):
                self._turn_away(pid, uid, WRONG_TOKEN)
                await talk.say(approver_messages.Refused(reason=WRONG_TOKEN))
            else:
                self._strangers.pop(writer, None)
                await talk.say(approver_messages.Welcome(version=self._version))
                await talk.go_on()
        except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError):
            pass  # it has left, or has nothing to say
        except Exception:  # a mistake of ours with one approver must not end the others
            log.exception("the approver's socket")
        finally:
            self._let_go(writer)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
