"""Either end of any conversation: one table says what may be said in which state, whoever says it.

A protocol's `Connection` is a `Conversation` with a table, a way to hear a line, and opinions on what a mistake
costs. The table does not know which end it serves, so it cannot hold the peer to other rules than ourselves.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.line_buffer import Overlong

__all__ = ["UNREADABLE", "Answers", "Conversation", "Table", "stay", "word"]

# All that decoding raises on hostile input: bad UTF-8 is a UnicodeDecodeError, deep nesting a RecursionError.
UNREADABLE = (ValueError, RecursionError)

# All that encoding raises: lone surrogates, deep nesting, numbers out of range, what JSON has no form for.
_UNWRITABLE = (ValueError, RecursionError, OverflowError, TypeError)

# The id of a line of which only the beginning is known.
_ID = re.compile(rb'[{,]\s*"id"\s*:\s*("[^"\\\x00-\x1f\x80-\xff]*"|-?[1-9][0-9]{0,17})\s*[,}]')

_encode_lines = msgspec.json.Encoder().encode_lines

State = TypeVar("State", bound=Enum)
Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")

# In this state, this message leads to that state. What is not listed may not be said.
Table = Mapping[State, Mapping[type, State]]

# A call of this kind is answered by one of those kinds, with the same `id`.
Answers = Mapping[type, frozenset[type]]


class Framing(Protocol):
    """How bytes become the pieces that are heard one by one."""

    limit: int

    def feed(self, data: bytes, /) -> None: ...
    def end(self) -> None: ...
    def pop(self) -> bytes | Overlong | None: ...


class Conversation(Generic[State, Ours, Theirs]):
    """One end of a conversation; a protocol's makers make it.

    A protocol gives the table, which answers belong to which calls, and the state in which nothing more may be said;
    a conversation that broke down is in that state, too.
    """

    __slots__ = ("_broken", "_ended", "_framing", "_open", "_send_limit", "state")

    _table: Table[State]
    _answers: Answers
    _closed: State
    _replies: frozenset[type]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._replies = frozenset[type]().union(*cls._answers.values())

    def __init__(self, start: State, framing: Framing, send_limit: int) -> None:
        self.state = start
        self._open: dict[Any, frozenset[type]] = {}  # calls not yet answered, and the kinds that would answer them
        self._framing = framing
        self._send_limit = send_limit
        self._ended = False  # the peer will send no more
        self._broken = False  # it sent what ends the conversation

    def send(self, message: Ours) -> bytes:
        """Return the bytes that say `message`.

        Raises:
            LocalProtocolError: it may not be said now, or not at all. Nothing has changed.
        """
        try:
            line = _encode_lines((message,))
        except _UNWRITABLE as error:
            raise LocalProtocolError(f"{word(type(message))} cannot be written as JSON: {error}") from error
        if len(line) > self._send_limit:
            raise LocalProtocolError(
                f"{word(type(message))} is {len(line)} bytes long, and the peer takes at most {self._send_limit}"
            )
        if (objection := self._admit(message, line)) is not None:
            raise LocalProtocolError(objection)
        return line

    def receive(self, data: bytes) -> None:
        """Take bytes from the peer; `messages()` says what they meant."""
        if not self._broken:
            self._framing.feed(data)

    def receive_eof(self) -> None:
        """Learn that the peer will send no more; `messages()` says what that meant."""
        self._framing.end()
        self._ended = True

    def messages(self) -> Iterator[Theirs | Fault[Ours]]:
        """Yield each message that has arrived, and a `Fault` for each line that was none.

        Raises:
            RemoteProtocolError: the peer broke the protocol beyond repair, or left in the middle. Everything
                heard before was yielded; nothing more will be.
        """
        try:
            while not self._broken and (line := self._framing.pop()) is not None:
                if isinstance(line, Overlong):
                    heard: Theirs | Fault[Ours] | None = self._overlong(line)
                else:
                    heard = self._hear(line)
                    if heard is not None and not isinstance(heard, Fault):
                        objection = self._admit(heard, line)
                        if objection is not None:
                            heard = self._misplaced(heard, objection, line)
                if heard is not None:
                    yield heard
            if self._ended and not self._broken and (fault := self._farewell()) is not None:
                yield fault
        except RemoteProtocolError:
            self._broken = True
            self.state = self._closed
            raise

    def forget(self, id: int | str) -> None:
        """Wait no longer for the answer to a call. If it comes after all, it is a `Fault`.

        That is why an id must not be used again: the late answer would be taken for the new one.
        """
        self._open.pop(id, None)

    def _admit(self, message: Any, line: bytes) -> str | None:
        """Take note of `message`, which `line` spells out, or say why it may not be said. Both directions pass here."""
        kind = type(message)
        following = self._table[self.state].get(kind)
        if following is None:
            return f"{word(kind)} while {self.state.name}"
        if kind in self._answers:
            if message.id in self._open:
                return f"{word(kind)} {message.id!r} is already open"
            if message.id is not UNSET:  # else nobody waits for an answer
                self._open[message.id] = self._answers[kind]
        elif kind in self._replies:
            if kind not in self._open.get(message.id, ()):
                return f"{word(kind)} {message.id!r} answers no open call"
            del self._open[message.id]
        self.state = following
        return None

    # What a protocol decides for itself.

    def _hear(self, line: bytes) -> Theirs | Fault[Ours] | None:
        """Read one line: a message, a mistake, or nothing at all."""
        raise NotImplementedError

    def _overlong(self, line: Overlong) -> Fault[Ours] | None:
        """Judge a line that was too long to keep. If it began as an answer, nobody need wait for that any longer."""
        reason = f"a line of more than {self._framing.limit} bytes"
        meant = _ID.search(line.start)
        id = msgspec.json.decode(meant[1]) if meant else None
        if id is None or id not in self._open:
            return Fault(reason, line.start)
        self.forget(id)
        return Fault(reason, line.start, id=id)

    def _misplaced(self, message: Theirs, objection: str, line: bytes) -> Fault[Ours]:
        """Judge a message that may not be said now."""
        return Fault(objection, line)

    def _farewell(self) -> Fault[Ours] | None:
        """Judge the end of the peer's stream: raise if it left in the middle, object if that can be answered."""
        return None


def stay(state: State, *kinds: type) -> dict[type, State]:
    """Write the part of a table in which nothing changes."""
    return dict.fromkeys(kinds, state)


def word(kind: type) -> str:
    """Name a kind of message as people and diagrams do: `ToolCall` is `tool_call`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
