"""A server on loopback that says what it was told to."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Served", "serving"]


class Served:
    """What a server answers, by path, and what it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, bytes]] = {}
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.url = ""
        self.places: dict[str, str] = {}  # where paths have moved to

    def says(self, path: str, status: int, body: Any) -> None:
        self.answers[path] = (status, body if isinstance(body, bytes) else json.dumps(body).encode())


@contextmanager
def serving() -> Iterator[Served]:
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            served.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            if self.path == "/hang":
                self.rfile.read(1)
                return
            status, answer = served.answers.get(self.path, (404, b"nothing here"))
            self.send_response(status)
            self.send_header("content-length", str(len(answer)))
            if self.path in served.places:
                self.send_header("location", served.places[self.path])
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST = do_PUT = handle_any  # noqa: N815 -- the names of the library

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
