"""Git over https on this machine alone: git's own backend behind a server with a certificate of its own."""

import os
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


class Backend(BaseHTTPRequestHandler):
    """Hands requests to `git http-backend`; two paths are traps for a client that is too obliging."""

    root: Path

    def do_GET(self) -> None:
        if self.path.startswith("/private.git"):
            self._answer(401, {"WWW-Authenticate": 'Basic realm="x"'})
        elif self.path.startswith("/elsewhere.git"):
            target = f"http://{self.headers['Host']}/hello.git/info/refs?service=git-upload-pack"
            self._answer(301, {"Location": target})
        else:
            self._serve(b"")

    def do_POST(self) -> None:
        self._serve(self.rfile.read(int(self.headers["Content-Length"])))

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _serve(self, body: bytes) -> None:
        address = urlsplit(self.path)
        environ = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REQUEST_METHOD": self.command,
            "PATH_INFO": address.path,
            "QUERY_STRING": address.query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            # The repository may belong to another user than the tests run as.
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*",
        }
        backend = ["git", "http-backend"]
        done = subprocess.run(backend, input=body, env=environ, capture_output=True, check=False)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self._answer(int(headers.pop("Status", "200").split()[0]), headers, content)

    def _answer(self, status: int, headers: dict[str, str], content: bytes = b"") -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


def for_tls(root: Path) -> tuple[ssl.SSLContext, Path]:
    """Make what a server of this machine needs for TLS; give that, and the certificate to trust."""
    key, certificate = root / "key.pem", root / "certificate.pem"
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names)
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context, certificate


@contextmanager
def serving(root: Path) -> Iterator[tuple[str, Path]]:
    """Serve the repositories in `root`; give the address and the certificate to trust."""
    context, certificate = for_tls(root)
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (Backend,), {"root": root})) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"https://127.0.0.1:{server.server_port}", certificate
        finally:
            server.shutdown()
            thread.join()
