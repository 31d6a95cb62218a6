"""What all conversations have in common, shown on the smallest one: a greeting, questions, and goodbye."""

from enum import Enum, auto

import msgspec
import pytest

from wicket.wire.conversation import UNREADABLE, Answers, Conversation, Table, stay, word
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.line_buffer import LineBuffer


class Ask(msgspec.Struct, frozen=True, tag=True):
    id: int
    text: str = ""


class Tell(msgspec.Struct, frozen=True, tag=True):
    id: int


class Leave(msgspec.Struct, frozen=True, tag=True):
    """Goodbye."""


class State(Enum):
    OPEN = auto()
    CLOSED = auto()


NEXT: Table[State] = {State.OPEN: {**stay(State.OPEN, Ask, Tell), Leave: State.CLOSED}, State.CLOSED: {}}
ANSWERED_BY: Answers = {Ask: frozenset({Tell})}
Word = Ask | Tell | Leave


class Chat(Conversation[State, Word, Word]):
    _table = NEXT
    _answers = ANSWERED_BY
    _closed = State.CLOSED

    def _hear(self, line: bytes) -> Word | Fault[Word] | None:
        if line == b"poison":
            raise RemoteProtocolError("poison", line)
        try:
            return msgspec.json.decode(line, type=Word)  # type: ignore[no-any-return]
        except UNREADABLE as error:
            return Fault(str(error), line) if line else None


def chat(limit: int = 1000) -> Chat:
    return Chat(State.OPEN, LineBuffer(limit), send_limit=limit + 1)


def heard(end: Chat, data: bytes) -> list[Word | Fault[Word]]:
    end.receive(data)
    return list(end.messages())


def test_what_one_end_says_the_other_hears_and_both_stand_in_the_same_state() -> None:
    ours, theirs = chat(), chat()
    for message in (Ask(1, "who?"), Tell(1), Leave()):
        assert heard(theirs, ours.send(message)) == [message]
        assert ours.state is theirs.state
    assert ours.state is State.CLOSED


@pytest.mark.parametrize(
    ("message", "objection"),
    [
        pytest.param(Tell(9), "tell 9 answers no open call", id="answers-nothing"),
        pytest.param(Ask(1), "ask 1 is already open", id="asked-twice"),
        pytest.param(Ask(2, "\ud800"), "ask cannot be written as JSON: .* surrogates not allowed", id="no-utf8"),
        pytest.param(Ask(2, "x" * 1000), "ask is 1032 bytes long, and the peer takes at most 1001", id="too-long"),
    ],
)
def test_a_refused_send_says_why_and_changes_nothing(message: Word, objection: str) -> None:
    end = chat()
    end.send(Ask(1))
    with pytest.raises(LocalProtocolError, match=f"^{objection}$"):
        end.send(message)
    assert end.state is State.OPEN
    assert heard(end, b'{"type":"Tell","id":1}\n') == [Tell(1)]


def test_nothing_may_be_said_after_the_last_word() -> None:
    end = chat()
    end.send(Leave())
    with pytest.raises(LocalProtocolError, match="^ask while CLOSED$"):
        end.send(Ask(1))


def test_a_misplaced_message_is_a_fault_and_changes_nothing() -> None:
    end = chat()
    line = b'{"type":"Tell","id":3}'
    assert heard(end, line + b"\n") == [Fault("tell 3 answers no open call", line)]
    assert end.state is State.OPEN


def test_a_line_that_is_too_long_is_a_fault_and_the_next_one_is_heard() -> None:
    end = chat(limit=30)
    assert heard(end, b"x" * 31 + b'\n{"type":"Leave"}\n') == [
        Fault("a line of more than 30 bytes", b"x" * 30),
        Leave(),
    ]


def test_a_line_that_means_nothing_is_passed_over() -> None:
    assert heard(chat(), b'\n{"type":"Leave"}\n') == [Leave()]


def test_a_forgotten_call_is_open_no_more() -> None:
    end = chat()
    end.send(Ask(1))
    end.forget(1)
    end.forget(1)
    line = b'{"type":"Tell","id":1}'
    assert heard(end, line + b"\n") == [Fault("tell 1 answers no open call", line)]


def test_after_a_mistake_beyond_repair_nothing_more_is_heard_or_said() -> None:
    end = chat()
    end.receive(b'{"type":"Ask","id":1}\npoison\n{"type":"Leave"}\n')
    messages = end.messages()
    assert next(messages) == Ask(1)
    with pytest.raises(RemoteProtocolError, match="^poison$"):
        next(messages)
    assert end.state is State.CLOSED
    assert heard(end, b'{"type":"Leave"}\n') == []
    end.receive_eof()
    assert list(end.messages()) == []
    with pytest.raises(LocalProtocolError, match="^leave while CLOSED$"):
        end.send(Leave())


def test_the_end_of_the_stream_is_no_mistake_unless_a_protocol_says_so() -> None:
    end = chat()
    end.receive(b'{"type":"Leave"}')
    end.receive_eof()
    assert list(end.messages()) == [Leave()]


def test_a_conversation_must_say_how_it_hears() -> None:
    class Deaf(Conversation[State, Word, Word]):
        _table = NEXT
        _answers = ANSWERED_BY
        _closed = State.CLOSED

    deaf = Deaf(State.OPEN, LineBuffer(10), send_limit=10)
    deaf.receive(b"\n")
    with pytest.raises(NotImplementedError):
        list(deaf.messages())


def test_a_kind_is_named_as_the_wire_names_it() -> None:
    assert [word(kind) for kind in (Ask, LineBuffer, LocalProtocolError)] == [
        "ask",
        "line_buffer",
        "local_protocol_error",
    ]
