"""Serves the console on loopback, inside a loop that is already running. The one place that knows uvicorn."""

import asyncio
import errno
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from wicket.gateway.errors import NotStarted
from wicket.web.connection_limits import ConnectionLimits

# What uvicorn calls for each request: scope, receive, send.
Application = Callable[[Any, Any, Any], Awaitable[None]]

__all__ = ["PORT", "Place", "serve"]

PORT = 9425  # "wick" on a telephone

LOOPBACK = "127.0.0.1"

# So many ports are tried after the one that was wanted.
NEIGHBOURS = 20

# Pages need a handful each, and streams stay open. Strangers have a bound of their own (`connection_limits`).
MAX_CONNECTIONS = 256
MAX_HEAD_BYTES = 32 * 1024
IDLE_S = 30
BACKLOG = 64

# How long open requests may take to end when the gateway stops.
LEAVE_S = 2


class Place:
    """A port of loopback that is ours, and the addresses under which it is reached."""

    def __init__(self, port: int = PORT) -> None:
        """Take this port, or one of the next if it is taken; 0: any.

        Raises:
            NotStarted: there is none.
        """
        self.socket = _listening(port)
        self.port: int = self.socket.getsockname()[1]
        self.token = secrets.token_urlsafe(32)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The names that this port has in a browser here; the first is the one to give away."""
        return (f"http://{LOOPBACK}:{self.port}", f"http://localhost:{self.port}")

    @property
    def link(self) -> str:
        """What a person opens. The token stands where no server and no referrer ever sees it."""
        return f"{self.addresses[0]}/#token={self.token}"


async def serve(app: Application, place: Place, stop: asyncio.Event, doorway: ConnectionLimits) -> None:
    """Serve until `stop` is set; then whoever is still there has to go. `doorway` is told of every connection."""
    # uvicorn speaks of its start and its end, and of each request that is none, which anybody can send without end.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)

    class Connection(_Connection):
        at = doorway

    config = uvicorn.Config(
        app,
        access_log=False,
        backlog=BACKLOG,
        date_header=False,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        http=Connection,
        lifespan="off",
        limit_concurrency=MAX_CONNECTIONS,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=LEAVE_S,
        timeout_keep_alive=IDLE_S,
        ws="none",
    )
    await _Server(config, stop).serve(sockets=[place.socket])


class _Connection(H11Protocol):
    """A connection that the doorway knows of. Its client's address is its name, in a request's scope, too."""

    at: ConnectionLimits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.at.come(self.client, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.at.gone(self.client)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self.at.served(self.client)
        super().on_response_complete()


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs the loop, and sleeps until it is stopped: uvicorn's own loop never sleeps long."""

    def __init__(self, config: uvicorn.Config, stop: asyncio.Event) -> None:
        super().__init__(config)
        self._stop = stop

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self._stop.wait()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listening(wanted: int) -> socket.socket:
    for port in [wanted, *range(wanted + 1, min(wanted + NEIGHBOURS, 65535) + 1)] if wanted else [0]:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # A port that another one listens on stays taken; what a connection of before left behind does not count.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, port))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise NotStarted(f"cannot listen on {LOOPBACK}:{port}: {error.strerror}") from error
            continue
        listener.setblocking(False)
        return listener
    raise NotStarted(f"ports {wanted} to {wanted + NEIGHBOURS} are taken; name another with --port, or 0 for any")
