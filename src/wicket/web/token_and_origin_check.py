"""Decides who is let in, by the token, host and origin in a request's head, before anything else.

The token comes as a header, never as a cookie: a cookie of 127.0.0.1 would be sent to every program that listens on any
port of it. The Host must be one of ours, or else any name that somebody's DNS points at us would do; and what changes
something must come from a page of that very Host.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Admission", "Refusal", "origin"]

API = "/api/"

# A default port is not spelled in a Host.
DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody is not let in."""

    status: int
    sentence: str


WRONG_HOST = Refusal(421, "this is not the console of that host")
WRONG_METHOD = Refusal(405, "the console is read with GET and changed with POST")
WRONG_ORIGIN = Refusal(403, "this did not come from the console's own page")
WRONG_TYPE = Refusal(415, "the console is told what to do in JSON")
WRONG_TOKEN = Refusal(401, "the token is not this gateway's; open the link that `wicket serve` printed")


def origin(address: str) -> str:
    """Name the origin of a web address as a browser does.

    Raises:
        ValueError: it is more than scheme, host and port, or no web address.
    """
    parts = urlsplit(address)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise ValueError(f"{address!r} is no web address")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"{address!r} has more than a scheme, a host and a port")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


class Admission:
    """Knows the token and the addresses under which the console is reached."""

    def __init__(self, token: str, addresses: Iterable[str]) -> None:
        """`addresses` are web addresses of a scheme, a host and a port each.

        Raises:
            ValueError: one of them is something else.
        """
        self._token = token.encode()
        self._origins: dict[str, list[str]] = {}  # by Host; there may be http and https under one name
        for address in addresses:
            named = origin(address)
            self._origins.setdefault(named.partition("://")[2], []).append(named)

    def objection(self, method: str, path: str, headers: Sequence[tuple[bytes, bytes]]) -> Refusal | None:
        """Say why this request is not let in; None: it is."""
        origins = self._origins.get(_only(headers, b"host") or "")
        if origins is None:
            return WRONG_HOST
        if method not in ("GET", "POST"):
            return WRONG_METHOD
        said = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        if any(one not in origins for one in said) or (method == "POST" and len(said) != 1):
            return WRONG_ORIGIN
        if not self.is_guarded(path):
            return WRONG_METHOD if method == "POST" else None
        # Browsers say so of themselves, and no page can make them say otherwise.
        if _only(headers, b"sec-fetch-site", "same-origin") != "same-origin":
            return WRONG_ORIGIN
        if not self._is_known(_only(headers, b"authorization") or ""):
            return WRONG_TOKEN
        if method == "POST" and _only(headers, b"content-type") != "application/json":
            return WRONG_TYPE
        return None

    def is_guarded(self, path: str) -> bool:
        """Whether only those are let in there who show the token."""
        return path.startswith(API)

    def _is_known(self, said: str) -> bool:
        scheme, _, token = said.partition(" ")
        return hmac.compare_digest(token.encode("latin-1"), self._token) and scheme == "Bearer"


def _only(headers: Sequence[tuple[bytes, bytes]], wanted: bytes, absent: str | None = None) -> str | None:
    """The one value of a header. None: it is said twice."""
    values = [value for name, value in headers if name == wanted]
    if not values:
        return absent
    return values[0].decode("latin-1") if len(values) == 1 else None
