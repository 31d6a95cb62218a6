"""Whose fault it is."""

from wicket.errors import WicketError
from wicket.wire.errors import EXCERPT_BYTES, Fault, LocalProtocolError, ProtocolError, RemoteProtocolError, excerpt


def test_both_errors_are_protocol_errors_and_those_are_wickets() -> None:
    assert issubclass(LocalProtocolError, ProtocolError)
    assert issubclass(RemoteProtocolError, ProtocolError)
    assert issubclass(ProtocolError, WicketError)


def test_a_remote_error_keeps_the_line_for_the_log_and_no_more_of_it_than_a_log_can_bear() -> None:
    error = RemoteProtocolError("no JSON", b"x" * 10_000_000)
    assert (str(error), error.line) == ("no JSON", b"x" * EXCERPT_BYTES)
    assert RemoteProtocolError("left").line == b""


def test_a_fault_cuts_its_line_and_nothing_else() -> None:
    fault = Fault[str](reason="too long", line=b"y" * 1000, reply="no", id="7")
    assert fault == Fault(reason="too long", line=b"y" * EXCERPT_BYTES, reply="no", id="7")


def test_reasons_that_quote_a_peer_are_cut_too() -> None:
    assert Fault[str](reason="x" * 10_000).reason == "x" * 300 + "…"
    assert str(RemoteProtocolError("x" * 10_000)) == "x" * 300 + "…"


def test_an_excerpt_of_a_short_line_is_the_line() -> None:
    assert excerpt(bytearray(b"short")) == b"short"
