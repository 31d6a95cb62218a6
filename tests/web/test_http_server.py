"""Serving on loopback."""

import socket

import pytest

from wicket.gateway.errors import NotStarted
from wicket.web import http_server
from wicket.web.http_server import Place


def test_a_port_that_is_taken_means_the_next_one() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        place = Place(taken)
        with place.socket:
            assert taken < place.port <= taken + http_server.NEIGHBOURS
            assert place.addresses == (f"http://127.0.0.1:{place.port}", f"http://localhost:{place.port}")
            assert place.link == f"http://127.0.0.1:{place.port}/#token={place.token}"
            assert place.socket.getsockname()[0] == "127.0.0.1"


def test_no_port_at_all_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "NEIGHBOURS", 0)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(NotStarted, match="taken; name another with --port"):
            Place(other.getsockname()[1])


def test_every_start_has_its_own_token() -> None:
    first, second = Place(0), Place(0)
    with first.socket, second.socket:
        assert first.token != second.token
        assert len(first.token) >= 43
