"""Asks a running gateway what a hook answers. `native/wicket-hook.c` does the same without Python."""

import os
import sys

from wicket import __version__
from wicket.doors.hook_messages import (
    ALONE,
    ANSWER,
    HEADER_BYTES,
    MAX_QUESTION_BYTES,
    OTHER_VERSION,
    WAIT,
    Malformed,
    question,
    read_answer,
    read_header,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from collections.abc import Sequence

__all__ = ["NoAnswer", "ask"]

# As long as a gateway that has much to do may take to judge. What it says of a person's time comes on top.
JUDGING_S = 15

# A person is waited for no longer than this, whatever the gateway says.
MAX_WAIT_S = 24 * 60 * 60


class NoAnswer(Exception):
    """No gateway has answered, for this reason."""


def ask(path: str, words: "Sequence[str]", data: bytes) -> tuple[int, bytes, bytes]:
    """Ask the gateway that listens at `path`: give the exit code, and what is to be printed on both streams.

    Raises:
        NoAnswer: there is no gateway, or none that is understood.
    """
    try:
        cwd = os.getcwd()
    except OSError:
        cwd = ""
    asked = question(__version__, words, cwd, os.environb, data)
    if len(asked) > MAX_QUESTION_BYTES:
        raise NoAnswer("it is more than a gateway takes")
    try:
        return _exchanged(path, asked)
    except TimeoutError:
        raise NoAnswer("the gateway did not answer in time") from None
    except OSError:
        raise NoAnswer("no gateway is running") from None
    except Malformed:
        raise NoAnswer("the gateway talks nonsense") from None


def _exchanged(path: str, asked: bytes) -> tuple[int, bytes, bytes]:
    import _socket  # `socket` brings enum and selectors along
    import time

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM | getattr(_socket, "SOCK_CLOEXEC", 0))
    deadline = time.monotonic() + JUDGING_S
    connection.settimeout(JUDGING_S)
    connection.connect(path)
    _check_peer(connection)
    connection.sendall(asked)
    while True:
        kind, length = read_header(_received(connection, HEADER_BYTES, deadline))
        said = _received(connection, length, deadline)
        if kind != WAIT:
            break
        deadline = time.monotonic() + min(int.from_bytes(said, "big"), MAX_WAIT_S)
    if kind == ANSWER:
        return read_answer(said)
    if kind == ALONE:
        raise NoAnswer("the gateway leaves it to a hook that judges by itself")
    if kind == OTHER_VERSION:
        raise NoAnswer("the gateway is of another version; start it again")
    raise NoAnswer("the gateway has too much to do")


def _received(connection: "_socket.socket", length: int, deadline: float) -> bytes:
    import time

    got = bytearray()
    while len(got) < length:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        chunk = connection.recv(min(length - len(got), 1 << 16))
        if not chunk:
            raise Malformed("it ends too early")
        got += chunk
    return bytes(got)


def _check_peer(connection: "_socket.socket") -> None:
    """Believe nobody but whoever we are, or root."""
    if _uid_of(connection) not in (os.geteuid(), 0):
        raise NoAnswer("the gateway is somebody else's")


def _uid_of(connection: "_socket.socket") -> int:
    import _socket

    if not hasattr(_socket, "SO_PEERCRED"):
        return os.geteuid()  # the folder is private, and the client in C asks the kernel
    told = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(told[4:8], sys.byteorder)
