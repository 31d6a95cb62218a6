"""What the gateway and a process that judges say to each other, and how it is spelled.

A message is two lengths, a JSON object, and a part that only the other end understands. The gateway parses nothing but
the JSON: whatever happens to a process that reads hostile texts, what it says is data here.

Every message names the `call` that it belongs to, both ways. What a process says before its first call is of number 0.
"""

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["HEADER", "MAX_KEPT_BYTES", "MAX_SAID_BYTES", "READY", "Job", "Messages", "NotUnderstood", "message"]

# The number of the call that nobody made: a process says that it is ready.
READY = 0

HEADER = struct.Struct("!II")

# More than any text and its evidence: a length beyond this is no length.
MAX_PART_BYTES = 256 * 1024 * 1024

# What the gateway takes: it parses the first in its loop, and keeps the second while validators are asked. It has to
# fit into the queue to the next process as well (`wicket.host.pipes.MAX_QUEUED_BYTES`).
MAX_SAID_BYTES = 4 * 1024 * 1024
MAX_KEPT_BYTES = 6 * 1024 * 1024


class NotUnderstood(ValueError):
    """The other end does not keep to this."""


@dataclass(frozen=True, slots=True)
class Job:
    """A text to be judged in a folder. `env` None: in the environment of the process itself.

    `config` is the policy file, if not that which holds in the folder counts. `allowing` are patterns that are allowed
    as well: what would be said if they were rules? `contained`: whoever asks runs it in the sandboxes that rules name.
    """

    text: str
    cwd: str
    env: Mapping[str, str] | None = None
    config: str = ""
    explaining: bool = False
    allowing: tuple[str, ...] = ()
    contained: bool = False

    def said(self) -> dict[str, Any]:
        """Give what a message says of it."""
        return {
            "do": "examine",
            "text": self.text,
            "cwd": self.cwd,
            "env": None if self.env is None else dict(self.env),
            "config": self.config,
            "explaining": self.explaining,
            "allowing": list(self.allowing),
            "contained": self.contained,
        }

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> "Job":
        """Take one from what was said."""
        place = (said["text"], said["cwd"], said["env"], said["config"])
        return cls(*place, said["explaining"], tuple(said["allowing"]), said["contained"])


def message(said: Mapping[str, Any], rest: bytes = b"") -> bytes:
    """Spell a message. File names may hold what is no UTF-8: ASCII with escapes carries that, too."""
    text = json.dumps(said).encode("ascii")
    return HEADER.pack(len(text), len(rest)) + text + rest


@dataclass(slots=True)
class Messages:
    """Bytes become messages, whose two parts have no more bytes than this."""

    max_said: int = MAX_PART_BYTES
    max_rest: int = MAX_PART_BYTES
    _buffer: bytearray = field(default_factory=bytearray)

    def receive(self, data: bytes) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Take some bytes, and give the messages that are whole now.

        Raises:
            NotUnderstood: these are no messages.
        """
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            length, more = HEADER.unpack_from(self._buffer)
            if length > self.max_said or more > self.max_rest:
                raise NotUnderstood("a message without end")
            end = HEADER.size + length + more
            if len(self._buffer) < end:
                return
            whole = bytes(self._buffer[HEADER.size : end])
            del self._buffer[:end]
            try:
                said = json.loads(whole[:length])
            except (ValueError, RecursionError) as error:
                raise NotUnderstood(str(error)) from error
            if not isinstance(said, dict):
                raise NotUnderstood("no object")
            yield said, whole[length:]
