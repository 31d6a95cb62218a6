"""One requester with one request, from admission to the answer."""

import os
import secrets
from collections.abc import Callable

from msgspec import UNSET

from wicket.gateway.executable_identity import folder
from wicket.gateway.request_types import AdmittedRequest, Requester
from wicket.wire.sudo_proxy.messages import Request

__all__ = ["RequesterSession"]


class RequesterSession:
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

    def admitted(self) -> AdmittedRequest:
        """What is asked for, as it is to be shown, judged and run; its programs are still to be looked up."""
        request = self.request
        # By its own name: a link could be shown, judged, and then lead elsewhere.
        cwd = "/" if request.cwd is UNSET else os.path.realpath(str(request.cwd))
        return AdmittedRequest(
            id=str(request.id),
            pipeline=request.pipeline,
            requester=self.requester,
            env=tuple(sorted(request.env.items())),
            cwd=cwd,
            folder=folder(cwd),
            privileged=request.privileged,
            forward_agent=request.forward_agent,
            reason=request.reason,
            session=request.session,
            host=request.host,
            version="" if request.version is UNSET else str(request.version),
        )
