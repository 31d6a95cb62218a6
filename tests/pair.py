"""Two ends and a wire between them: replays the conversations in tests/transcripts/, for every protocol."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.errors import Fault

__all__ = ["PROTOCOLS", "TRANSCRIPTS", "Line", "Pair", "read_transcript", "transcripts"]

TRANSCRIPTS = Path(__file__).parent / "transcripts"

VERSION = "1.2.0"
FRESH_ID = "3f2b8c1e-0000-4000-8000-000000000001"

# For each protocol, who speaks and how each of them is made.
PROTOCOLS: dict[str, dict[str, Callable[[], Any]]] = {
    "runok": {"host": runok.host, "extension": runok.extension},
    "gevals": {"host": gevals.host, "extension": gevals.extension},
    "zot": {"host": zot.host, "extension": zot.extension},
    "sudo_proxy": {
        "client": lambda: sudo_proxy.client(VERSION),
        "daemon": lambda: sudo_proxy.daemon(VERSION, lambda: FRESH_ID),
    },
}


class Line(NamedTuple):
    """A line of a transcript: who, what kind (`>`, `!`, `ends`, `=`), and the text."""

    speaker: str
    kind: str
    text: str = ""


class Pair:
    """Both ends of one conversation."""

    def __init__(self, protocol: str) -> None:
        self.ends = {name: make() for name, make in PROTOCOLS[protocol].items()}
        self.lines = 0  # how many were played
        self.steps: list[tuple[Any, type, Any]] = []  # (state, kind of message, next state), as they happened
        self._faults_due = 0  # lines that may not be said, and have not been objected to yet
        self._unheard: dict[str, deque[bytes]] = {name: deque() for name in self.ends}
        self._reply: dict[str, deque[bytes]] = {name: deque() for name in self.ends}

    def other(self, name: str) -> str:
        (other,) = self.ends.keys() - {name}
        return other

    def play(self, line: Line) -> None:
        """Let one line happen, and compare what it does with what the transcript says."""
        self.lines += 1
        match line:
            case Line(_, "=", state):
                assert {end.state.name for end in self.ends.values()} == {state}
            case Line(speaker, "ends"):
                self.ends[self.other(speaker)].receive_eof()
                self._hear(speaker)
            case Line(speaker, ">", text) if self._reply[speaker]:
                # It has been sent already, in answer to a line that the other end itself could not have said.
                said = text.encode() + b"\n"
                assert self._reply[speaker].popleft() == said
                self.ends[self.other(speaker)].receive(said)
                for _ in self.ends[self.other(speaker)].messages():
                    pass
            case Line(speaker, ">", text):
                self._unheard[speaker].append(text.encode() + b"\n")
                self.ends[self.other(speaker)].receive(text.encode() + b"\n")
                self._hear(speaker)
            case Line(speaker, _, text):
                self._faults_due += 1
                self.ends[self.other(speaker)].receive(text.encode() + b"\n")
                self._hear(speaker)

    def finish(self) -> None:
        """Check that nothing said was lost."""
        assert self._faults_due == 0
        assert not any(self._unheard.values())
        assert not any(self._reply.values())

    def _hear(self, speaker: str) -> None:
        listener = self.other(speaker)
        for heard in self.ends[listener].messages():
            if self._faults_due:
                self._take_fault(listener, heard)
                continue
            assert self._send(speaker, heard) == self._unheard[speaker].popleft()

    def _take_fault(self, listener: str, fault: Any) -> None:
        assert isinstance(fault, Fault), f"heard as a message: {fault}"
        self._faults_due -= 1
        if fault.reply is not None:
            self._reply[listener].append(self._send(listener, fault.reply))

    def _send(self, speaker: str, message: Any) -> bytes:
        end = self.ends[speaker]
        before = end.state
        line: bytes = end.send(message)
        self.steps.append((before, type(message), end.state))
        return line


def read_transcript(path: Path) -> Iterator[Line]:
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("#") or not row.strip():
            continue
        if row.startswith("= "):
            yield Line("", "=", row[2:])
            continue
        speaker, rest = row.split(maxsplit=1)
        kind, _, text = rest.partition(" ")
        yield Line(speaker, kind, text)


def transcripts(protocol: str) -> list[Path]:
    return sorted((TRANSCRIPTS / protocol).glob("*.txt"))
