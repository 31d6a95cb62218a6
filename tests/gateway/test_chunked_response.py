"""A response in pieces is the response."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from wicket.gateway import chunked_response
from wicket.gateway.chunked_response import RAW_BYTES, Piece, pieces
from wicket.wire import sudo_proxy
from wicket.wire.sudo_proxy.messages import Response, Stage


def at_once(response: Response) -> bytes:
    return sudo_proxy.daemon("1", str).send(response)


def in_pieces(response: Response) -> list[Piece]:
    return list(pieces(sudo_proxy.daemon("1", str), response))


TEXTS = st.sampled_from(["1", '"stdout":"', '"stdout":""', '\\"stdout":"', "é\n", ""]) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=8
)


@given(TEXTS, TEXTS, st.integers(0, 7), st.sampled_from([0, RAW_BYTES - 1, RAW_BYTES, 2 * RAW_BYTES]))
def test_the_pieces_are_what_the_wire_would_say(id: str, message: str, more: int, size: int) -> None:
    stages = (Stage(1, b'"stdout":"'), Stage(137, b"x", True, 9))
    for stdout in (b"\xff" * (size + more), UNSET):
        response = Response(id=id, status="ok", stages=stages, stdout=stdout, stdout_truncated=True, message=message)
        assert b"".join(in_pieces(response)) == at_once(response)


def test_no_piece_is_long() -> None:
    response = Response(id="1", status="ok", stdout=bytes(10 * RAW_BYTES + 1))
    assert max(map(len, in_pieces(response))) == 4 * RAW_BYTES // 3


def test_what_is_too_long_to_be_said_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunked_response, "MAX_RESPONSE_BYTES", RAW_BYTES)
    [line] = in_pieces(Response(id="1", status="ok", stdout=bytes(RAW_BYTES + 1)))
    assert b'"status":"error"' in bytes(line)
    assert b"ask for less output" in bytes(line)
