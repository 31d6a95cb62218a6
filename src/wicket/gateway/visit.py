"""One requester with one request, from admission to the answer."""

import secrets
from collections.abc import Callable

from wicket.gateway.petition import Requester
from wicket.wire.sudo_proxy.messages import Request

__all__ = ["Visit"]


class Visit:
    """A requester that is served. `leave()` says that it has hung up."""

    __slots__ = ("key", "left", "on_leave", "request", "requester")

    def __init__(self, request: Request, requester: Requester) -> None:
        self.key = secrets.token_hex(16)  # what ties together the record of this request
        self.request = request
        self.requester = requester
        self.left = False
        self.on_leave: Callable[[], object] | None = None

    def leave(self) -> None:
        """The requester is gone: what waits is withdrawn."""
        self.left = True
        if self.on_leave is not None:
            self.on_leave()
