"""One request to a gateway, put until it is answered: what is sent each time, and what the troubles on the way mean.

No I/O happens here but in the hands of the client, blocking or not; both share the rules.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from wicket import __version__
from wicket.errors import WicketError
from wicket.wire import sudo_proxy
from wicket.wire.errors import LocalProtocolError, RemoteProtocolError
from wicket.wire.sudo_proxy.messages import Request, Response

__all__ = [
    "RETRY_PAUSE_S",
    "Attempt",
    "Attempts",
    "BadRequest",
    "ClientError",
    "GaveUp",
    "Misunderstood",
    "NotAdmitted",
    "Unreachable",
]

ASK_OPERATOR = (
    "whoever runs it has to start it with your uid (`wicket serve --requester-uid`), in a folder that you may enter"
)

# A gateway that was just being replaced is back within this time.
RETRY_S = 2.0
RETRY_PAUSE_S = 0.2

DUPLICATE = "duplicate request id: "


class ClientError(WicketError):
    """The gateway could not be asked, or did not answer."""

    exit_code = 70


class Unreachable(ClientError):
    """There is no gateway to be asked."""

    exit_code = 69


class NotAdmitted(Unreachable):
    """There is one, for others."""


class BadRequest(ClientError):
    """What cannot be asked at all; nothing was sent."""

    exit_code = 64


class GaveUp(ClientError):
    """The gateway has not answered in time. `withdrawn`: the command waited for somebody, and will not run."""

    exit_code = 124

    def __init__(self, message: str, *, withdrawn: bool = False) -> None:
        super().__init__(message)
        self.withdrawn = withdrawn


class Misunderstood(ClientError):
    """The gateway's answer is none."""


def _hung_up(path: Path) -> Misunderstood:
    """Say that a gateway is there, and hangs up on us without a word."""
    return Misunderstood(
        f"the gateway at {path} closed the connection without an answer; see its log, and whom it serves"
    )


def _cut_off(path: Path) -> Misunderstood:
    """Say that a gateway was asked, and has ended since."""
    return Misunderstood(
        f"the gateway at {path} ended before it answered; see with `wicket audit` whether the command ran, "
        "and ask again once `wicket serve` runs"
    )


def _instead(request: Request) -> str:
    """Say what to do about a word with a line break in it: whoever is asked must see on one line what would run."""
    if not any("\n" in word for stage in request.pipeline for word in stage):
        return ""
    return "; a line break is one: join the lines with ; or &&, or write them to a file and have that run"


class Attempt:
    """One connection's worth of a request: what to send, and what came back."""

    def __init__(self, request: Request) -> None:
        self._connection = sudo_proxy.client(__version__)
        try:
            self.line = self._connection.send(request)
        except LocalProtocolError as error:
            raise BadRequest(f"{error}{_instead(request) if 'forbidden' in str(error) else ''}") from error
        self.response: Response | None = None
        self.ended = False

    def receive(self, data: bytes) -> None:
        """Take what came; nothing is the end."""
        try:
            if data:
                self._connection.receive(data)
                for message in self._connection.messages():
                    if isinstance(message, Response):
                        self.response = message
                        return
            else:
                self.ended = True
        except RemoteProtocolError as error:
            raise Misunderstood(str(error)) from error


class Attempts:
    """The attempts to put one request, always with the same id and the same time."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._first = time.monotonic()
        self._count = 0

    def __iter__(self) -> Iterator[Attempt]:
        while True:
            self._count += 1
            yield Attempt(self._request)

    def more(self) -> bool:
        """Whether to try again."""
        return time.monotonic() - self._first < RETRY_S

    def unanswered(self, path: Path) -> Misunderstood:
        """Say what it means that there is no answer: one that hangs up again and again is there, and wants to."""
        return _hung_up(path) if self.retrying else _cut_off(path)

    def tolerant(self, path: Path) -> "Tolerance":
        return Tolerance(self, path)

    def judged(self, response: Response) -> Response:
        """Take a response. That our id is known already means, after a retry, that the first attempt got through."""
        if self._count > 1 and response.status == "error" and response.message.startswith(DUPLICATE):
            raise Misunderstood(
                "already handled: the gateway took the request before the connection broke; "
                "`wicket audit` tells what came of it"
            )
        return response

    @property
    def retrying(self) -> bool:
        return self._count > 1


class Tolerance:
    """Turns what a connection suffers into our errors; what may pass by another attempt is let pass."""

    def __init__(self, attempts: Attempts, path: Path) -> None:
        self._attempts = attempts
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if isinstance(error, TimeoutError):
            if self._attempts.retrying:  # the first may have got through
                raise GaveUp(
                    f"no answer from {self._path} in time; see with `wicket audit` whether the command ran"
                ) from error
            # Not all of the request was sent, and a part of one is none.
            raise GaveUp(f"no answer from {self._path} in time; the request is withdrawn", withdrawn=True) from error
        if isinstance(error, ConnectionResetError | BrokenPipeError):
            return True
        if isinstance(error, OSError):
            # In the middle of retries, a gateway that is being replaced has no socket for a moment.
            if self._attempts.retrying and self._attempts.more():
                return True
            if self._attempts.retrying:
                raise _cut_off(self._path) from error
            if isinstance(error, PermissionError):
                raise NotAdmitted(f"the gateway's socket {self._path} is shut to you; {ASK_OPERATOR}") from error
            said = (error.strerror or str(error) or "no answer").lower()
            raise Unreachable(f"no gateway at {self._path}: {said}; start one with `wicket serve`") from error
        return False
